import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { clientAddress } from './client-address';
import { readConfig, type ServerConfig } from './config';
import { loadOrCreateSessionSecret, prepareDataDir } from './data-dir';
import { createProxy } from './gateway/proxy';
import { createLog } from './log';
import { createMetrics, type ServerMetrics } from './metrics';
import { createNodeGateway, type NodeGateway } from './gateway/node-gateway';
import { securityHeaders } from './gateway/security-headers';
import {
  updateCredentialsSite,
  createSampleWithFiles,
  sampleNetworkWarning,
  writeCredentials,
} from './sample-files';
import type { ServiceReadiness, EmbeddedService } from './service/service';
import { StartProblem } from './start-problem';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline as piped, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/**
 * Imports an archive file and writes a credentials file per account. Returns a message for the
 * terminal that contains passwords and must not be sent anywhere else. Throws `StartProblem`.
 */
async function importFile(
  service: Pick<EmbeddedService, 'importArchive'>,
  config: Pick<ServerConfig, 'dataDir' | 'baseUrl'>,
  file: string,
): Promise<string> {
  const { name, accounts } = await service
    .importArchive(() => decompress(resolve(file)))
    .catch((error: unknown) => {
      throw new StartProblem(`${file} was not taken over. ${reasonOf(error)}`, { cause: error });
    });
  const folder = join(config.dataDir, 'zuliprc');
  const files = accounts.map((account) => ({ ...account, file: String(account.user_id) }));
  writeCredentials(folder, files, config.baseUrl);
  const owners = accounts.flatMap(({ email, password }) =>
    password ? [`  ${email}  ${password}`] : [],
  );
  return [
    `Took over the organization “${name}” with ${accounts.length} accounts.`,
    `Their new API keys are in ${folder}, in a file by the id of each; nobody else has them yet.`,
    'These passwords of the owners are shown only now:',
    ...owners,
    '',
  ].join('\n');
}

/** Writes the whole organization to a new file. Throws `StartProblem`. */
async function exportFile(
  service: Pick<EmbeddedService, 'organization' | 'writeArchive'>,
  file: string,
): Promise<string> {
  const path = resolve(file);
  if (!(await service.organization())) {
    throw new StartProblem('there is no organization yet that could be written to a file.');
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let isOurs = false;
  target.once('open', () => (isOurs = true));
  try {
    const source = Readable.from(service.writeArchive(), { objectMode: false });
    await pipeline(source, createGzip(), target);
  } catch (error) {
    if (isOurs) await rm(path, { force: true });
    throw new StartProblem(`${file} could not be written. ${reasonOf(error)}`, { cause: error });
  }
  return `The whole organization is in ${path}, private messages of everybody included.\n`;
}

function decompress(path: string): AsyncIterable<Buffer> {
  return piped(createReadStream(path), createGunzip(), () => undefined);
}

/** A message for the person who named the file. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The reason is not known.';
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code === 'EEXIST') return 'There is a file of this name already.';
  if (code === 'EACCES' || code === 'EISDIR') return 'It cannot be opened by this account.';
  if (code.startsWith('Z_')) return 'It is no archive, or a damaged one.';
  return error.message;
}

/** State of one process; contains no user data. */
export interface ServerRuntime {
  readonly config: ServerConfig & { readonly sessionSecret: string };
  readonly log: Logger;
  readonly metrics: ServerMetrics;
  /** The embedded service. Null with `SERVICE_URL`, where it isn't even loaded. */
  readonly service: EmbeddedService | null;
  /** Headers for files, which are sent without passing the hooks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The client's IP address, from the connection's peer and `X-Forwarded-For`. */
  addressOf(peer: string, forwardedFor: string | undefined): string;
  /** Aborted when the process begins to stop; waiting requests are then answered immediately. */
  readonly closing: AbortSignal;
  /** Answers API calls with a key before the framework. Null with `SERVICE_URL`. */
  readonly nodeGateway: NodeGateway | null;
  /** Responses that long polls can send later, by request. Set by the server's entry point. */
  readonly replies: WeakMap<IncomingMessage, ServerResponse>;
  /** Rejects while the database or the remote server doesn't answer. */
  ready(): Promise<ServiceReadiness>;
  /** Fills an empty store. Returns a message for the terminal. */
  makeSample(size: 'small' | 'large'): Promise<string>;
  /**
   * Imports an archive into an empty store. Returns a message for the terminal that contains new
   * passwords.
   */
  importArchive(file: string): Promise<string>;
  /** Writes the whole organization to a new file. Returns a message for the terminal. */
  exportArchive(file: string): Promise<string>;
  /** What the person who started the server needs to know in addition to its URL; usually empty. */
  advice(): Promise<string>;
  /** Resolves when every request is answered and the database is closed. */
  close(): Promise<void>;
}

/**
 * On the global object, because `src/bin/serve.js` runs outside the bundle and must find it, and
 * because the development server reloads this module after a change.
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
  // Every waiting request adds a listener; by default Node warns of a leak at the eleventh.
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

/**
 * Imported only here and only when needed: with `SERVICE_URL` neither the service nor a database is
 * loaded.
 */
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

/**
 * Requests the server's public settings, through the proxy because it is the only way out of this
 * process.
 */
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
