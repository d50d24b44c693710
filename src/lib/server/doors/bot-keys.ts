import * as v from 'valibot';
import { createBot, regenerateBotApiKey } from '$lib/api/bots';
import { getUser } from '$lib/api/users';
import { ask } from './ask-upstream';
import { DoorFailure, success } from './failure';
import { readJson } from './json-body';
import { leaveKey, signedIn } from './key-file';
import type { SealedAccount } from './seal';
import type { SessionVisit } from './session';

const { full_name, short_name, bot_type } = createBot.params;
const botSchema = v.object({
  full_name: full_name.schema,
  short_name: short_name.schema,
  bot_type: v.optional(bot_type.schema),
});

/** Makes a bot of the account's; its key is fetched by `giveKeyFile`. Throws what the server says. */
export async function makeBot(visit: SessionVisit): Promise<Response> {
  const { event, entrance } = visit;
  const account = await signedIn(visit);
  const bot = await readJson(event.request, botSchema);
  const { user_id, api_key } = await ask(entrance, createBot, bot, account.authorization);
  const email = await addressOf(visit, account, user_id);
  await leaveKey(visit, account, email, api_key);
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
  await leaveKey(visit, account, email, api_key);
  return success();
}

async function addressOf({ entrance }: SessionVisit, account: SealedAccount, user_id: number) {
  const { user } = await ask(entrance, getUser, { user_id }, account.authorization);
  return user.delivery_email ?? user.email;
}
