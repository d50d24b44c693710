import { botTypes } from '$lib/api/bots';
import { and, asc, eq } from 'drizzle-orm';
import { createApiKey } from '../api-keys';
import { recordAuditedChange } from '../audit/record';
import { lockBot } from '../accounts/access';
import { setAvatar } from '../avatars/avatar';
import { announceBot, announceNewBot } from '../bots/announce';
import { changeBotOwner, botOwnerOf } from '../bots/change-owner';
import { checkBotName, canCreateBot } from '../bots/rules';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { badRequest, requirePermission } from '../failure';
import { AfterCommit, type OperationHandlers } from '../handler';

import type { UserRow } from '../model';
import { endAllSessionsOf } from '../sessions';
import { checkFullName } from '../settings/full-name';
import { deactivateAccounts } from '../accounts/deactivate';
import { announceNewUser } from '../accounts/announce-new';
import { changeFullName } from '../accounts/change-name';
import { changeRole } from '../accounts/change-role';
import { apiEmail, gravatarUrl } from '../users/email';
import { settingsForNewAccount } from '../users/settings';
import { revokeVisibilityByRole } from '../events/revoke-visibility';
import { announceRoleGroups } from '../accounts/group-members';

const avatarOf = (bot: UserRow, { baseUrl }: ServiceContext) =>
  bot.avatar_url ?? gravatarUrl(bot, baseUrl);

/** Throws 400 for an unknown type, and for types that need the server to run or call the bot. */
function checkType(bot_type: number): void {
  if (Object.values<number>(botTypes).includes(bot_type)) return;
  if (bot_type === outgoingWebhook)
    throw badRequest("This server doesn't support outgoing webhooks.");
  if (bot_type === embedded) throw badRequest('Embedded bots are not enabled on this server.');
  throw badRequest('Invalid bot type');
}

/** API types that this server doesn't support. https://zulip.com/help/bots-overview */
const [outgoingWebhook, embedded] = [3, 4];

/** Throws 400 for an invalid short name. */
function botAddress(given: string, baseUrl: string): string {
  const short_name = given.trim().toLowerCase();
  if (!/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(short_name))
    throw badRequest('Bad name or username');
  return `${short_name}-bot@${new URL(baseUrl).hostname}`;
}

/** The result about a bot, with the profile picture from the form, if any. */
async function pictured<Result>(
  context: ServiceContext,
  bot: UserRow,
  answer: (avatar_url: string) => Result,
): Promise<AfterCommit<Result>> {
  const set = context.request.file && (await setAvatar(context, bot, context.request.file));
  if (set) await announceBot(context, bot, { avatar_url: set.avatar_url });
  return new AfterCommit(({ files }) => {
    if (set?.leavesBytes) files.removeSoon();
    return Promise.resolve(answer(set?.avatar_url ?? avatarOf(bot, context)));
  });
}

export const botHandlers = {
  async getBots(context) {
    const { tx, user } = context;
    const bots = await tx
      .select()
      .from(users)
      .where(and(eq(users.bot_owner_id, user.id), eq(users.is_active, true)))
      .orderBy(asc(users.id));
    return {
      bots: bots.map((bot) => ({
        user_id: bot.id,
        username: bot.delivery_email,
        full_name: bot.full_name,
        api_key: bot.api_key,
        avatar_url: avatarOf(bot, context),
      })),
    };
  },

  async createBot(context, params) {
    const { tx, user, realm, clock, baseUrl } = context;
    const bot_type = params.bot_type ?? botTypes.generic;
    checkType(bot_type);
    requirePermission(await canCreateBot(context, bot_type));
    const full_name = await checkFullName(context, params.full_name);
    await checkBotName(context, full_name);
    const [bot] = await tx
      .insert(users)
      .values({
        realm_id: realm.id,
        delivery_email: botAddress(params.short_name, baseUrl),
        full_name,
        is_bot: true,
        bot_type,
        bot_owner_id: user.id,
        date_joined: new Date(clock.now()),
        api_key: createApiKey(),
        settings: settingsForNewAccount(realm, { isBot: true }),
      })
      .onConflictDoNothing()
      .returning();
    if (!bot) throw badRequest('Username already in use');
    const after = { full_name, bot_type };
    await recordAuditedChange(context, { action: 'bot.created', modified_user_id: bot.id, after });
    await announceNewUser(context, bot);
    await announceRoleGroups(context, 'add_members', [bot]);
    await announceNewBot(context, bot);
    const { id: user_id, api_key } = bot;
    return pictured(context, bot, (avatar_url) => ({ user_id, api_key, avatar_url }));
  },

  async updateBot(context, params) {
    let bot = await lockBot(context, params.bot_id);
    const { full_name, role, bot_owner_id } = params;
    if (full_name !== undefined) bot = await changeFullName(context, bot, full_name);
    if (role !== undefined && role !== bot.role) {
      const before = bot;
      bot = await changeRole(context, before, role);
      await revokeVisibilityByRole(context, before, bot);
    }
    if (bot_owner_id !== undefined && bot_owner_id !== bot.bot_owner_id) {
      bot = await changeBotOwner(context, bot, bot_owner_id);
    }
    const owner = await botOwnerOf(context, bot);
    const { full_name: name } = bot;
    const result = (avatar_url: string) => ({
      full_name: name,
      avatar_url,
      ...(owner && { bot_owner: apiEmail(owner, context.baseUrl) }),
    });
    return pictured(context, bot, result);
  },

  /** Does nothing if it is already deactivated. */
  async deactivateBot(context, { bot_id }) {
    const bot = await lockBot(context, bot_id);
    return bot.is_active ? deactivateAccounts(context, bot) : {};
  },

  async regenerateBotApiKey(context, { bot_id }) {
    const bot = await lockBot(context, bot_id);
    const api_key = createApiKey();
    await context.tx.update(users).set({ api_key }).where(eq(users.id, bot.id));
    await recordAuditedChange(context, { action: 'bot.key_renewed', modified_user_id: bot.id });
    const ended = await endAllSessionsOf(context.tx, [bot.id]);
    return new AfterCommit(async ({ polls }) => {
      await polls.end(ended);
      return { api_key };
    });
  },
} satisfies Partial<OperationHandlers>;
