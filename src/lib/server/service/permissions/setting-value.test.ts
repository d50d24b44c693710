import { beforeAll, describe, expect, it } from 'vitest';
import type { GroupSettingValue } from '$lib/api/group-setting';
import { groupSettingChange, groupSettingParam } from '$lib/api/group-setting';
import * as v from 'valibot';
import { eq } from 'drizzle-orm';
import { addChannel, groupId, setRealm } from '../../../../../tests/support/channels';
import { withService } from '../../../../../tests/support/with-service';
import { ReadCache } from '../db/read-cache';
import { userGroups } from '../db/schema/groups';
import { realms } from '../db/schema/realms';
import { users } from '../db/schema/users';
import type { AccountWithKey } from '../service';
import { changeGroupSetting, checkGroupSetting, checkGroupSettings } from './setting-value';
import {
  groupPermissions,
  realmPermissions,
  streamPermissions,
  type GroupSettingRule,
} from './table';

const t = withService();
let anna: AccountWithKey;
let bert: AccountWithKey;
let gone: AccountWithKey;
let guest: AccountWithKey;
let made: number;
let other: number;
let closed: number;
const system = new Map<string, number>();

beforeAll(async () => {
  [anna, bert, gone, guest] = [
    await t.addUser(),
    await t.addUser(),
    await t.addUser({ is_active: false }),
    await t.addUser({ role: 600 }),
  ];
  const rows = await t.store.db
    .insert(userGroups)
    .values([
      { realm_id: 1, name: 'made' },
      { realm_id: 1, name: 'other' },
      { realm_id: 1, name: 'closed', deactivated: true },
    ])
    .returning({ id: userGroups.id });
  [made, other, closed] = rows.map(({ id }) => id) as [number, number, number];
  for (const name of [
    'internet',
    'everyone',
    'members',
    'fullmembers',
    'moderators',
    'administrators',
    'owners',
    'nobody',
  ]) {
    system.set(`role:${name}`, await groupId(t, `role:${name}`));
  }
});

const role = (name: string) => system.get(`role:${name}`)!;
const some = (direct_members: number[], direct_subgroups: number[] = []) => ({
  direct_members,
  direct_subgroups,
});

/** Runs as the caller, in its own transaction. */
async function readInScope<T>(
  run: (scope: Parameters<typeof checkGroupSetting>[0]) => Promise<T>,
  by = anna,
) {
  const { db } = t.store;
  const [realm] = await db.select().from(realms);
  const [user] = await db.select().from(users).where(eq(users.id, by.user_id));
  return t.store.transaction((tx) =>
    run({
      tx,
      service: { readCache: new ReadCache() },
      realm: realm!,
      user: user!,
      clock: t.clock,
    }),
  );
}

const open = streamPermissions.can_send_message_group;
const check = (value: GroupSettingValue, rule: GroupSettingRule = open, name = 'can_x_group') =>
  readInScope((scope) => checkGroupSetting(scope, name, rule, value));

describe('a value', () => {
  it.each<[string, () => GroupSettingValue, () => GroupSettingValue]>([
    ['of a group', () => made, () => made],
    ['of a role', () => role('members'), () => role('members')],
    ['of nobody', () => role('nobody'), () => role('nobody')],
    ['of people', () => some([anna.user_id]), () => some([anna.user_id])],
    ['of no people and no groups', () => some([]), () => some([])],
    ['of a bot’s owner and a guest', () => some([guest.user_id]), () => some([guest.user_id])],
    ['of one group in a list, as its id', () => some([], [made]), () => made],
    ['of one group twice, as its id', () => some([], [made, made]), () => made],
    [
      'of many, in order and once',
      () => some([bert.user_id, anna.user_id, bert.user_id], [other, role('owners'), made, other]),
      () => some([anna.user_id, bert.user_id], [role('owners'), made, other]),
    ],
  ])('%s is taken', async (_what, given, kept) => {
    expect(await check(given())).toEqual(kept());
  });

  it.each<[string, () => GroupSettingValue]>([
    ['a group that does not exist', () => 999_999],
    ['a group beyond all ids', () => 2 ** 40],
    ['a negative group', () => -1],
    ['a deactivated group', () => closed],
    ['a deactivated group in a list', () => some([anna.user_id], [closed])],
    ['a missing group in a list', () => some([], [made, 999_999])],
    ['a person who does not exist', () => some([999_999])],
    ['a person beyond all ids', () => some([2 ** 40])],
    ['a person who has left', () => some([gone.user_id])],
    ['a person among others who has left', () => some([anna.user_id, gone.user_id])],
    ['the Notification Bot', () => some([t.owner.user_id - 1])],
  ])('refuses %s', async (_what, given) => {
    await expect(check(given())).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 });
  });

  it('reveals nothing about users that the caller can’t see', async () => {
    await addChannel(t, {}, [guest, bert]);
    await setRealm(t, { can_access_all_users_group: role('members') });
    const by = (id: number) =>
      readInScope((scope) => checkGroupSetting(scope, 'can_x_group', open, some([id])), guest);
    expect(await by(bert.user_id)).toEqual(some([bert.user_id]));
    await expect(by(anna.user_id)).rejects.toThrow(`Invalid user ID: ${anna.user_id}`);
    await setRealm(t, {});
  });

  it('for several settings is checked together, and the first wrong one reported', async () => {
    const rule = open;
    const named = (name: string, value: GroupSettingValue) => ({ name, rule, value });
    const values = await readInScope((scope) =>
      checkGroupSettings(scope, [named('a', some([], [made])), named('b', some([anna.user_id]))]),
    );
    expect(values).toEqual([made, some([anna.user_id])]);
    const wrong = readInScope((scope) =>
      checkGroupSettings(scope, [named('a', made), named('b', role('internet'))]),
    );
    await expect(wrong).rejects.toThrow(/'b'.*role:internet/);
    expect(await readInScope((scope) => checkGroupSettings(scope, []))).toEqual([]);
  });
});

