import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserGroup } from '$lib/api/user-groups';
import { addChannel, groupId, openQueue, setRealm } from '../../../../../tests/support/channels';
import { done, groupsOf, idsOf, people, refused } from '../../../../../tests/support/groups';
import { withService } from '../../../../../tests/support/with-service';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';

type Params = Record<string, unknown>;

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

describe('getUserGroups', () => {
  it('lists the role groups, each with the users of exactly that role', async () => {
    const { body } = await t.call(anna, 'GET', '/user_groups');
    const groups = body['user_groups'] as UserGroup[];
    const named = (name: string) => groups.find((each) => each.name === name)!;
    expect(named('role:owners')).toMatchObject({
      members: [t.owner.user_id],
      is_system_group: true,
      direct_subgroup_ids: [],
      can_manage_group: named('role:nobody').id,
    });
    expect(named('role:everyone')).toMatchObject({
      members: [guest.user_id],
      direct_subgroup_ids: [named('role:members').id],
    });
    expect(named('role:members').members).toEqual(idsOf(anna, bert, carla));
    expect(named('role:nobody').members).toEqual([]);
  });

  it('leaves deactivated groups out unless requested', async () => {
    const id = await g.create(anna);
    await g.ask(anna, 'POST', `${id}/deactivate`);
    const list = async (params: Params) =>
      ((await t.call(anna, 'GET', '/user_groups', params)).body['user_groups'] as UserGroup[]).some(
        (each) => each.id === id,
      );
    expect(await list({})).toBe(false);
    expect(await list({ include_deactivated_groups: false })).toBe(false);
    expect(await list({ include_deactivated_groups: true })).toBe(true);
  });

  it('is for everyone but guests', async () => {
    const bot = await t.addUser({ is_bot: true, bot_type: 1, bot_owner_id: anna.user_id });
    const id = await g.create(anna);
    for (const account of [guest, bot]) {
      for (const path of ['', `/${id}/members`, `/${id}/subgroups`, `/${id}/members/1`]) {
        const { status, body } = await t.call(account, 'GET', `/user_groups${path}`);
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      }
    }
  });
});

