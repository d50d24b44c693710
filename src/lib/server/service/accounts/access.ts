import { userRole } from '$lib/api/roles';
import { canManageUser } from '$lib/api/permissions/organization';
import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { users } from '../db/schema/users';
import { badRequest, requirePermission } from '../failure';
import type { UserRow } from '../model';
import { requireOwnerToChangeOwner, lockOwners } from '../permissions/manage-people';
import { findUserByEmail, findUserById } from '../users/find-user';

const noSuchUser = () => badRequest('No such user');

/**
 * A user that the caller can see, deactivated or not. Throws 400, with the same error for hidden
 * and unknown ids.
 */
export async function accessUser(context: ServiceContext, user_id: number): Promise<UserRow> {
  const found = await findUserById(context, user_id);
  if (!found) throw noSuchUser();
  return found;
}

/** The same by email address. */
export async function accessUserByEmail(context: ServiceContext, email: string): Promise<UserRow> {
  const found = await findUserByEmail(context, email);
  if (!found) throw noSuchUser();
  return found;
}

/** The user's current row, locked until commit. Throws 400 if the caller can't manage them. */
export async function lockManagedUser(context: ServiceContext, found: UserRow): Promise<UserRow> {
  // Locks all owners in one order, so that two owners changing each other don't deadlock.
  if (found.role === userRole.owner) await lockOwners(context);
  const [person] = await context.tx
    .select()
    .from(users)
    .where(and(eq(users.id, found.id), eq(users.is_system_bot, false)))
    .for('no key update');
  if (!person) throw noSuchUser();
  const { id: user_id, role } = context.user;
  requirePermission(canManageUser({ user_id, role }, person));
  return person;
}

const noSuchBot = () => badRequest('No such bot');

/**
 * Throws UNAUTHORIZED_PRINCIPAL for someone else's bot that is an owner, unless the caller is an
 * owner: anyone who gives it a new key, or knows its key, can act as an owner.
 */
export function requireCanActAs({ user }: ServiceContext, bot: UserRow): void {
  if (bot.bot_owner_id !== user.id) requireOwnerToChangeOwner(user, bot.role);
}

/** A bot that the caller can manage, locked until commit. Everyone can see bots. Throws 400. */
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
