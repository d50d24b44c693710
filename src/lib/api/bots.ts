import * as v from 'valibot';
import { defineOperation, inPath, json, optional, text } from './define-operation';
import { userRoles } from './roles';
import { dictionary, integer, list, textUpTo, shortText } from './value-schemas';

/** A generic bot, or an incoming webhook, which can only send messages. */
export const botTypes = { generic: 1, incoming_webhook: 2 } as const;

const full_name = text(textUpTo(1000));
const bot_id = inPath(integer);
const api_key = v.string();

/** The caller's active bots. Returns their keys, so it's not for browsers. */
export const getBots = defineOperation({
  id: 'getBots',
  route: 'GET /bots',
  access: 'human member',
  browser: false,
  knownFrom: 'servers',
  result: v.object({
    bots: v.array(
      v.object({
        /** Only Inkwell sends it: other servers identify bots by email address. */
        user_id: v.optional(v.number()),
        username: v.string(),
        full_name: v.string(),
        api_key,
        avatar_url: v.string(),
      }),
    ),
  }),
});

/**
 * Returns the bot's key, which its owner must configure in the bot, so it's not for browsers. A
 * file in the form is the bot's profile picture.
 */
export const createBot = defineOperation({
  id: 'createBot',
  route: 'POST /bots',
  access: 'human member',
  browser: false,
  knownFrom: 'servers',
  multipart: 'optional picture',
  params: {
    full_name,
    /** The first part of the bot's email address. */
    short_name: text(textUpTo(100)),
    bot_type: optional(json(integer)),
  },
  result: v.object({ user_id: v.number(), api_key, avatar_url: v.string() }),
});

/** Omitted parameters stay unchanged. A file in the form is the new profile picture. */
export const updateBot = defineOperation({
  id: 'updateBot',
  route: 'PATCH /bots/{bot_id}',
  access: 'human member',
  knownFrom: 'servers',
  multipart: 'optional picture',
  params: {
    bot_id,
    full_name: optional(full_name),
    bot_owner_id: optional(json(integer)),
    role: optional(json(v.picklist(userRoles))),
  },
  result: v.object({
    full_name: v.string(),
    avatar_url: v.string(),
    bot_owner: v.optional(v.string()),
  }),
});

export const deactivateBot = defineOperation({
  id: 'deactivateBot',
  route: 'DELETE /bots/{bot_id}',
  access: 'human member',
  knownFrom: 'servers',
  params: { bot_id },
});

/**
 * The old key stops working immediately, as does everything opened with it. Not for browsers, which
 * must not see the new key.
 */
export const regenerateBotApiKey = defineOperation({
  id: 'regenerateBotApiKey',
  route: 'POST /bots/{bot_id}/api_key/regenerate',
  access: 'human member',
  browser: false,
  knownFrom: 'servers',
  params: { bot_id },
  result: v.object({ api_key }),
});

/** Maximum length of a single value in a bot's storage. */
export const maxStoredLength = 100_000;
const keys = list(shortText, 1000);

/** The calling bot's storage: everything, or only `keys`. https://zulip.com/api/writing-bots */
export const getBotStorage = defineOperation({
  id: 'getBotStorage',
  route: 'GET /bot_storage',
  knownFrom: 'servers',
  params: { keys: optional(json(keys)) },
  result: v.object({ storage: v.record(v.string(), v.string()) }),
});

export const updateBotStorage = defineOperation({
  id: 'updateBotStorage',
  route: 'PUT /bot_storage',
  knownFrom: 'servers',
  params: {
    storage: json(dictionary(shortText, textUpTo(maxStoredLength), 1000)),
  },
});

export const removeBotStorage = defineOperation({
  id: 'removeBotStorage',
  route: 'DELETE /bot_storage',
  knownFrom: 'servers',
  params: { keys: optional(json(keys)) },
});
