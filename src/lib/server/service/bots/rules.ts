import { botTypes } from '$lib/api/bots';
import { canCreateBots, canCreateWebhookBots } from '$lib/api/permissions/organization';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import { loadPermissions } from '../permissions/load';

/**
 * Whether the caller can create another bot of this type.
 * https://zulip.com/help/restrict-bot-creation
 */
export async function canCreateBot(
  context: ServiceContext,
  bot_type: number | null,
): Promise<boolean> {
  const permissions = await loadPermissions(context, context.user);
  return bot_type === botTypes.incoming_webhook
    ? canCreateWebhookBots(permissions)
    : canCreateBots(permissions);
}

/** Throws 400 if another active bot has the name, because the two couldn't be distinguished. */
export async function checkBotName(
  { tx, realm }: ServiceContext,
  full_name: string,
  but?: number,
): Promise<void> {
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.realm_id, realm.id),
        eq(users.is_bot, true),
        eq(users.is_active, true),
        sql`fold_case(${users.full_name}) = fold_case(${full_name})`,
        but === undefined ? undefined : ne(users.id, but),
      ),
    )
    .limit(1);
  if (taken) throw badRequest('Name is already in use!');
}
