import { getRequestEvent } from '$app/server';
import type { RequestEvent } from '@sveltejs/kit';
import { runtime } from '../runtime';
import { ServiceFailure } from '../service/failure';
import type { Service } from '../service/service';
import { openJar, type AccountJar } from './account-jar';
import { allowList } from './allow-list';
import type { CookieDoor } from './cookie-door';
import { answerOf, DoorFailure, unknownPath } from './failure';
import { createLimits } from './limits';
import { createForeignPictures } from './pictures/picture-door';
import { createProxy } from './proxy';
import { createSealer } from './seal';
import { embeddedSessions, remoteSessions, type Sessions } from './sessions';
import type { Upstream } from './upstream';

export interface Doors extends CookieDoor {
  /** Null with SERVICE_URL. */
  readonly embedded: Service | null;
  readonly serviceUrl: string | undefined;
  /** What keys are bound to: the remote server, or the embedded service wherever it listens. */
  readonly server: string;
  /** Where people and clients reach the organization. */
  readonly realmUrl: string;
  readonly sessions: Sessions;
  /** Seals what only this server may read. */
  readonly secret: string;
  jarOf(event: Pick<RequestEvent, 'cookies' | 'url'>): AccountJar;
}

let opened: Doors | undefined;

/** The doors of this process. They hold limits and connections, nothing of a user. */
export function doors(): Doors {
  opened ??= open();
  return opened;
}

function open(): Doors {
  const { config, service, closing } = runtime();
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
    limits: createLimits(service?.counter),
    upstream: service
      ? inProcess(service)
      : createProxy(config.serviceUrl ?? config.baseUrl, { closing }),
    pictures: config.serviceUrl ? createForeignPictures(secret, config.serviceUrl) : null,
    jarOf: ({ cookies, url }) =>
      openJar(cookies, url.protocol === 'https:', { sealer, secret, server, sessions }),
  };
}

function inProcess(service: Service): Upstream {
  return (request, origin) => service.handle(request, { ...origin, request: requestId() });
}

/** By which log and reply name the request that is being answered. */
function requestId(): string {
  return getRequestEvent().locals.requestId;
}

/** Answers every failure with the API's envelope, and logs those that are our own fault. */
export async function guarded(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const isAnswer = error instanceof DoorFailure || error instanceof ServiceFailure;
    if (!isAnswer) runtime().log.error({ request: requestId(), error }, 'door failed');
    return answerOf(error);
  }
}

/** What stands in the address behind `prefix`, still percent-encoded. */
export function pathBelow(prefix: string, url: URL): string {
  return url.pathname.slice(prefix.length);
}

/** For addresses below ours that nothing answers. */
export async function nothingHere(): Promise<Response> {
  return answerOf(unknownPath());
}
