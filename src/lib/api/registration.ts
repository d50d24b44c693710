import type { ParamsOf } from './define-operation';
import { eventVariants } from './event-types';
import type { registerQueue } from './register';

/** Types of all events that our pages handle. */
const eventTypes = [...new Set(Object.keys(eventVariants).map((kind) => kind.replace(/\/.*/, '')))];

/**
 * Types without state to fetch: the state of `stream` would send every channel a second time; that
 * of `navigation_view` and `user_group` has another name; the others have no state, or none that we
 * use.
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
 * Parameters our pages register with: which events the queue delivers, and which state the reply
 * has. A remote server is asked for all profile picture URLs; the embedded one would only add
 * Gravatar's, which its pages never show.
 */
export const registrationFor = (embedded: boolean): ParamsOf<typeof registerQueue> => ({
  event_types: eventTypes,
  // `message` adds the newest message id and, with `update_message_flags`, the unread messages.
  fetch_event_types: [
    ...eventTypes.filter((type) => !withoutState.has(type)),
    ...['realm_user_groups', 'navigation_views'],
    ...['starred_messages', 'recent_private_conversations'],
  ],
  // Send messages as rendered HTML.
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
