import { describe, expect, it } from 'vitest';
import {
  allPeopleIn,
  roleGroupInValue,
  roleGroupsAllowedBy,
  toGroupSettingValue,
  type GroupSettingLimits,
} from './group-setting-value';

const groups = [
  { id: 1, name: 'role:owners', members: [7] },
  { id: 2, name: 'role:members', members: [8, 9], direct_subgroup_ids: [1] },
  { id: 3, name: 'role:nobody', members: [] },
  { id: 4, name: 'role:everyone', members: [10], direct_subgroup_ids: [2] },
  // The server refuses cycles, but a page must not hang on one.
  { id: 5, name: 'design', members: [9, 11], direct_subgroup_ids: [6] },
  { id: 6, name: 'print', members: [12], direct_subgroup_ids: [5] },
];
const anyRule: GroupSettingLimits = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: false,
  default_group_name: 'role:nobody',
  allowed_system_groups: [],
};

describe('the value of a permission', () => {
  it('includes everyone in subgroups, each once', () => {
    expect(allPeopleIn(4, groups)).toEqual(new Set([7, 8, 9, 10]));
    const value = { direct_members: [9, 13], direct_subgroups: [5] };
    expect(allPeopleIn(value, groups)).toEqual(new Set([9, 11, 12, 13]));
    expect(allPeopleIn(3, groups).size).toBe(0);
  });

  it('is just a group’s id if it holds nothing else', () => {
    expect(toGroupSettingValue({ people: [], groups: [5] })).toBe(5);
    expect(toGroupSettingValue({ people: [8], groups: [5] })).toEqual({
      direct_members: [8],
      direct_subgroups: [5],
    });
    expect(toGroupSettingValue({ people: [], groups: [] })).toEqual({
      direct_members: [],
      direct_subgroups: [],
    });
  });

  it('maps to a role in both forms of its group', () => {
    expect(roleGroupInValue(2, groups)).toBe('role:members');
    expect(roleGroupInValue({ direct_members: [], direct_subgroups: [1] }, groups)).toBe(
      'role:owners',
    );
    expect(
      roleGroupInValue({ direct_members: [8], direct_subgroups: [1] }, groups),
    ).toBeUndefined();
    expect(roleGroupInValue(5, groups)).toBeUndefined();
  });

  it('can be any role that the server allows', () => {
    expect(roleGroupsAllowedBy(anyRule, groups)).toEqual([
      'role:nobody',
      'role:owners',
      'role:members',
    ]);
    const everyone = { ...anyRule, allow_nobody_group: false, allow_everyone_group: true };
    expect(roleGroupsAllowedBy(everyone, groups)).toEqual([
      'role:owners',
      'role:members',
      'role:everyone',
    ]);
    const few = { ...anyRule, allowed_system_groups: ['role:everyone', 'role:members'] };
    expect(roleGroupsAllowedBy(few, groups)).toEqual(['role:members', 'role:everyone']);
  });
});
