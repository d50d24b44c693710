import { getRequestEvent } from '$app/server';
import type { RequestEvent } from '@sveltejs/kit';
import { getRuntime } from '../runtime';
import { ServiceFailure } from '../service/failure';
import type { EmbeddedService } from '../service/service';
import { openJar, type AccountJar } from './account-jar';
import { allowList } from './allow-list';
import type { SessionGateway } from './session-gateway';
import { errorResponseOf, GatewayFailure, unknownPathFailure } from './failure';
import { createGatewayRateLimits } from './gateway-rate-limits';
import { createForeignPictures } from './pictures/foreign-pictures';
import { createProxy } from './proxy';
import { createSealer } from './seal';
import { embeddedSessions, remoteSessions, type SessionManager } from './session-manager';
import type { UpstreamHandler } from './upstream';

export interface GatewayContext extends SessionGateway {
  /** Null if `SERVICE_URL` is set. */
  readonly embedded: EmbeddedService | null;
  readonly serviceUrl: string | undefined;
  /**
   * The server that keys are bound to: the remote one, or the embedded service wherever it listens.
   */
  readonly server: string;
  /** Public URL of the organization. */
  readonly realmUrl: string;
  readonly sessions: SessionManager;
  /** Secret for seals that only this server can open. */
  readonly secret: string;
  jarOf(event: Pick<RequestEvent, 'cookies' | 'url'>): AccountJar;
}

let opened: GatewayContext | undefined;

/** The gateway of this process. It holds rate limits and connections, but no user data. */
export function getGatewayContext(): GatewayContext {
  opened ??= open();
  return opened;
}

function open(): GatewayContext {
  const { config, service, closing } = getRuntime();
  const secret = config.sessionSecret;
  const server = config.serviceUrl ?? 'embedded';
  const sealer = createSealer(secret);
  const sessions = service ? embeddedSessions(service) : remoteSessions(config.dataDir);
  return {
    embedded: service,
    serviceUrl: config.serviceUrl,
    server,
    realmUrl: config.serviceUrl ?? config.baseUrl,
    ownOrigin: config.origin,
    sessions,
    secret,
    route: allowList(),
    limits: createGatewayRateLimits(service?.counter),
    upstream: service
      ? inProcess(service)
      : createProxy(config.serviceUrl ?? config.baseUrl, { closing }),
    pictures: config.serviceUrl ? createForeignPictures(secret, config.serviceUrl) : null,
    jarOf: ({ cookies, url }) =>
      openJar(cookies, url.protocol === 'https:', { sealer, secret, server, sessions }),
  };
}

function inProcess(service: EmbeddedService): UpstreamHandler {
  return (request, origin) => service.handle(request, { ...origin, request: requestId() });
}

/** Id of the current request, used in the log and the reply. */
function requestId(): string {
  return getRequestEvent().locals.requestId;
}

/** Converts every failure to the API's envelope and logs internal errors. */
export async function withErrorEnvelope(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const isAnswer = error instanceof GatewayFailure || error instanceof ServiceFailure;
    if (!isAnswer) getRuntime().log.error({ request: requestId(), error }, 'gateway failed');
    return errorResponseOf(error);
  }
}

/** The rest of the path after `prefix`, still percent-encoded. */
export function pathBelow(prefix: string, url: URL): string {
  return url.pathname.slice(prefix.length);
}

/** For unknown paths below the gateway's. */
export async function notFoundResponse(): Promise<Response> {
  return errorResponseOf(unknownPathFailure());
}
