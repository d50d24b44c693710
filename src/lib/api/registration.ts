import type { ParamsOf } from './define-operation';
import { eventVariants } from './event-types';
import type { registerQueue } from './register';

/** Of all events that our pages take in. */
const eventTypes = [...new Set(Object.keys(eventVariants).map((kind) => kind.replace(/\/.*/, '')))];

/**
 * `stream` would tell every channel a second time; the state of views is asked for by another word; of
 * the others there is no state, or none that we use.
 */
const withoutState: ReadonlySet<string> = new Set([
  'stream',
  'navigation_view',
  'update_message',
  'delete_message',
  'reaction',
  'submessage',
  'channel_folder',
  // Its state is `realm_user_groups`.
  'user_group',
  'invites_changed',
  'realm_export',
]);

/**
 * What our own pages register for: what the queue brings, and what the first answer holds. A server
 * elsewhere is asked for the address of each picture; the embedded one would only name Gravatar's,
 * which no page of its own shows.
 */
export const registrationFor = (embedded: boolean): ParamsOf<typeof registerQueue> => ({
  event_types: eventTypes,
  // `message` tells the newest one's id, and with `update_message_flags` what is unread.
  fetch_event_types: [
    ...eventTypes.filter((type) => !withoutState.has(type)),
    ...['realm_user_groups', 'navigation_views'],
    ...['starred_messages', 'recent_private_conversations'],
  ],
  // Messages come as they are shown.
  apply_markdown: true,
  client_gravatar: embedded,
  slim_presence: true,
  include_subscribers: 'false',
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    user_settings_object: true,
    linkifier_url_template: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
  },
});
