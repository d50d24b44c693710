import * as v from 'valibot';
import { createBot, regenerateBotApiKey } from '$lib/api/bots';
import { getUser } from '$lib/api/users';
import { ask } from './ask-upstream';
import { DoorFailure, success } from './failure';
import { readJson } from './json-body';
import { leaveParcel, takeParcel } from './key-parcel';
import type { SealedAccount } from './seal';
import type { SessionVisit } from './session';

const { full_name, short_name, bot_type } = createBot.params;
const botSchema = v.object({
  full_name: full_name.schema,
  short_name: short_name.schema,
  bot_type: v.optional(bot_type.schema),
});

/** Makes a bot of the account's; its key is fetched by `giveBotKey`. Throws what the server says. */
export async function makeBot(visit: SessionVisit): Promise<Response> {
  const { event, entrance } = visit;
  const account = await signedIn(visit);
  const bot = await readJson(event.request, botSchema);
  const { user_id, api_key } = await ask(entrance, createBot, bot, account.authorization);
  const email = await addressOf(visit, account, user_id);
  await leave(visit, account, email, api_key);
  return success({ user_id });
}

/** A new key for a bot that the account may manage; the old one ends at once. */
export async function renewBotKey(visit: SessionVisit): Promise<Response> {
  const account = await signedIn(visit);
  const bot_id = Number(visit.event.params['bot_id']);
  if (!Number.isSafeInteger(bot_id)) throw new DoorFailure(400, 'BAD_REQUEST', 'No such bot');
  // Before there is a key that could be lost with the answer.
  const email = await addressOf(visit, account, bot_id);
  const params = { bot_id };
  const { api_key } = await ask(visit.entrance, regenerateBotApiKey, params, account.authorization);
  await leave(visit, account, email, api_key);
  return success();
}

/**
 * The key that was made last, once, as the credentials file that clients read. No page ever holds it.
 * https://zulip.com/api/configuring-python-bindings
 */
export async function giveBotKey(visit: SessionVisit): Promise<Response> {
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

async function signedIn({ event, doors, entrance, jar }: SessionVisit): Promise<SealedAccount> {
  const account = await jar.find(event.params['id'] ?? '');
  if (!account) throw new DoorFailure(401, 'UNAUTHORIZED', 'Not signed in.');
  await doors.limits.attempts(entrance.address);
  return account;
}

async function addressOf({ entrance }: SessionVisit, account: SealedAccount, user_id: number) {
  const { user } = await ask(entrance, getUser, { user_id }, account.authorization);
  return user.delivery_email ?? user.email;
}

async function leave(
  { event, doors }: SessionVisit,
  { id }: SealedAccount,
  email: string,
  key: string,
): Promise<void> {
  const place = { cookies: event.cookies, url: event.url, secret: doors.secret };
  await leaveParcel(place, { account: id, email, key, site: doors.realmUrl });
}
