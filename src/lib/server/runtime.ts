import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { clientAddress } from './client-address';
import { readConfig, type ServerConfig } from './config';
import { loadOrCreateSessionSecret, prepareDataDir } from './data-dir';
import { createProxy } from './gateway/proxy';
import { exportFile, importFile } from './archive-files';
import { createLog } from './log';
import { createMetrics, type ServerMetrics } from './metrics';
import { createNodeGateway, type NodeGateway } from './gateway/node-gateway';
import { securityHeaders } from './gateway/security-headers';
import { updateCredentialsSite, createSampleWithFiles, sampleNetworkWarning } from './sample-files';
import type { ServiceReadiness, EmbeddedService } from './service/service';
import { StartProblem } from './start-problem';

/** What one process holds. Belongs to no user. */
export interface ServerRuntime {
  readonly config: ServerConfig & { readonly sessionSecret: string };
  readonly log: Logger;
  readonly metrics: ServerMetrics;
  /** The embedded service; null with SERVICE_URL, where it is not even loaded. */
  readonly service: EmbeddedService | null;
  /** For files, which are sent without passing the hooks. */
  readonly headers: Readonly<Record<string, string>>;
  /** Who asks, by the connection's other end and `X-Forwarded-For`. */
  addressOf(peer: string, forwardedFor: string | undefined): string;
  /** Aborted when the process begins to stop: whatever waits for something answers now. */
  readonly closing: AbortSignal;
  /** Answers bearers of keys before the framework; null with SERVICE_URL. */
  readonly nodeGateway: NodeGateway | null;
  /** Replies that may be waited for by long polls, by their requests. Filled by the server's entry. */
  readonly replies: WeakMap<IncomingMessage, ServerResponse>;
  /** Rejects while the database (or the remote server) does not answer. */
  ready(): Promise<ServiceReadiness>;
  /** Fills an empty store; returns what to tell the person who started it. */
  makeSample(size: 'small' | 'large'): Promise<string>;
  /** Takes an archive over into an empty store; returns what to tell, new passwords included. */
  importArchive(file: string): Promise<string>;
  /** Writes the whole organization to a new file; returns what to tell. */
  exportArchive(file: string): Promise<string>;
  /** What the person who started it has to know beside the address; mostly nothing. */
  advice(): Promise<string>;
  /** Resolves when everything is answered and the database closed. */
  close(): Promise<void>;
}

/**
 * Kept on the global object: `src/bin/serve.js` runs outside the bundle and has to find it, and the
 * development server loads this module anew after a change.
 */
const slot = Symbol.for('inkwell.runtime');
const holder = globalThis as { [slot]?: ServerRuntime };

/** Opens everything once. Throws `StartProblem` or the service's `StartFailure`. */
export async function startRuntime(): Promise<void> {
  holder[slot] ??= await open(readConfig(process.env));
}

export function getRuntime(): ServerRuntime {
  const current = holder[slot];
  if (!current) throw new Error('The runtime was not started');
  return current;
}

async function open(config: ServerConfig): Promise<ServerRuntime> {
  const log = createLog(config);
  prepareDataDir(config.dataDir, log);
  const sessionSecret = config.sessionSecret ?? loadOrCreateSessionSecret(config.dataDir);
  const sealed = { ...config, sessionSecret };
  const service = config.serviceUrl ? null : await openEmbedded(sealed, log);
  const embedded = (what: string) => {
    if (service) return service;
    throw new StartProblem(`${what} has no place beside SERVICE_URL; unset it.`);
  };
  const stop = new AbortController();
  // Each waiting request listens; the default warns of a leak at the eleventh.
  setMaxListeners(0, stop.signal);
  const metrics = createMetrics(async () => service && (await service.figures().catch(() => null)));
  const headers = securityHeaders(config.origin);
  return {
    config: sealed,
    ...{ log, metrics, service, headers },
    nodeGateway: service && createNodeGateway(service, { log, metrics }, headers),
    addressOf: (peer, forwardedFor) => clientAddress(peer, forwardedFor, config.trustedProxy),
    closing: stop.signal,
    replies: new WeakMap(),
    ready: service ? () => service.ready() : remoteCheck(config.serviceUrl ?? ''),
    makeSample: async (size) => createSampleWithFiles(embedded('a sample'), config, size),
    importArchive: async (file) => importFile(embedded('an archive'), config, file),
    exportArchive: async (file) => exportFile(embedded('an archive'), file),
    async advice() {
      const organization = await service?.organization();
      return organization?.sample ? sampleNetworkWarning(config.host) : '';
    },
    async close() {
      stop.abort();
      await service?.close();
    },
  };
}

/** Imported only here and only now: with SERVICE_URL neither it nor a database is loaded. */
async function openEmbedded(
  config: ServerRuntime['config'],
  log: Logger,
): Promise<EmbeddedService> {
  const { openService } = await import('./service/service');
  const { dataDir, databaseUrl, baseUrl, sessionSecret, uploads, bucket } = config;
  const { httpRelay } = await import('./service/relay/http-relay');
  const { mail, server, pushRelayUrl } = config;
  const location = bucket ? { bucket } : { folder: join(dataDir, 'files') };
  const files = { location, rules: uploads, secret: sessionSecret };
  const relay = pushRelayUrl === undefined ? undefined : httpRelay(pushRelayUrl);
  const service = await openService({
    ...{ dataDir, databaseUrl, baseUrl, files, log, mail, server },
    relay,
  });
  if ((await service.organization())?.sample) updateCredentialsSite(dataDir, baseUrl);
  return service;
}

/** Asks what every server tells anybody. The proxy, for it is the one way out of this process. */
function remoteCheck(serviceUrl: string): () => Promise<ServiceReadiness> {
  const ask = createProxy(serviceUrl, { idle: 5000 });
  return async () => {
    const reply = await ask(new Request(`${serviceUrl}/api/v1/server_settings`), local);
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`the remote server answers with ${reply.status}`);
    return 'ok';
  };
}

const local = { address: '127.0.0.1' };
