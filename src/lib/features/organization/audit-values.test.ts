import { expect, it } from 'vitest';
import { auditEntryValues } from './audit-values';

const names = {
  user: (id: number) => `person ${id}`,
  group: (id: number) => `group ${id}`,
  channel: (id: number) => `channel ${id}`,
  folder: (id: number) => `folder ${id}`,
  setting: (name: string) =>
    name === 'color_scheme' ? { label: () => 'Theme', options: { 2: () => 'Dark' } } : undefined,
};

it.each([
  ['a role', { can_create_groups: 4 }, 'Create groups', 'group 4'],
  [
    'people and groups',
    { can_mention_group: { direct_members: [7], direct_subgroups: [5] } },
    'Who can mention this group',
    'group 5, person 7',
  ],
  [
    'nobody',
    { can_create_groups: { direct_members: [], direct_subgroups: [] } },
    'Create groups',
    'No one',
  ],
])('names who has a permission: %s', (_who, value, name, text) => {
  expect(auditEntryValues('organization.changed', value, names)).toEqual([[name, text]]);
});

it.each([
  ['channel.privacy_changed', { invite_only: true }, 'Private', 'On'],
  ['channel.permission_changed', { can_subscribe_group: 4 }, undefined, 'group 4'],
  ['channel.topics_policy_changed', { topics_policy: 'empty_topic_only' }, 'Topics', 'No topics'],
  [
    'channel.retention_changed',
    { message_retention_days: null },
    undefined,
    'Organization default',
  ],
  ['channel.retention_changed', { message_retention_days: -1 }, undefined, 'Forever'],
  ['channel.moved_to_folder', { folder_id: 3 }, 'Folder', 'folder 3'],
  ['organization.defaults_changed', { color_scheme: 2 }, 'Theme', 'Dark'],
  ['organization.picture_changed', { icon_url: '/a.png' }, 'Icon', '/a.png'],
  [
    'organization.picture_changed',
    { logo_url: '/favicon.svg', logo_source: 'D' },
    'Logo',
    '/favicon.svg',
  ],
  ['profile_field.created', { type: 4 }, 'Type', 'Date'],
  [
    'profile_field.changed',
    { field_data: { 0: { text: 'Red', order: '1' }, 1: { text: 'Blue', order: '2' } } },
    'Choices',
    'Red, Blue',
  ],
  ['linkifier.added', { id: 3, pattern: '#\\d+' }, 'Pattern', '#\\d+'],
  ['playground.added', { pygments_language: 'Python' }, 'Language', 'Python'],
  [
    'profile_field.created',
    { field_data: { subtype: 'custom', url_pattern: 'https://forge.example/%(username)s' } },
    'Choices',
    'https://forge.example/%(username)s',
  ],
  ['channel_folder.created', { name: 'Depths', order: 0, creator_id: 2 }, 'Name', 'Depths'],
  ['user.joined', { invitation: 3, role: 600 }, 'Role', 'Guest'],
  ['user.status_changed', { status_text: 'Tea', emoji_code: '2615' }, 'Status', 'Tea'],
])('shows %s as the pages show it', (action, value, name, text) => {
  const parts = auditEntryValues(action, value, names);
  expect(parts).toEqual([[name ?? expect.any(String), text]]);
  expect(parts[0]?.[0]).not.toMatch(/_/);
});

it('shows no value for a reordering', () => {
  expect(auditEntryValues('linkifier.reordered', [2, 1], names)).toEqual([]);
  expect(auditEntryValues('channel_folder.reordered', { order: [2, 1] }, names)).toEqual([]);
});