describe('a rule', () => {
  const names = ['internet', 'everyone', 'members', 'owners', 'nobody'] as const;

  async function taken(name: string, rule: GroupSettingRule) {
    const out: string[] = [];
    for (const each of names) {
      await check(role(each), rule, name).then(
        () => out.push(each),
        () => undefined,
      );
    }
    return out;
  }

  it.each<[name: string, rule: GroupSettingRule, allowed: string[]]>([
    ...entries(groupPermissions, {
      can_add_members_group: ['members', 'owners', 'nobody'],
      can_join_group: ['members', 'owners', 'nobody'],
      can_leave_group: ['everyone', 'members', 'owners', 'nobody'],
      can_manage_group: ['members', 'owners', 'nobody'],
      can_mention_group: ['everyone', 'members', 'nobody'],
      can_remove_members_group: ['members', 'owners', 'nobody'],
    }),
    ...entries(realmPermissions, {
      can_access_all_users_group: ['everyone', 'members'],
      can_create_web_public_channel_group: ['owners', 'nobody'],
      can_manage_all_groups: ['members', 'owners'],
      can_mention_many_users_group: ['everyone', 'members', 'owners', 'nobody'],
    }),
    ...entries(streamPermissions, {
      can_subscribe_group: ['members', 'owners', 'nobody'],
      can_send_message_group: ['everyone', 'members', 'owners', 'nobody'],
    }),
  ])('%s says which roles may have it', async (name, rule, allowed) => {
    expect(await taken(name, rule)).toEqual(allowed);
  });

  it('that requires a system group refuses others, and says so', async () => {
    const name = 'can_create_web_public_channel_group';
    for (const value of [made, some([anna.user_id]), some([], [made, role('owners')])]) {
      await expect(check(value, realmPermissions[name], name)).rejects.toMatchObject({
        code: 'SYSTEM_GROUP_REQUIRED',
        fields: { setting_name: name },
      });
    }
    expect(await check(some([], [role('owners')]), realmPermissions[name], name)).toBe(
      role('owners'),
    );
  });

  it('that excludes everyone or nobody does so in lists too, where empty means nobody', async () => {
    const { can_manage_group, can_mention_group } = groupPermissions;
    const everybody = some([anna.user_id], [role('everyone')]);
    await expect(check(everybody, can_manage_group)).rejects.toThrow(/role:everyone/);
    const { can_manage_all_groups } = realmPermissions;
    for (const nobody of [some([]), some([], [role('nobody')])]) {
      await expect(check(nobody, can_manage_all_groups)).rejects.toThrow(/role:nobody/);
    }
    const owners = some([anna.user_id], [role('owners')]);
    expect(await check(owners, can_mention_group, 'can_mention_group')).toEqual(owners);
  });
});

describe('a change', () => {
  const change = (current: GroupSettingValue, next: GroupSettingValue, old?: GroupSettingValue) =>
    readInScope((scope) =>
      changeGroupSetting(scope, 'can_x_group', open, current, {
        new: next,
        ...(old !== undefined && { old }),
      }),
    );

  it('needs no old value', async () => {
    expect(await change(made, other)).toBe(other);
  });

  it('accepts an old value that is still current, in any form', async () => {
    expect(await change(made, other, some([], [made]))).toBe(other);
    const both = some([anna.user_id, bert.user_id], [made]);
    const turned = some([bert.user_id, anna.user_id], [made]);
    expect(await change(both, other, turned)).toBe(other);
    const withGone = some([anna.user_id, gone.user_id]);
    expect(await change(withGone, other, some([anna.user_id]))).toBe(other);
  });

  it('is refused if someone else changed the value before', async () => {
    for (const old of [other, some([]), some([anna.user_id], [made])]) {
      await expect(change(made, other, old)).rejects.toMatchObject({
        code: 'EXPECTATION_MISMATCH',
        fields: { field_name: 'old' },
      });
    }
  });
});

describe('a caller’s value', () => {
  it.each([
    ['text', '5'],
    ['a fraction', 5.5],
    ['half an object', { direct_members: [] }],
    ['another key', { direct_members: [], direct_subgroups: [], more: 1 }],
    ['texts for ids', { direct_members: ['1'], direct_subgroups: [] }],
    ['too many', { direct_members: Array.from({ length: 5001 }, () => 1), direct_subgroups: [] }],
    ['null', null],
  ])('can’t be %s', (_what, value) => {
    expect(v.is(groupSettingParam, value)).toBe(false);
    expect(v.is(groupSettingChange, { new: value })).toBe(false);
  });

  it('for a change contains only new and old', () => {
    expect(v.is(groupSettingChange, { new: 1, old: some([1]) })).toBe(true);
    expect(v.is(groupSettingChange, { old: 1 })).toBe(false);
    expect(v.is(groupSettingChange, { new: 1, other: 1 })).toBe(false);
  });
});

function entries(
  rules: Readonly<Record<string, GroupSettingRule>>,
  allowed: Readonly<Record<string, string[]>>,
): [string, GroupSettingRule, string[]][] {
  return Object.entries(allowed).map(([name, roles]) => [name, rules[name]!, roles]);
}
