import { expect, it } from 'vitest';
import { eventVariants } from './event-types';
import { registrationFor } from './registration';

const { event_types = [], fetch_event_types = [] } = registrationFor(true);

it('registers for the type of every event that our pages handle, once, and for no other', () => {
  const types = Object.keys(eventVariants).map((kind) => kind.split('/', 1)[0]);
  expect(new Set(event_types)).toEqual(new Set(types));
  expect(event_types).toHaveLength(new Set(event_types).size);
});

it('fetches the state that events update, and the state that no event reports', () => {
  const changing = fetch_event_types.filter((type) => event_types.includes(type));
  expect(event_types.filter((type) => !changing.includes(type))).toEqual([
    'navigation_view',
    'stream',
    'channel_folder',
    'user_group',
    'invites_changed',
    'realm_export',
    'update_message',
    'delete_message',
    'reaction',
    'submessage',
  ]);
  expect(fetch_event_types.filter((type) => !changing.includes(type))).toEqual([
    'realm_user_groups',
    'navigation_views',
    'starred_messages',
    'recent_private_conversations',
  ]);
});
