import { and, eq } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { announcePerson } from '../settings/announce';
import { announceBotOwner } from './announce';

/** Transfers a locked bot to another user. Throws 400 if that user can't own a bot. */
export async function changeBotOwner(
  context: ServiceContext,
  bot: UserRow,
  owner_id: number,
): Promise<UserRow> {
  const { tx, realm } = context;
  const [owner] = isRowId(owner_id)
    ? await tx
        .select()
        .from(users)
        .where(and(eq(users.id, owner_id), eq(users.realm_id, realm.id)))
        .for('share')
    : [];
  if (!owner) throw badRequest('Failed to change owner, no such user');
  if (!owner.is_active) throw badRequest('Failed to change owner, user is deactivated');
  if (owner.is_bot) throw badRequest("Failed to change owner, bots can't own other bots");
  await announceBotOwner(context, bot, owner.id);
  const [after] = await tx
    .update(users)
    .set({ bot_owner_id: owner.id })
    .where(eq(users.id, bot.id))
    .returning();
  await recordAuditedChange(context, {
    action: 'bot.owner_changed',
    modified_user_id: bot.id,
    before: { bot_owner_id: bot.bot_owner_id },
    after: { bot_owner_id: owner.id },
  });
  await announcePerson(context, after!, { bot_owner_id: owner.id });
  return after!;
}

export async function botOwnerOf(
  { tx }: ServiceContext,
  { bot_owner_id }: UserRow,
): Promise<UserRow | undefined> {
  if (bot_owner_id === null) return undefined;
  const [owner] = await tx.select().from(users).where(eq(users.id, bot_owner_id));
  return owner;
}
