import type { RequestEvent } from '@sveltejs/kit';
import * as v from 'valibot';
import { deleteQueue } from '$lib/api/events';
import type { AccountJar } from './account-jar';
import { ask } from './ask';
import { doors, guarded, type Doors } from './doors';
import { DoorFailure, success, unknownPath, wrongMethod } from './failure';
import { readJson } from './json-body';
import { checkOrigin } from './origin';
import type { SealedAccount } from './seal';
import type { Entrance } from './sign-in';

/** What the page may know of an account: all but the key. */
export function shown({ id, user_id, email, full_name, realm_name, realm_url }: SealedAccount) {
  return { id, user_id, email, full_name, realm_name, realm_url };
}

/** A request to one of our own endpoints, checked for where it comes from. */
export interface SessionVisit {
  readonly event: RequestEvent;
  readonly doors: Doors;
  readonly entrance: Entrance;
  readonly jar: AccountJar;
}

/**
 * Makes an endpoint under `/session`: own pages only, JSON envelopes always, never cached. Methods
 * without an answer are 405.
 */
export function sessionDoor(
  answers: Partial<Record<'GET' | 'POST' | 'DELETE', (visit: SessionVisit) => Promise<Response>>>,
) {
  return (event: RequestEvent): Promise<Response> =>
    guarded(async () => {
      const open = doors();
      checkOrigin(event.request, open.ownOrigin);
      const answer = answers[event.request.method as keyof typeof answers];
      if (!answer) {
        const methods = Object.keys(answers);
        throw methods.length === 0 ? unknownPath() : wrongMethod(methods);
      }
      const jar = open.jarOf(event);
      return answer({ event, doors: open, jar, entrance: entranceOf(event, open, jar) });
    });
}

function entranceOf(event: RequestEvent, open: Doors, jar: AccountJar): Entrance {
  const { embedded, server, realmUrl, upstream } = open;
  return {
    embedded,
    server,
    realmUrl,
    upstream,
    jar,
    address: event.getClientAddress(),
    alsoKnownAs: embedded ? [event.url.origin] : [],
  };
}

export async function describeSession({ doors, jar }: SessionVisit): Promise<Response> {
  const { embedded, serviceUrl, realmUrl } = doors;
  const organization = embedded ? await embedded.organization() : null;
  return success({
    accounts: (await jar.all()).map(shown),
    embedded: embedded !== null,
    service_url: serviceUrl ?? null,
    realm_url: realmUrl,
    setup_needed: embedded !== null && organization === null,
    sample: organization?.sample ?? false,
  });
}

const goodbyeSchema = v.object({ queue_id: v.optional(v.pipe(v.string(), v.maxLength(200))) });

/** Drops the account; its event queue is deleted if the server can be asked. */
export async function signOut({ event, entrance, jar }: SessionVisit): Promise<Response> {
  const id = event.params['id'] ?? '';
  const { queue_id } = await readJson(event.request, goodbyeSchema);
  const account = await jar.find(id);
  jar.remove(id);
  if (account && queue_id) {
    await ask(entrance, deleteQueue, { queue_id }, account).catch((error: unknown) => {
      // A queue that nobody polls ends by itself.
      if (!(error instanceof DoorFailure)) throw error;
    });
  }
  return success();
}
