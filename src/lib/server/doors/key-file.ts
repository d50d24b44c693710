import * as v from 'valibot';
import { fetchApiKey } from '$lib/api/server';
import { getOwnUser } from '$lib/api/users';
import { password } from '$lib/api/values';
import { ask } from './ask-upstream';
import { DoorFailure, success } from './failure';
import { readJson } from './json-body';
import { leaveParcel, takeParcel } from './key-parcel';
import type { SealedAccount } from './seal';
import type { SessionVisit } from './session';

const ownKeySchema = v.object({ password: v.pipe(password, v.nonEmpty()) });

/**
 * Has the account's own key ready for `giveKeyFile`. A page that was left open is not enough to get it:
 * whoever asks gives the password. Throws what the server says.
 */
export async function prepareOwnKey(visit: SessionVisit): Promise<Response> {
  const account = await signedIn(visit);
  const { password } = await readJson(visit.event.request, ownKeySchema);
  // It may be another one than that which was signed in with.
  const own = await ask(visit.entrance, getOwnUser, {}, account.authorization);
  const params = { username: own.delivery_email ?? own.email, password };
  const { email, api_key } = await ask(visit.entrance, fetchApiKey, params);
  await leaveKey(visit, account, email, api_key);
  return success();
}

/**
 * The key that was made or asked for last, once, as the credentials file that clients read. No page
 * ever holds it. https://zulip.com/api/configuring-python-bindings
 */
export async function giveKeyFile(visit: SessionVisit): Promise<Response> {
  const { event, doors } = visit;
  const account = await signedIn(visit);
  const place = { cookies: event.cookies, url: event.url, secret: doors.secret };
  const parcel = await takeParcel(place, account.id);
  if (!parcel) throw new DoorFailure(404, 'NOT_FOUND', 'There is no key to fetch.');
  const { email, key, site } = parcel;
  return new Response(`[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="zuliprc"',
      'cache-control': 'no-store',
    },
  });
}

/** The account of the address; counts as an attempt to sign in. Throws 401. */
export async function signedIn({
  event,
  doors,
  entrance,
  jar,
}: SessionVisit): Promise<SealedAccount> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account) throw new DoorFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  await doors.limits.attempts(entrance.address);
  return account;
}

/** For `giveKeyFile`. */
export async function leaveKey(
  { event, doors }: SessionVisit,
  { id }: SealedAccount,
  email: string,
  key: string,
): Promise<void> {
  const place = { cookies: event.cookies, url: event.url, secret: doors.secret };
  await leaveParcel(place, { account: id, email, key, site: doors.realmUrl });
}
