import * as v from 'valibot';
import { fetchApiKey } from '$lib/api/server';
import { getOwnUser } from '$lib/api/users';
import { password } from '$lib/api/value-schemas';
import { callUpstream } from './call-upstream';
import { GatewayFailure, successResponse } from './failure';
import { readJsonBody } from './json-body';
import { stashKey, redeemKey } from './one-time-key';
import type { SealedAccount } from './seal';
import type { SessionRequest } from './session-endpoint';

const ownKeySchema = v.object({ password: v.pipe(password, v.nonEmpty()) });

/**
 * Prepares the account's own key for `answerKeyFile`. Requires the password, so that an open page
 * alone is not enough to get it. Throws the server's errors.
 */
export async function stashOwnKey(visit: SessionRequest): Promise<Response> {
  const account = await requireSignedIn(visit);
  const { password } = await readJsonBody(visit.event.request, ownKeySchema);
  // It can differ from the address used to sign in.
  const own = await callUpstream(visit.signInContext, getOwnUser, {}, account.authorization);
  const params = { username: own.delivery_email ?? own.email, password };
  const { email, api_key } = await callUpstream(visit.signInContext, fetchApiKey, params);
  await stashKeyOfAccount(visit, account, email, api_key);
  return successResponse();
}

/**
 * Delivers the key that was created or requested last, once, as the credentials file that clients
 * read. Pages never hold it. https://zulip.com/api/configuring-python-bindings
 */
export async function answerKeyFile(visit: SessionRequest): Promise<Response> {
  const { event, gateway } = visit;
  const account = await requireSignedIn(visit);
  const place = { cookies: event.cookies, url: event.url, secret: gateway.secret };
  const stashedKey = await redeemKey(place, account.id);
  if (!stashedKey) throw new GatewayFailure(404, 'NOT_FOUND', 'There is no key to fetch.');
  const { email, key, site } = stashedKey;
  return new Response(`[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="zuliprc"',
      'cache-control': 'no-store',
    },
  });
}

/** The signed-in account named in the URL. Counts as a sign-in attempt. Throws 401. */
export async function requireSignedIn({
  event,
  gateway,
  signInContext: entrance,
  jar,
}: SessionRequest): Promise<SealedAccount> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account) throw new GatewayFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  await gateway.limits.attempts(entrance.address);
  return account;
}

/** Stashes the key for `answerKeyFile`. */
export async function stashKeyOfAccount(
  { event, gateway }: SessionRequest,
  { id }: SealedAccount,
  email: string,
  key: string,
): Promise<void> {
  const place = { cookies: event.cookies, url: event.url, secret: gateway.secret };
  await stashKey(place, { account: id, email, key, site: gateway.realmUrl });
}