describe('members', () => {
  it('are listed including subgroups, or only direct ones', async () => {
    const inner = await g.create(anna, { members: idsOf(anna, guest) });
    const middle = await g.create(anna, { members: idsOf(bert), subgroups: [inner] });
    const outer = await g.create(anna, { members: idsOf(carla, anna), subgroups: [middle] });
    const of = async (path: string, params: Params = {}) =>
      (await g.ask(anna, 'GET', `${outer}/${path}`, params)) as Params;
    expect((await of('members'))['members']).toEqual(idsOf(anna, bert, carla, guest));
    expect((await of('members', { direct_member_only: true }))['members']).toEqual(
      idsOf(anna, carla),
    );
    expect((await of('subgroups'))['subgroups']).toEqual([inner, middle]);
    expect((await of('subgroups', { direct_subgroup_only: true }))['subgroups']).toEqual([middle]);
    const isIn = async (who: AccountWithKey, params: Params = {}) =>
      (await of(`members/${who.user_id}`, params))['is_user_group_member'];
    expect(await isIn(guest)).toBe(true);
    expect(await isIn(guest, { direct_member_only: true })).toBe(false);
    expect(await isIn(carla, { direct_member_only: true })).toBe(true);
    expect(await isIn(t.owner)).toBe(false);
    expect(await of('members/999999')).toEqual(refused);
    expect(await of(`members/${2 ** 40}`)).toEqual(refused);
  });

  it('of a role group are those with that role or a higher one', async () => {
    const admin = await t.addUser({ role: 200 });
    const id = await groupId(t, 'role:administrators');
    const { members } = (await g.ask(anna, 'GET', `${id}/members`)) as Params;
    expect(members).toEqual(idsOf(t.owner, admin));
    const direct = (await g.ask(anna, 'GET', `${id}/members`, {
      direct_member_only: true,
    })) as Params;
    expect(direct['members']).toEqual(idsOf(admin));
  });

  it('exclude deactivated users', async () => {
    const leaver = await t.addUser();
    const id = await g.create(anna, { members: idsOf(anna, leaver) });
    await t.store.db.update(users).set({ is_active: false }).where(eq(users.id, leaver.user_id));
    expect((await g.find(id)).members).toEqual(idsOf(anna));
    expect(((await g.ask(anna, 'GET', `${id}/members`)) as Params)['members']).toEqual(idsOf(anna));
    const path = `${id}/members/${leaver.user_id}`;
    expect(((await g.ask(anna, 'GET', path)) as Params)['is_user_group_member']).toBe(false);
  });

  it('are added and removed, with an event and a message to those affected', async () => {
    const id = await g.create(anna, { members: idsOf(anna) });
    const types = { event_types: ['user_group', 'message'] };
    const [mine, theirs] = [await openQueue(t, anna, types), await openQueue(t, bert, types)];
    expect(await g.changeMembers(anna, id, { add: idsOf(carla, bert) })).toEqual(done);
    expect((await g.find(id)).members).toEqual(idsOf(anna, bert, carla));
    expect(await g.changeMembers(anna, id, { delete: idsOf(anna, bert) })).toEqual(done);
    expect((await g.find(id)).members).toEqual(idsOf(carla));
    const events = [
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: idsOf(bert, carla) },
      { type: 'user_group', op: 'remove_members', group_id: id, user_ids: idsOf(anna, bert) },
    ];
    expect(await mine.events()).toEqual(events);
    const theirEvents = await theirs.events();
    expect(theirEvents.filter(({ type }) => type === 'user_group')).toEqual(events);
    const { name } = await g.find(id);
    expect(theirEvents.filter(({ type }) => type === 'message')).toMatchObject(
      ['added you to', 'removed you from'].map((change) => ({
        message: {
          sender_full_name: 'Notification Bot',
          content: `@_**Anna|${anna.user_id}** ${change} the group @_*${name}*.`,
          display_recipient: [{ full_name: 'Notification Bot' }, { id: bert.user_id }],
        },
        flags: [],
      })),
    );
  });

  it('are changed all or not at all', async () => {
    const id = await g.create(anna, { members: idsOf(anna) });
    for (const params of [
      {},
      { add: [], delete: [] },
      { add: idsOf(bert, anna) },
      { add: [bert.user_id, 999_999] },
      { add: [2 ** 40] },
      { delete: idsOf(anna, bert) },
      { delete: [2 ** 40] },
      { add: idsOf(bert), delete: idsOf(carla) },
      { add: idsOf(bert), add_subgroups: [999_999] },
      { add: idsOf(bert), delete_subgroups: [id] },
      { delete_subgroups: [2 ** 40] },
    ]) {
      expect(await g.changeMembers(anna, id, params)).toEqual(refused);
      expect((await g.find(id)).members).toEqual(idsOf(anna));
    }
    const inner = await g.create(anna);
    const all = { add: idsOf(bert), delete: idsOf(anna), add_subgroups: [inner] };
    expect(await g.changeMembers(anna, id, all)).toEqual(done);
    expect(await g.find(id)).toMatchObject({ members: idsOf(bert), direct_subgroup_ids: [inner] });
  });

  it('of a role group can’t be changed', async () => {
    const id = await groupId(t, 'role:moderators');
    expect(await g.changeMembers(t.owner, id, { add: idsOf(anna) })).toEqual(refused);
    expect(await g.ask(t.owner, 'PATCH', String(id), { description: 'x' })).toEqual(refused);
    expect(await g.ask(t.owner, 'POST', `${id}/deactivate`)).toEqual(refused);
    expect(
      await g.ask(t.owner, 'POST', `${id}/subgroups`, { add: [await g.create(anna)] }),
    ).toEqual(refused);
  });

  it('of an unknown group don’t exist', async () => {
    for (const id of [999_999, 2 ** 40]) {
      expect(await g.changeMembers(t.owner, id, { add: idsOf(anna) })).toEqual(refused);
      expect(await g.ask(anna, 'GET', `${id}/members`)).toEqual(refused);
      expect(await g.ask(anna, 'GET', `${id}/subgroups`)).toEqual(refused);
      expect(await g.ask(t.owner, 'PATCH', String(id), { name: 'x' })).toEqual(refused);
      expect(await g.ask(t.owner, 'POST', `${id}/deactivate`)).toEqual(refused);
    }
  });
});

