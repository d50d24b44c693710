import * as v from 'valibot';
import { fetchApiKey } from '$lib/api/server';
import { getOwnUser } from '$lib/api/users';
import { password } from '$lib/api/value-schemas';
import { callUpstream } from './call-upstream';
import { GatewayFailure, successResponse } from './failure';
import { readJsonBody } from './json-body';
import type { SealedAccount } from './seal';
import type { SessionRequest } from './session-endpoint';
import type { Cookies } from '@sveltejs/kit';
import { defaults, seal, unseal } from 'iron-webcrypto';

/** Time a user needs to save a file. */
const seconds = 600;

const stashedKeySchema = v.object({
  /** Id of the account that can open it. */
  account: v.string(),
  email: v.string(),
  key: v.string(),
  site: v.string(),
});
type StashedKey = v.InferOutput<typeof stashedKeySchema>;

interface KeyCookieContext {
  readonly cookies: Pick<Cookies, 'get' | 'set' | 'delete'>;
  readonly url: URL;
  readonly secret: string;
}

const attributes = ({ url }: KeyCookieContext, account: string) =>
  ({
    path: `/session/${encodeURIComponent(account)}/key-file`,
    httpOnly: true,
    sameSite: 'strict',
    secure: url.protocol === 'https:',
  }) as const;

const name = 'inkwell-key-file';

/**
 * Stores a key in the browser until it is fetched as a file: sealed, in a cookie that scripts can't
 * read and that is sent to that URL only. Any process can open it, and none has to store it.
 */
async function stashKey(place: KeyCookieContext, stashedKey: StashedKey): Promise<void> {
  const sealed = await seal(stashedKey, place.secret, { ...defaults, ttl: seconds * 1000 });
  place.cookies.set(name, sealed, { ...attributes(place, stashedKey.account), maxAge: seconds });
}

/** Opens the key and deletes its cookie. Null if the account has none. */
async function redeemKey(place: KeyCookieContext, account: string): Promise<StashedKey | null> {
  const sealed = place.cookies.get(name);
  if (sealed === undefined) return null;
  place.cookies.delete(name, attributes(place, account));
  const opened = await unseal(sealed, place.secret, defaults).catch(() => null);
  const parsed = v.safeParse(stashedKeySchema, opened);
  return parsed.success && parsed.output.account === account ? parsed.output : null;
}

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
