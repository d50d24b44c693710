import type { RequestEvent } from '@sveltejs/kit';
import * as v from 'valibot';
import { encodeCall } from '$lib/api/encode';
import { deleteQueue } from '$lib/api/events';
import { registerQueue } from '$lib/api/register';
import { registrationFor } from '$lib/api/registration';
import type { AccountJar } from './account-jar';
import { ask } from './ask-upstream';
import { accountHeader } from './cookie-door';
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
  return success(await sessionOf(doors, jar));
}

async function sessionOf({ embedded, serviceUrl, realmUrl, sessions }: Doors, jar: AccountJar) {
  const organization = embedded ? await embedded.organization() : null;
  return {
    accounts: (await openAccounts(jar, sessions)).map(shown),
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

/**
 * The session for the document of a page, which spares the page asking for it. Empty where nobody is
 * signed in, which the service worker keeps for everybody, and where it can't be told: then the page asks.
 */
export async function sessionInDocument(event: RequestEvent): Promise<string> {
  const open = doors();
  const session = await sessionOf(open, open.jarOf(event)).catch(() => null);
  if (!session || session.accounts.length === 0) return '';
  const [first] = session.accounts;
  const told = { ...session, ...(first && { early: earlyCall(first.id, open.embedded !== null) }) };
  // A name may hold `</script>`.
  const text = JSON.stringify(told).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="inkwell-session">${text}</script>`;
}

/** The page's first call, for the script in `app.html`: what `client/call` would send. */
function earlyCall(account: string, embedded: boolean) {
  const { path, body } = encodeCall(registerQueue, registrationFor(embedded));
  const headers = {
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    'x-inkwell': '1',
    [accountHeader]: account,
  };
  const init = { method: registerQueue.method, headers, body: body?.toString() };
  return { account, operation: registerQueue.id, path: `/json${path}`, init };
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
