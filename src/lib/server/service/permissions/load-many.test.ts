import { inArray, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { withService } from '../../../../../tests/support/with-service';
import { ReadCache } from '../db/read-cache';
import { userGroupMembers, userGroups, userGroupSubgroups } from '../db/schema/groups';
import { realms } from '../db/schema/realms';
import { users } from '../db/schema/users';
import { loadPermissions } from './load';
import { loadPermissionsOf } from './load-many';
import { realmPermissions, type RealmPermission } from './table';

const t = withService();

it('gives the same for many users as for each one, through nested groups and roles', async () => {
  const { db } = t.store;
  const added = await Promise.all([100, 300, 400, 600].map((role) => t.addUser({ role })));
  const [realm] = await db.select().from(realms);
  const [everyone] = await db
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(sql`name = 'role:members'`);
  const groups = await db
    .insert(userGroups)
    .values(['a', 'b', 'c', 'd'].map((name) => ({ realm_id: realm!.id, name })))
    .returning({ id: userGroups.id });
  const [a, b, c, d] = groups.map(({ id }) => id) as [number, number, number, number];
  // A cycle, and a group that contains a role group.
  await db.insert(userGroupSubgroups).values([
    { group_id: b, subgroup_id: a },
    { group_id: c, subgroup_id: b },
    { group_id: a, subgroup_id: c },
    { group_id: d, subgroup_id: everyone!.id },
  ]);
  await db.insert(userGroupMembers).values({ group_id: a, user_id: added[3]!.user_id });
  const people = await db
    .select()
    .from(users)
    .where(
      inArray(
        users.id,
        added.map(({ user_id }) => user_id),
      ),
    );
  await t.store.transaction(async (tx) => {
    const scope = { tx, service: { readCache: new ReadCache() }, realm: realm!, clock: t.clock };
    const many = await loadPermissionsOf(scope, people);
    for (const person of people) {
      const alone = await loadPermissions(scope, person);
      const together = many.get(person.id)!;
      for (const id of [a, b, c, d]) expect(together.includes(id)).toBe(alone.includes(id));
      for (const name of Object.keys(realmPermissions) as RealmPermission[]) {
        expect([name, together.realmHas(name)]).toEqual([name, alone.realmHas(name)]);
      }
    }
    expect(many.get(added[3]!.user_id)!.includes(c)).toBe(true);
    expect(many.get(added[2]!.user_id)!.includes(d)).toBe(true);
    expect(many.get(added[3]!.user_id)!.includes(d)).toBe(false);
  });
});
