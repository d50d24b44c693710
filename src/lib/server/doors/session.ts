import type { RequestEvent } from '@sveltejs/kit';
import * as v from 'valibot';
import { deleteQueue } from '$lib/api/events';
import type { AccountJar } from './account-jar';
import { ask } from './ask-upstream';
import { doors, guarded, type Doors } from './doors';
import { DoorFailure, success, unknownPath, wrongMethod } from './failure';
import { readJson } from './json-body';
import { checkOrigin } from './origin';
import type { SealedAccount } from './seal';
import type { Sessions } from './sessions';
import type { Entrance } from './sign-in';

/** What the page may know of an account: all but what opens it. */
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
  const { embedded, server, realmUrl, upstream, sessions } = open;
  return {
    embedded,
    server,
    realmUrl,
    upstream,
    jar,
    sessions,
    address: event.getClientAddress(),
    alsoKnownAs: embedded ? [event.url.origin] : [],
  };
}

export async function describeSession({ doors, jar }: SessionVisit): Promise<Response> {
  return success(await sessionOf(doors, await openAccounts(jar, doors.sessions)));
}

async function sessionOf(doors: Doors, accounts: readonly SealedAccount[]) {
  const { embedded, serviceUrl, realmUrl } = doors;
  const organization = embedded ? await embedded.organization() : null;
  return {
    accounts: accounts.map(shown),
    embedded: embedded !== null,
    service_url: serviceUrl ?? null,
    realm_url: realmUrl,
    setup_needed: embedded !== null && organization === null,
    sample: organization?.sample ?? false,
  };
}

/** Those whose session nobody has ended elsewhere. */
async function openAccounts(jar: AccountJar, sessions: Sessions): Promise<SealedAccount[]> {
  const accounts = await jar.all();
  const open = await Promise.all(accounts.map((account) => sessions.isOpen(account)));
  return accounts.filter((_, i) => open[i]);
}

export interface DocumentSession {
  readonly accounts: readonly SealedAccount[];
  /** For the head of the document; it spares the page asking for it. */
  readonly block: string;
}

/**
 * The session for the document of a page. Null where nobody is signed in, which the service worker
 * keeps for everybody, and where it can't be told: then the page asks.
 */
export async function documentSession(event: RequestEvent): Promise<DocumentSession | null> {
  const open = doors();
  try {
    const accounts = await openAccounts(open.jarOf(event), open.sessions);
    if (accounts.length === 0) return null;
    // A name may hold `</script>`.
    const text = JSON.stringify(await sessionOf(open, accounts)).replaceAll(
      '<',
      String.raw`\u003c`,
    );
    const block = `<script type="application/json" id="inkwell-session">${text}</script>`;
    return { accounts, block };
  } catch {
    return null;
  }
}

const goodbyeSchema = v.object({ queue_id: v.optional(v.pipe(v.string(), v.maxLength(200))) });

/**
 * Ends the session: a copy of its cookie opens nothing any more. Its event queue is deleted if the
 * server can be asked.
 */
export async function signOut({ event, doors, entrance, jar }: SessionVisit): Promise<Response> {
  const id = event.params['id'] ?? '';
  const { queue_id } = await readJson(event.request, goodbyeSchema);
  const account = await jar.find(id);
  if (account && queue_id) {
    await ask(entrance, deleteQueue, { queue_id }, account.authorization).catch(
      (error: unknown) => {
        // A queue that nobody polls ends by itself.
        if (!(error instanceof DoorFailure)) throw error;
      },
    );
  }
  if (account) await doors.sessions.end(account);
  jar.remove(id);
  return success();
}
