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

/** The part of an account that pages can see: everything but its credentials. */
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

/** A request to one of the gateway's own endpoints, with its origin checked. */
export interface SessionRequest {
  readonly event: RequestEvent;
  readonly gateway: GatewayContext;
  readonly signInContext: SignInContext;
  readonly jar: AccountJar;
}

/**
 * Creates an endpoint below `/session`: only for the app's own pages, always JSON envelopes, never
 * cached. Methods without a handler answer 405.
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

export async function describeSession({ gateway, jar }: SessionRequest): Promise<Response> {
  return successResponse(await sessionOf(gateway, await openAccounts(jar, gateway.sessions)));
}

async function sessionOf(gateway: GatewayContext, accounts: readonly SealedAccount[]) {
  const { embedded, serviceUrl, realmUrl } = gateway;
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

/** Accounts whose session hasn't been ended elsewhere. */
async function openAccounts(jar: AccountJar, sessions: SessionManager): Promise<SealedAccount[]> {
  const accounts = await jar.all();
  const open = await Promise.all(accounts.map((account) => sessions.isOpen(account)));
  return accounts.filter((_, i) => open[i]);
}

export interface DocumentSession {
  readonly accounts: readonly SealedAccount[];
  /** HTML for the head of the document, which saves the page a request. */
  readonly block: string;
}

/**
 * The session for a page's document. Null if no one is signed in, because the service worker caches
 * that document for everyone, and if it can't be determined: then the page requests it.
 */
export async function documentSession(event: RequestEvent): Promise<DocumentSession | null> {
  const open = getGatewayContext();
  try {
    const accounts = await openAccounts(open.jarOf(event), open.sessions);
    if (accounts.length === 0) return null;
    // A name can contain `</script>`.
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

const signOutSchema = v.object({ queue_id: v.optional(v.pipe(v.string(), v.maxLength(200))) });

/**
 * Ends the session, so that a copy of its cookie becomes useless. Deletes its event queue if the
 * server is reachable.
 */
export async function signOut({
  event,
  gateway,
  signInContext: entrance,
  jar,
}: SessionRequest): Promise<Response> {
  const id = event.params['id'] ?? '';
  const { queue_id } = await readJsonBody(event.request, signOutSchema);
  const account = await jar.find(id);
  if (account && queue_id) {
    await callUpstream(entrance, deleteQueue, { queue_id }, account.authorization).catch(
      (error: unknown) => {
        // A queue without polls expires.
        if (!(error instanceof GatewayFailure)) throw error;
      },
    );
  }
  if (account) await gateway.sessions.end(account);
  jar.remove(id);
  return successResponse();
}
