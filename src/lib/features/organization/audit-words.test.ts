import { expect, it } from 'vitest';
import { partsOf } from './audit-words';

const names = {
  user: (id: number) => `person ${id}`,
  group: (id: number) => `group ${id}`,
  channel: (id: number) => `channel ${id}`,
};

it.each([
  ['a role', { can_create_groups: 4 }, 'Create groups', 'group 4'],
  [
    'people and groups',
    { can_mention_group: { direct_members: [7], direct_subgroups: [5] } },
    'Who mentions it',
    'group 5, person 7',
  ],
  [
    'nobody',
    { can_create_groups: { direct_members: [], direct_subgroups: [] } },
    'Create groups',
    'Nobody',
  ],
])('who has a permission is told by name: %s', (_who, value, name, told) => {
  expect(partsOf(value, names)).toEqual([[name, told]]);
});
