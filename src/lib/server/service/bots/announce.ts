import { userRole } from '$lib/api/roles';
import { and, eq, lte, or } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { gravatarUrl } from '../users/email';

/** A bot as its owner sees it, without its key, because it is also sent to browsers. */
export function wireBot(bot: UserRow, baseUrl: string) {
  return {
    user_id: bot.id,
    full_name: bot.full_name,
    email: bot.delivery_email,
    bot_type: bot.bot_type,
    is_active: bot.is_active,
    owner_id: bot.bot_owner_id,
    avatar_url: bot.avatar_url ?? gravatarUrl(bot, baseUrl),
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  };
}

/** Users who get events about the bot as a bot: its owner, and administrators. */
async function audienceOfBot(
  { tx, realm }: ServiceContext,
  owner_id: number | null,
): Promise<number[]> {
  const owner = owner_id === null ? undefined : eq(users.id, owner_id);
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        eq(users.is_active, true),
        eq(users.is_bot, false),
        or(lte(users.role, userRole.administrator), owner),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function announceNewBot(context: ServiceContext, bot: UserRow): Promise<void> {
  const payload = { type: 'realm_bot', op: 'add', bot: wireBot(bot, context.baseUrl) };
  context.emit({ payload, audience: await audienceOfBot(context, bot.bot_owner_id) });
}

export async function announceBot(
  context: ServiceContext,
  bot: UserRow,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const payload = { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...values } };
  context.emit({ payload, audience: await audienceOfBot(context, bot.bot_owner_id) });
}

/**
 * Removes the bot for the previous owner and adds it for the new one, unless they see all bots
 * anyway.
 */
export async function announceBotOwner(
  context: ServiceContext,
  bot: UserRow,
  owner_id: number,
): Promise<void> {
  const { emit, baseUrl } = context;
  const everybody = new Set(await audienceOfBot(context, null));
  const moved = { ...bot, bot_owner_id: owner_id };
  const { bot_owner_id: before } = bot;
  const user_id = bot.id;
  if (before !== null && !everybody.has(before)) {
    const payload = { type: 'realm_bot', op: 'delete', bot: { user_id } };
    emit({ payload, audience: [before] });
  }
  if (!everybody.has(owner_id)) {
    const payload = { type: 'realm_bot', op: 'add', bot: wireBot(moved, baseUrl) };
    emit({ payload, audience: [owner_id] });
  }
  const payload = { type: 'realm_bot', op: 'update', bot: { user_id, owner_id } };
  emit({ payload, audience: [...everybody] });
}
