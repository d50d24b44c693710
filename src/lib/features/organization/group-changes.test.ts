import { describe, expect, it } from 'vitest';
import type { UserGroup } from '../../api/user-groups';
import {
  newGroupParams,
  groupMemberUpdateParams,
  groupUpdateParams,
  desiredGroupOf,
} from './group-changes';

const group: UserGroup = {
  id: 5,
  name: 'design',
  description: 'Who draws',
  members: [7, 8],
  direct_subgroup_ids: [9],
  can_manage_group: 2,
  can_mention_group: 3,
};

describe('group changes', () => {
  it('are empty if nothing differs', () => {
    expect(groupUpdateParams(group, desiredGroupOf(group))).toBeUndefined();
    expect(groupMemberUpdateParams(group, desiredGroupOf(group))).toBeUndefined();
  });

  it('include the previous value, so that another user’s change isn’t overwritten', () => {
    const settings = { ...desiredGroupOf(group).settings, can_mention_group: 4 };
    expect(
      groupUpdateParams(group, { ...desiredGroupOf(group), name: 'drawing', settings }),
    ).toEqual({
      user_group_id: 5,
      name: 'drawing',
      can_mention_group: { new: 4, old: 3 },
    });
  });

  it('include only people who are added or removed', () => {
    expect(
      groupMemberUpdateParams(group, { ...desiredGroupOf(group), members: [8, 10], subgroups: [] }),
    ).toEqual({
      user_group_id: 5,
      add: [10],
      delete: [7],
      delete_subgroups: [9],
    });
  });

  it('of a new group leave untouched settings to the server', () => {
    const desired = { name: 'new', description: '', members: [7], subgroups: [], settings: {} };
    expect(newGroupParams(desired)).toEqual({ name: 'new', description: '', members: [7] });
  });
});
