import { describe, expect, it } from 'vitest';
import { includesUser } from './group-permission';

const groups = [
  { id: 1, name: 'all', members: [7], direct_subgroup_ids: [2] },
  { id: 2, name: 'some', members: [8], direct_subgroup_ids: [1] },
  { id: 3, name: 'nobody', members: [], direct_subgroup_ids: [] },
];

describe('includesUser', () => {
  it('looks into subgroups, however they are nested', () => {
    expect(includesUser(1, 8, groups)).toBe(true);
    expect(includesUser(1, 9, groups)).toBe(false);
  });

  it('reads people and groups listed individually', () => {
    const value = { direct_members: [9], direct_subgroups: [3] };
    expect(includesUser(value, 9, groups)).toBe(true);
    expect(includesUser(value, 8, groups)).toBe(false);
  });

  it('does not forbid what it can’t know', () => {
    expect(includesUser(99, 8, groups)).toBe(true);
  });
});
