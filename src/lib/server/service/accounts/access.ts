import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { UserRow } from '../model';
import { requireOwnerToChangeOwner, lockOwners, canManageUser } from '../permissions/manage-people';
import { role } from '../permissions/roles';
import { findUserByEmail, findUserById } from '../users/find-user';

const noSuchUser = () => badRequest('No such user');

/** Somebody whom the caller may know of, deactivated or not. Throws 400, the same for all others. */
export async function accessUser(context: ServiceContext, user_id: number): Promise<UserRow> {
  const found = await findUserById(context, user_id);
  if (!found) throw noSuchUser();
  return found;
}

/** The same by address. */
export async function accessUserByEmail(context: ServiceContext, email: string): Promise<UserRow> {
  const found = await findUserByEmail(context, email);
  if (!found) throw noSuchUser();
  return found;
}

/** One of these as it is now, locked until the end, where the caller may manage them. Throws 400. */
export async function lockManagedUser(context: ServiceContext, found: UserRow): Promise<UserRow> {
  // All owners in one order, so that two who change each other do not wait for each other.
  if (found.role === role.owner) await lockOwners(context);
  const [person] = await context.tx
    .select()
    .from(users)
    .where(and(eq(users.id, found.id), eq(users.is_system_bot, false)))
    .for('no key update');
  if (!person) throw noSuchUser();
  if (!canManageUser(context.user, person)) throw badRequest('Insufficient permission');
  return person;
}

const noSuchBot = () => badRequest('No such bot');

/**
 * Throws UNAUTHORIZED_PRINCIPAL for a bot of somebody else that is an owner, unless for owners: whoever
 * gives it a key, or has it, acts as one.
 */
export function requireCanActAs({ user }: ServiceContext, bot: UserRow): void {
  if (bot.bot_owner_id !== user.id) requireOwnerToChangeOwner(user, bot.role);
}

/** A bot that the caller may manage, locked until the end. Everybody may know of bots. Throws 400. */
export async function lockBot(context: ServiceContext, bot_id: number): Promise<UserRow> {
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
  const bot = await lockManagedUser(context, found);
  requireCanActAs(context, bot);
  return bot;
}
