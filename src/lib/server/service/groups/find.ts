import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { realms } from '../db/schema/realms';
import { badRequest } from '../failure';

export type GroupRow = typeof userGroups.$inferSelect;

/** A group of the organization, deactivated or not. Throws 400. */
export async function findGroup(context: ServiceContext, id: number): Promise<GroupRow> {
  const [row] = isRowId(id)
    ? await context.tx.select().from(userGroups).where(is(context, id))
    : [];
  if (!row) throw noSuchGroup();
  return row;
}

/**
 * A user-created group, locked against other changes until commit. Throws 400, also for role
 * groups, which only follow the roles.
 */
export async function findGroupToChange(context: ServiceContext, id: number): Promise<GroupRow> {
  await lockGroups(context);
  const [row] = isRowId(id)
    ? await context.tx.select().from(userGroups).where(is(context, id)).for('update')
    : [];
  if (!row) throw noSuchGroup();
  if (row.is_system_group) throw badRequest('System groups cannot be changed.');
  return row;
}

/**
 * Makes changes of an organization's groups run one after the other, because cycles, and whether a
 * group is in use, depend on all of them.
 */
export async function lockGroups({ tx, realm }: ServiceContext): Promise<void> {
  await tx
    .select({ id: realms.id })
    .from(realms)
    .where(eq(realms.id, realm.id))
    .for('no key update');
}

/** Names are compared ignoring case, as in mentions. Deactivated groups keep their names. */
export async function checkNameIsFree(
  context: ServiceContext,
  name: string,
  but = 0,
): Promise<void> {
  const { tx, realm } = context;
  const [taken] = await tx
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(
      and(
        eq(userGroups.realm_id, realm.id),
        sql`fold_case(${userGroups.name}) = fold_case(${name})`,
        ne(userGroups.id, but),
      ),
    );
  if (taken) throw badRequest(`User group '${name}' already exists.`);
}

/** All groups of the organization, by id. */
export function loadGroups({ tx, realm }: ServiceContext): Promise<GroupRow[]> {
  return tx
    .select()
    .from(userGroups)
    .where(eq(userGroups.realm_id, realm.id))
    .orderBy(asc(userGroups.id));
}

function is({ realm }: ServiceContext, id: number) {
  return and(eq(userGroups.realm_id, realm.id), eq(userGroups.id, id));
}

function noSuchGroup() {
  return badRequest('Invalid user group');
}
