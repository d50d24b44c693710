import { describe, expect, it } from 'vitest';
import type { RealmRow } from '../model';
import { roleGroupOf, systemGroupsOf } from './roles';

/** https://zulip.com/api/group-setting-values, https://zulip.com/help/restrict-permissions-of-new-members */

const day = 86_400_000;
const joined = new Date('2026-03-01T12:00:00Z');
const realm = { settings: { waiting_period_threshold: 3 } } as unknown as RealmRow;
const after = (time: number) => joined.getTime() + time;

const groups = ['internet', 'everyone', 'members', 'fullmembers'];
const named = (names: readonly string[]) => names.map((name) => `role:${name}`);

describe('the role groups that contain a user', () => {
  it.each([
    [600, groups.slice(0, 2)],
    [400, groups],
    [300, [...groups, 'moderators']],
    [200, [...groups, 'moderators', 'administrators']],
    [100, [...groups, 'moderators', 'administrators', 'owners']],
  ])('of role %i are its own and those of all lower roles', (role, names) => {
    const person = { role, date_joined: joined };
    expect(systemGroupsOf(person, realm, after(30 * day))).toEqual(named(names));
  });

  it.each([
    ['a member when the days of waiting are over, and not a moment before', 400, [false, true]],
    ['a moderator from the first day', 300, [true, true]],
    ['a guest never', 600, [false, false]],
  ])('full members: %s', (_rule, role, expected) => {
    const person = { role, date_joined: joined };
    const isFull = (time: number) =>
      systemGroupsOf(person, realm, after(time)).includes('role:fullmembers');
    expect([isFull(3 * day - 1), isFull(3 * day)]).toEqual(expected);
  });
});

it.each([
  [100, ['owners']],
  [200, ['administrators']],
  [300, ['moderators']],
  [400, ['members', 'fullmembers']],
  [600, ['everyone']],
])('the groups that list a user of role %i as a direct member', (role, names) => {
  const person = { role, date_joined: joined };
  expect(roleGroupOf(person, realm, after(3 * day))).toEqual(named(names));
  const early = roleGroupOf(person, realm, after(0));
  expect(early).toEqual(named(names.filter((name) => name !== 'fullmembers')));
});
