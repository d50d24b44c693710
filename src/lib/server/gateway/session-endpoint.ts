import type { RequestEvent } from '@sveltejs/kit';
import * as v from 'valibot';
import { deleteQueue } from '$lib/api/events';
import type { AccountJar } from './account-jar';
import { callUpstream } from './call-upstream';
import { getGatewayContext, withErrorEnvelope, type GatewayContext } from './gateway-context';
import { GatewayFailure, successResponse, unknownPathFailure, wrongMethodFailure } from './failure';
import { readJsonBody } from './json-body';
import { checkOrigin } from './origin';
import type { SealedAccount } from './seal';
import type { SessionManager } from './session-manager';
import type { SignInContext } from './sign-in';

/** What the page may know of an account: all but what opens it. */
export function toPublicAccount({
  id,
  user_id,
  email,
  full_name,
  realm_name,
  realm_url,
}: SealedAccount) {
  return { id, user_id, email, full_name, realm_name, realm_url };
}

/** A request to one of our own endpoints, checked for where it comes from. */
export interface SessionRequest {
  readonly event: RequestEvent;
  readonly gateway: GatewayContext;
  readonly signInContext: SignInContext;
  readonly jar: AccountJar;
}

/**
 * Makes an endpoint under `/session`: own pages only, JSON envelopes always, never cached. Methods
 * without an answer are 405.
 */
export function createSessionEndpoint(
  answers: Partial<Record<'GET' | 'POST' | 'DELETE', (visit: SessionRequest) => Promise<Response>>>,
) {
  return (event: RequestEvent): Promise<Response> =>
    withErrorEnvelope(async () => {
      const open = getGatewayContext();
      checkOrigin(event.request, open.ownOrigin);
      const answer = answers[event.request.method as keyof typeof answers];
      if (!answer) {
        const methods = Object.keys(answers);
        throw methods.length === 0 ? unknownPathFailure() : wrongMethodFailure(methods);
      }
      const jar = open.jarOf(event);
      return answer({
        event,
        gateway: open,
        jar,
        signInContext: signInContextOf(event, open, jar),
      });
    });
}

function signInContextOf(
  event: RequestEvent,
  open: GatewayContext,
  jar: AccountJar,
): SignInContext {
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

export async function describeSession({ gateway: doors, jar }: SessionRequest): Promise<Response> {
  return successResponse(await sessionOf(doors, await openAccounts(jar, doors.sessions)));
}

async function sessionOf(doors: GatewayContext, accounts: readonly SealedAccount[]) {
  const { embedded, serviceUrl, realmUrl } = doors;
  const organization = embedded ? await embedded.organization() : null;
  return {
    accounts: accounts.map(toPublicAccount),
    embedded: embedded !== null,
    service_url: serviceUrl ?? null,
    realm_url: realmUrl,
    setup_needed: embedded !== null && organization === null,
    sample: organization?.sample ?? false,
  };
}

/** Those whose session nobody has ended elsewhere. */
async function openAccounts(jar: AccountJar, sessions: SessionManager): Promise<SealedAccount[]> {
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
  const open = getGatewayContext();
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
export async function signOut({
  event,
  gateway: doors,
  signInContext: entrance,
  jar,
}: SessionRequest): Promise<Response> {
  const id = event.params['id'] ?? '';
  const { queue_id } = await readJsonBody(event.request, goodbyeSchema);
  const account = await jar.find(id);
  if (account && queue_id) {
    await callUpstream(entrance, deleteQueue, { queue_id }, account.authorization).catch(
      (error: unknown) => {
        // A queue that nobody polls ends by itself.
        if (!(error instanceof GatewayFailure)) throw error;
      },
    );
  }
  if (account) await doors.sessions.end(account);
  jar.remove(id);
  return successResponse();
}
