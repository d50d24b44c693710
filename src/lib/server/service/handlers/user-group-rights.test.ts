import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupId, setRealm } from '../../../../../tests/support/channels';
import { done, groupsOf, idsOf, people, refused } from '../../../../../tests/support/groups';
import { withService } from '../../../../../tests/support/with-service';
import type { AccountWithKey } from '../service';

const t = withService();
let anna: AccountWithKey;
let bert: AccountWithKey;
let carla: AccountWithKey;
let guest: AccountWithKey;
let g: ReturnType<typeof groupsOf>;

beforeAll(async () => {
  g = groupsOf(t);
  anna = await t.addUser({ full_name: 'Anna' });
  bert = await t.addUser({ full_name: 'Bert' });
  carla = await t.addUser({ full_name: 'Carla' });
  guest = await t.addUser({ full_name: 'Guest', role: 600 });
});
beforeEach(() => setRealm(t, {}));

describe('permission to', () => {
  const nobody = () => groupId(t, 'role:nobody');

  it('manage a group: its managers, and those who can manage all groups', async () => {
    const id = await g.create(anna, { can_manage_group: people(bert) });
    for (const by of [anna, carla]) {
      expect(await g.ask(by, 'PATCH', String(id), { description: 'x' })).toEqual(refused);
      expect(await g.ask(by, 'POST', `${id}/deactivate`)).toEqual(refused);
    }
    expect(await g.ask(bert, 'PATCH', String(id), { description: 'x' })).toEqual(done);
    expect(await g.ask(t.owner, 'PATCH', String(id), { description: 'y' })).toEqual(done);
    await setRealm(t, { can_manage_all_groups: people(carla) });
    expect(await g.ask(t.owner, 'PATCH', String(id), { description: 'z' })).toEqual(refused);
    expect(await g.ask(carla, 'PATCH', String(id), { description: 'z' })).toEqual(done);
    expect(await g.ask(bert, 'POST', `${id}/deactivate`)).toEqual(done);
  });

  it('add: managers, and can_add_members_group', async () => {
    const id = await g.create(anna, { can_add_members_group: people(bert) });
    const inner = await g.create(anna);
    expect(await g.changeMembers(carla, id, { add: idsOf(guest) })).toEqual(refused);
    expect(await g.changeMembers(carla, id, { add_subgroups: [inner] })).toEqual(refused);
    expect(await g.changeMembers(bert, id, { add: idsOf(guest), add_subgroups: [inner] })).toEqual(
      done,
    );
    expect(await g.changeMembers(bert, id, { delete: idsOf(guest) })).toEqual(refused);
    expect(await g.changeMembers(bert, id, { delete_subgroups: [inner] })).toEqual(refused);
    expect(await g.changeMembers(bert, id, { add: idsOf(bert) })).toEqual(done);
  });

  it('remove: managers, and can_remove_members_group', async () => {
    const inner = await g.create(anna);
    const id = await g.create(anna, {
      members: idsOf(carla, guest),
      subgroups: [inner],
      can_remove_members_group: people(bert),
    });
    expect(await g.changeMembers(carla, id, { delete: idsOf(guest) })).toEqual(refused);
    expect(await g.changeMembers(bert, id, { add: idsOf(anna) })).toEqual(refused);
    const both = { delete: idsOf(guest), delete_subgroups: [inner] };
    expect(await g.changeMembers(bert, id, both)).toEqual(done);
    expect(await g.changeMembers(anna, id, { delete: idsOf(carla) })).toEqual(done);
  });

  it('join: only oneself, with can_join_group', async () => {
    const id = await g.create(anna, { can_join_group: people(bert, carla, guest) });
    expect(await g.changeMembers(bert, id, { add: idsOf(carla) })).toEqual(refused);
    expect(await g.changeMembers(bert, id, { add: idsOf(bert, carla) })).toEqual(refused);
    expect(await g.changeMembers(bert, id, { add: idsOf(bert) })).toEqual(done);
    expect(await g.changeMembers(t.owner, id, { add: idsOf(t.owner) })).toEqual(done);
    // Guests have only permissions that can be granted to everyone. This isn't one.
    expect(await g.changeMembers(guest, id, { add: idsOf(guest) })).toEqual(refused);
  });

  it('leave: only oneself, with can_leave_group, guests too', async () => {
    const id = await g.create(anna, { members: idsOf(bert, carla, guest) });
    expect(await g.changeMembers(bert, id, { delete: idsOf(carla) })).toEqual(refused);
    expect(await g.changeMembers(bert, id, { delete: idsOf(bert) })).toEqual(done);
    expect(await g.changeMembers(guest, id, { delete: idsOf(guest) })).toEqual(done);
    const closed = { can_leave_group: { new: await nobody() } };
    expect(await g.ask(anna, 'PATCH', String(id), closed)).toEqual(done);
    expect(await g.changeMembers(carla, id, { delete: idsOf(carla) })).toEqual(refused);
  });

  it('a guest has only what can be granted to everyone', async () => {
    const id = await g.create(anna);
    await setRealm(t, { can_manage_all_groups: people(guest) });
    expect(await g.changeMembers(guest, id, { add: idsOf(guest) })).toEqual(refused);
  });

  it('applies through nested groups', async () => {
    const inner = await g.create(anna, { members: idsOf(bert) });
    const outer = await g.create(anna, { subgroups: [inner] });
    const id = await g.create(anna, {
      can_manage_group: outer,
      can_add_members_group: await nobody(),
    });
    expect(await g.changeMembers(bert, id, { add: idsOf(carla) })).toEqual(done);
    expect(await g.changeMembers(carla, id, { add: idsOf(guest) })).toEqual(refused);
  });
});
