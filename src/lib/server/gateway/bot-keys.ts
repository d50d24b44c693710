import * as v from 'valibot';
import { createBot, regenerateBotApiKey } from '$lib/api/bots';
import { getUser } from '$lib/api/users';
import { callUpstream } from './call-upstream';
import { GatewayFailure, successResponse } from './failure';
import { readJsonBody } from './json-body';
import { stashKeyOfAccount, requireSignedIn } from './key-file';
import type { SealedAccount } from './seal';
import type { SessionRequest } from './session-endpoint';

const { full_name, short_name, bot_type } = createBot.params;
const botSchema = v.object({
  full_name: full_name.schema,
  short_name: short_name.schema,
  bot_type: v.optional(bot_type.schema),
});

/**
 * Creates a bot owned by the account. `answerKeyFile` delivers its key. Throws the server's errors.
 */
export async function createBotAndStashKey(visit: SessionRequest): Promise<Response> {
  const { event, signInContext: entrance } = visit;
  const account = await requireSignedIn(visit);
  const bot = await readJsonBody(event.request, botSchema);
  const { user_id, api_key } = await callUpstream(entrance, createBot, bot, account.authorization);
  const email = await addressOf(visit, account, user_id);
  await stashKeyOfAccount(visit, account, email, api_key);
  return successResponse({ user_id });
}

/** Generates a new key for a bot the account can manage. The old key stops working immediately. */
export async function renewBotKeyAndStash(visit: SessionRequest): Promise<Response> {
  const account = await requireSignedIn(visit);
  const bot_id = Number(visit.event.params['bot_id']);
  if (!Number.isSafeInteger(bot_id)) throw new GatewayFailure(400, 'BAD_REQUEST', 'No such bot');
  // Look this up first: once the key exists, a failure would lose it.
  const email = await addressOf(visit, account, bot_id);
  const params = { bot_id };
  const { api_key } = await callUpstream(
    visit.signInContext,
    regenerateBotApiKey,
    params,
    account.authorization,
  );
  await stashKeyOfAccount(visit, account, email, api_key);
  return successResponse();
}

async function addressOf(
  { signInContext: entrance }: SessionRequest,
  account: SealedAccount,
  user_id: number,
) {
  const { user } = await callUpstream(entrance, getUser, { user_id }, account.authorization);
  return user.delivery_email ?? user.email;
}
