import { and, eq } from 'drizzle-orm';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { User } from '../model';
import { checkOwner, lockOwners, mayManage } from '../permissions/people';
import { role } from '../permissions/roles';
import { findByEmail, findById } from '../users/find-one';

const noSuchUser = () => badRequest('No such user');

/** Somebody whom the caller may know of, deactivated or not. Throws 400, the same for all others. */
export async function accessUser(context: Context, user_id: number): Promise<User> {
  const found = await findById(context, user_id);
  if (!found) throw noSuchUser();
  return found;
}

/** The same by address. */
export async function accessUserByEmail(context: Context, email: string): Promise<User> {
  const found = await findByEmail(context, email);
  if (!found) throw noSuchUser();
  return found;
}

/** One of these as it is now, locked until the end, where the caller may manage them. Throws 400. */
export async function lockManaged(context: Context, found: User): Promise<User> {
  // All owners in one order, so that two who change each other do not wait for each other.
  if (found.role === role.owner) await lockOwners(context);
  const [person] = await context.tx
    .select()
    .from(users)
    .where(and(eq(users.id, found.id), eq(users.is_system_bot, false)))
    .for('no key update');
  if (!person) throw noSuchUser();
  if (!mayManage(context.user, person)) throw badRequest('Insufficient permission');
  return person;
}

const noSuchBot = () => badRequest('No such bot');

/**
 * Throws UNAUTHORIZED_PRINCIPAL for a bot of somebody else that is an owner, unless for owners: whoever
 * gives it a key, or has it, acts as one.
 */
export function checkMayActAs({ user }: Context, bot: User): void {
  if (bot.bot_owner_id !== user.id) checkOwner(user, bot.role);
}

/** A bot that the caller may manage, locked until the end. Everybody may know of bots. Throws 400. */
export async function lockBot(context: Context, bot_id: number): Promise<User> {
  const { tx, realm } = context;
  if (!isRowId(bot_id)) throw noSuchBot();
  const [found] = await tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.id, bot_id),
        eq(users.realm_id, realm.id),
        eq(users.is_bot, true),
        eq(users.is_system_bot, false),
      ),
    );
  if (!found) throw noSuchBot();
  const bot = await lockManaged(context, found);
  checkMayActAs(context, bot);
  return bot;
}