describe('subgroups', () => {
  it('are added and removed by their own call, and announced', async () => {
    const [outer, inner] = [await g.create(anna), await g.create(anna)];
    const queue = await openQueue(t, guest, { event_types: ['user_group'] });
    const sub = (params: Params) => g.ask(anna, 'POST', `${outer}/subgroups`, params);
    expect(await sub({ add: [inner] })).toEqual(done);
    expect(await sub({ add: [inner] })).toEqual(refused);
    expect(await sub({ delete: [inner] })).toEqual(done);
    expect(await sub({ delete: [inner] })).toEqual(refused);
    expect(await sub({})).toEqual(refused);
    const change = { type: 'user_group', group_id: outer, direct_subgroup_ids: [inner] };
    expect(await queue.events()).toEqual([
      { ...change, op: 'add_subgroups' },
      { ...change, op: 'remove_subgroups' },
    ]);
  });

  it('can’t contain the group that they are in', async () => {
    const [a, b, c] = [await g.create(anna), await g.create(anna), await g.create(anna)];
    expect(await g.ask(anna, 'POST', `${a}/subgroups`, { add: [a] })).toEqual(refused);
    expect(await g.ask(anna, 'POST', `${a}/subgroups`, { add: [b] })).toEqual(done);
    expect(await g.ask(anna, 'POST', `${b}/subgroups`, { add: [c] })).toEqual(done);
    for (const inner of [a, b, c]) {
      expect(await g.ask(anna, 'POST', `${c}/subgroups`, { add: [inner] })).toEqual(refused);
    }
    expect((await g.find(c)).direct_subgroup_ids).toEqual([]);
  });

  it('can’t form a cycle when two are added to each other at the same time', async () => {
    const [a, b] = [await g.create(anna), await g.create(anna)];
    const replies = await Promise.all([
      g.ask(anna, 'POST', `${a}/subgroups`, { add: [b] }),
      g.ask(anna, 'POST', `${b}/subgroups`, { add: [a] }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('can be a role group, but not a deactivated one', async () => {
    const [a, b] = [await g.create(anna), await g.create(anna)];
    await g.ask(anna, 'POST', `${b}/deactivate`);
    expect(await g.ask(anna, 'POST', `${a}/subgroups`, { add: [b] })).toEqual(refused);
    const owners = await groupId(t, 'role:owners');
    expect(await g.ask(anna, 'POST', `${a}/subgroups`, { add: [owners] })).toEqual(done);
    expect(((await g.ask(anna, 'GET', `${a}/members`)) as Params)['members']).toEqual(
      idsOf(t.owner),
    );
  });
});

describe('updateUserGroup', () => {
  it('changes and announces only what differs', async () => {
    const id = await g.create(anna, { name: 'first name', description: 'one' });
    const queue = await openQueue(t, guest, { event_types: ['user_group'] });
    const patch = (params: Params) => g.ask(anna, 'PATCH', String(id), params);
    expect(await patch({ name: ' second name ', description: 'one' })).toEqual(done);
    expect(await patch({ name: 'Second Name' })).toEqual(done);
    expect(await patch({ name: 'Second Name', deactivated: false })).toEqual(done);
    expect(await patch({ description: 'two', can_join_group: { new: people(bert) } })).toEqual(
      done,
    );
    expect(await patch({ can_join_group: { new: people(bert), old: people(bert) } })).toEqual(done);
    const update = { type: 'user_group', op: 'update', group_id: id };
    expect(await queue.events()).toEqual([
      { ...update, data: { name: 'second name' } },
      { ...update, data: { name: 'Second Name' } },
      { ...update, data: { description: 'two', can_join_group: people(bert) } },
    ]);
    expect(await g.find(id)).toMatchObject({
      name: 'Second Name',
      description: 'two',
      can_join_group: people(bert),
    });
  });

  it('refuses what creating refuses, and an empty change', async () => {
    await g.create(anna, { name: 'taken' });
    const id = await g.create(anna);
    const everyone = await groupId(t, 'role:everyone');
    const owners = await groupId(t, 'role:owners');
    for (const params of [
      {},
      { name: 'Taken' },
      { name: 'role:x' },
      { name: ' ' },
      { deactivated: true },
      { can_manage_group: { new: everyone } },
      { can_mention_group: { new: owners } },
      { can_join_group: { new: 999_999 } },
      { can_join_group: everyone },
      { can_join_group: { old: everyone } },
    ]) {
      expect(await g.ask(anna, 'PATCH', String(id), params)).toEqual(refused);
    }
  });

  it('compares the old value if it is given', async () => {
    const id = await g.create(anna, { can_join_group: people(bert) });
    const [old, next] = [people(bert), people(bert, carla)];
    const patch = (params: Params) => g.ask(anna, 'PATCH', String(id), { can_join_group: params });
    expect(await patch({ new: next, old: people(carla) })).toEqual({
      status: 400,
      result: 'error',
      code: 'EXPECTATION_MISMATCH',
      field_name: 'old',
      msg: expect.any(String) as string,
    });
    expect((await g.find(id)).can_join_group).toEqual(old);
    expect(await patch({ new: next, old })).toEqual(done);
    expect((await g.find(id)).can_join_group).toEqual(next);
  });
});

describe('deactivateUserGroup', () => {
  const deactivate = (id: number) => g.ask(anna, 'POST', `${id}/deactivate`);
  const modern = {
    event_types: ['user_group'],
    client_capabilities: { notification_settings_null: true, include_deactivated_groups: true },
  };

  it('is sent to newer clients as a change and to older ones as a removal, and back', async () => {
    const id = await g.create(anna, { members: idsOf(bert) });
    const older = await openQueue(t, bert, { event_types: ['user_group'] });
    const newer = await openQueue(t, bert, modern);
    expect(await deactivate(id)).toEqual(done);
    expect(await deactivate(id)).toEqual(refused);
    expect(await g.ask(anna, 'PATCH', String(id), { description: 'asleep' })).toEqual(done);
    expect(await g.changeMembers(anna, id, { add: idsOf(carla) })).toEqual(done);
    expect(await g.ask(anna, 'PATCH', String(id), { deactivated: false })).toEqual(done);
    const update = { type: 'user_group', op: 'update', group_id: id };
    expect(await newer.events()).toEqual([
      { ...update, data: { deactivated: true } },
      { ...update, data: { description: 'asleep' } },
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: idsOf(carla) },
      { ...update, data: { deactivated: false } },
    ]);
    expect(await older.events()).toEqual([
      { type: 'user_group', op: 'remove', group_id: id },
      { type: 'user_group', op: 'add', group: await g.find(id) },
    ]);
    expect(await g.find(id)).toMatchObject({ members: idsOf(bert, carla), deactivated: false });
  });

  it('is refused if the group is in use, with a list of where', async () => {
    const id = await g.create(anna);
    const supergroup = await g.create(anna, { subgroups: [id] });
    const user_group = await g.create(anna, {
      can_join_group: id,
      can_add_members_group: { ...people(bert), direct_subgroups: [id] },
    });
    await g.ask(anna, 'PATCH', String(id), { can_join_group: { new: id } });
    const settings = { can_send_message_group: id, can_subscribe_group: people(bert) };
    const { id: channel_id } = await addChannel(t, { settings });
    await addChannel(t, { settings, is_archived: true });
    await setRealm(t, { can_create_groups: id, moderation_request_channel_id: id });
    expect(await deactivate(id)).toMatchObject({
      status: 400,
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      objections: [
        { type: 'subgroup', supergroup_ids: [supergroup] },
        { type: 'realm', settings: ['can_create_groups'] },
        { type: 'channel', channel_id, settings: ['can_send_message_group'] },
        {
          type: 'user_group',
          group_id: user_group,
          settings: ['can_add_members_group', 'can_join_group'],
        },
      ],
    });
    await setRealm(t, {});
    await t.store.db.update(streams).set({ is_archived: true });
    expect(await deactivate(user_group)).toEqual(done);
    expect(await deactivate(supergroup)).toEqual(done);
    expect(await deactivate(id)).toEqual(done);
  });

  it('doesn’t reveal channels that the caller can’t see', async () => {
    const id = await g.create(anna);
    const settings = { can_send_message_group: id };
    await addChannel(t, { settings, invite_only: true }, [bert]);
    const own = await addChannel(t, { settings, invite_only: true }, [anna]);
    const reply = await deactivate(id);
    expect(reply['objections']).toEqual([
      { type: 'channel', settings: ['can_send_message_group'] },
      { type: 'channel', channel_id: own.id, settings: ['can_send_message_group'] },
    ]);
    await t.store.db.update(streams).set({ is_archived: true });
  });
});

it('records who did what in the audit log', async () => {
  const id = await g.create(anna, { name: 'watched', members: idsOf(bert) });
  await g.ask(anna, 'PATCH', String(id), {
    description: 'x',
    can_join_group: { new: people(bert) },
  });
  await g.changeMembers(anna, id, { add: idsOf(carla), delete: idsOf(bert) });
  await g.ask(anna, 'POST', `${id}/deactivate`);
  await g.ask(anna, 'PATCH', String(id), { deactivated: false });
  const { body } = await t.call(t.owner, 'GET', '/audit_log');
  const entries = (body['entries'] as Params[]).filter((each) => each['modified_group_id'] === id);
  expect(entries.map(({ action }) => action).toReversed()).toEqual(
    ['created', 'updated', 'members_added', 'members_removed', 'deactivated', 'reactivated'].map(
      (change) => `group.${change}`,
    ),
  );
});
