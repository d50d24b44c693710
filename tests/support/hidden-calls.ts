import type { Params } from './both-gateways';
import type { Reply } from './service';

/** All calls that name something by its id or name, to compare hidden with missing things. */

export type NamedCall = [method: string, path: string, params?: Params];

const later = 4_000_000_000;
const page = { num_before: 9, num_after: 0 };
const narrowed = (...narrow: unknown[]): NamedCall[] => [
  ['GET', '/messages', { anchor: 'newest', ...page, narrow }],
  [
    'POST',
    '/messages/flags/narrow',
    { anchor: 'newest', ...page, op: 'remove', flag: 'starred', narrow },
  ],
];
const direct = { type: 'direct', content: 'x' };

export interface NamedChannel {
  readonly id: number;
  readonly name: string;
  readonly message: number;
  readonly word: string;
}

/** Calls for a user who can't know that the channel exists. `person` is visible to everyone. */
export const ofChannel = ({ id, name, word }: NamedChannel, person: number): NamedCall[] => [
  ['GET', `/streams/${id}`],
  ['GET', `/streams/${id}/members`],
  ['GET', `/streams/${id}/email_address`],
  ['GET', `/users/me/${id}/topics`],
  ['GET', '/get_stream_id', { stream: name }],
  ['GET', `/users/${person}/subscriptions/${id}`],
  ['PATCH', `/streams/${id}`, { description: 'Mine' }],
  ['PATCH', `/streams/${id}`, { is_private: false }],
  ['DELETE', `/streams/${id}`],
  ['POST', `/streams/${id}/delete_topic`, { topic_name: `${word} topic` }],
  ['DELETE', '/users/me/subscriptions', { subscriptions: [name] }],
  ['PATCH', '/users/me/subscriptions', { delete: [name] }],
  [
    'POST',
    '/users/me/subscriptions/properties',
    { subscription_data: [{ stream_id: id, property: 'pin_to_top', value: true }] },
  ],
  ['PATCH', `/users/me/subscriptions/${id}`, { property: 'is_muted', value: true }],
  ['POST', '/user_topics', { stream_id: id, topic: 'x', visibility_policy: 1 }],
  ['PATCH', '/users/me/subscriptions/muted_topics', { stream_id: id, topic: 'x', op: 'add' }],
  ['PATCH', '/users/me/subscriptions/muted_topics', { stream: name, topic: 'x', op: 'add' }],
  ['POST', '/mark_stream_as_read', { stream_id: id }],
  ['POST', '/mark_topic_as_read', { stream_id: id, topic_name: `${word} topic` }],
  ['POST', '/typing', { type: 'stream', op: 'start', stream_id: id, topic: 'x' }],
  ['POST', '/messages/render', { content: `#**${name}** and #**${name}>${word} topic**` }],
  ['POST', '/default_streams', { stream_id: id }],
  ['DELETE', '/default_streams', { stream_id: id }],
  ['POST', '/invites/multiuse', { stream_ids: [id] }],
  ['POST', '/invites', { invitee_emails: 'new@example.net', stream_ids: [id] }],
  ['POST', '/drafts', { drafts: [{ type: 'stream', to: [id], topic: 'x', content: 'x' }] }],
  ['GET', '/audit_log', { stream_id: id }],
  ['PATCH', '/realm', { moderation_request_channel_id: id }],
];

/**
 * Calls for a user who can't read the channel. `own`: a message and a scheduled message of that
 * user.
 */
export const ofContent = (
  { id, name, message, word }: NamedChannel,
  own: { readonly message: number; readonly scheduled: number },
): NamedCall[] => [
  ['POST', '/messages', { type: 'stream', to: id, topic: 'x', content: 'x' }],
  ['POST', '/messages', { type: 'stream', to: name, topic: 'x', content: 'x' }],
  [
    'POST',
    '/scheduled_messages',
    { type: 'stream', to: id, topic: 'x', content: 'x', scheduled_delivery_timestamp: later },
  ],
  ['PATCH', `/scheduled_messages/${own.scheduled}`, { type: 'stream', to: id, topic: 'x' }],
  ['PATCH', `/messages/${own.message}`, { stream_id: id, propagate_mode: 'change_one' }],
  ...narrowed(['channel', name]),
  ...narrowed(['channel', id]),
  ...narrowed(['channel', id], ['topic', `${word} topic`]),
  ...narrowed(['search', word]),
  ...narrowed(['id', message]),
  ...narrowed(['with', message]),
  ...narrowed(['near', message]),
  ['GET', '/messages', { message_ids: [message] }],
  ['GET', '/messages', { anchor: message, ...page, narrow: [['search', word]] }],
  ['GET', '/messages/matches_narrow', { msg_ids: [message], narrow: [['search', 'say']] }],
  ['GET', '/messages/matches_narrow', { msg_ids: [own.message], narrow: [['channel', id]] }],
  ['GET', `/messages/${message}`],
  ['GET', `/messages/${message}/history`],
  ['GET', `/messages/${message}/read_receipts`],
  ['PATCH', `/messages/${message}`, { content: 'mine' }],
  ['PATCH', `/messages/${message}`, { topic: 'mine' }],
  ['DELETE', `/messages/${message}`],
  ['POST', `/messages/${message}/reactions`, { emoji_name: 'tada' }],
  ['DELETE', `/messages/${message}/reactions`, { emoji_name: 'tada' }],
  ['POST', `/messages/${message}/report`, { report_type: 'spam' }],
  ['POST', `/messages/${message}/typing`, { op: 'start' }],
  ['POST', '/messages/flags', { messages: [message], op: 'add', flag: 'starred' }],
  ['POST', '/messages/flags', { messages: [message], op: 'add', flag: 'read' }],
  ['POST', '/reminders', { message_id: message, scheduled_delivery_timestamp: later }],
  ['POST', '/submessage', { message_id: message, msg_type: 'widget', content: '{}' }],
];

export interface NamedPerson {
  readonly id: number;
  readonly name: string;
  /** The real email address, and the one shown instead if it is hidden. */
  readonly emails: readonly string[];
}

/** What the calling user can refer to in calls. */
export interface Means {
  /** A channel they are subscribed to. */
  readonly channel: { readonly id: number; readonly name: string };
  readonly message: number;
  readonly scheduled: number;
  readonly group: number;
  /** A profile field of type person. */
  readonly profileField: number;
}

/** Calls for a user who can't know that the person exists. */
export const ofPerson = (person: NamedPerson, means: Means): NamedCall[] => {
  const { id, name, emails } = person;
  const { channel, group } = means;
  const setting = { direct_members: [id], direct_subgroups: [] };
  const permission = { can_subscribe_group: setting };
  return [
    ...[id, ...emails].flatMap((who) => ofAddress(who, channel.name)),
    ['POST', `/users/${id}/reactivate`],
    ['DELETE', `/users/${id}`],
    ['POST', `/users/me/muted_users/${id}`],
    ['DELETE', `/users/me/muted_users/${id}`],
    ['GET', `/users/${id}/status`],
    ['POST', `/users/${id}/status`, { status_text: 'x' }],
    ['GET', `/users/${id}/subscriptions/${channel.id}`],
    ['GET', '/users', { user_ids: [id] }],
    ['GET', `/streams/${channel.id}/email_address`, { sender_id: id }],
    ['PATCH', `/scheduled_messages/${means.scheduled}`, { type: 'direct', to: [id] }],
    ['POST', '/typing', { op: 'start', to: [id] }],
    ['POST', '/drafts', { drafts: [{ type: 'private', to: [id], topic: '', content: 'x' }] }],
    ['POST', '/messages/render', { content: `@**${name}** @_**${name}** @**${name}|${id}**` }],
    ['PATCH', '/users/me/profile_data', { data: [{ id: means.profileField, value: [id] }] }],
    ['PATCH', `/streams/${channel.id}`, { can_subscribe_group: { new: setting } }],
    ['POST', '/channels/create', { name: `for ${id}`, subscribers: [id] }],
    ['POST', '/channels/create', { name: 'by a setting', subscribers: [], ...permission }],
    ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'by it' }], ...permission }],
    ['POST', '/user_groups/create', { name: `of ${id}`, description: '', members: [id] }],
    [
      'POST',
      '/user_groups/create',
      { name: 'it may', description: '', members: [], can_join_group: setting },
    ],
    ['PATCH', `/user_groups/${group}`, { can_join_group: { new: setting } }],
    ['POST', `/user_groups/${group}/members`, { add: [id] }],
    ['POST', `/user_groups/${group}/members`, { delete: [id] }],
    ['GET', `/user_groups/${group}/members/${id}`],
    ['GET', '/audit_log', { user_id: id }],
    ['PATCH', `/bots/${id}`, { full_name: 'Mine' }],
    ['DELETE', `/bots/${id}`],
    ['PATCH', '/realm', { can_create_groups: { new: setting } }],
  ];
};

/** Calls in which an email address can replace the id. */
const ofAddress = (who: number | string, channel: string): NamedCall[] => [
  ['GET', `/users/${who}`],
  ['PATCH', `/users/${who}`, { full_name: 'Another name' }],
  ['GET', `/users/${who}/presence`],
  ['POST', '/messages', { ...direct, to: [who] }],
  ['POST', '/scheduled_messages', { ...direct, to: [who], scheduled_delivery_timestamp: later }],
  ['POST', '/users/me/subscriptions', { subscriptions: [{ name: channel }], principals: [who] }],
  ['DELETE', '/users/me/subscriptions', { subscriptions: [channel], principals: [who] }],
  ...['dm', 'dm-including', 'sender'].flatMap((operator) => narrowed([operator, who])),
  ...['dm', 'dm-including'].flatMap((operator) => narrowed([operator, [who]])),
  ['GET', '/messages/matches_narrow', { msg_ids: [], narrow: [['sender', who]] }],
  ['POST', '/register', { narrow: [['sender', String(who)]], fetch_event_types: [] }],
];

/** A number, or the id of a queue. */
export type NamedThing = number | string;

/** Calls about something that belongs to one user. */
export const ofThing = {
  attachment: (id) => [['DELETE', `/attachments/${id}`]],
  draft: (id) => [
    ['PATCH', `/drafts/${id}`, { draft: { type: '', to: [], topic: '', content: 'x' } }],
    ['DELETE', `/drafts/${id}`],
  ],
  snippet: (id) => [
    ['PATCH', `/saved_snippets/${id}`, { title: 'x' }],
    ['DELETE', `/saved_snippets/${id}`],
  ],
  scheduled: (id) => [
    ['PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp: later }],
    ['DELETE', `/scheduled_messages/${id}`],
  ],
  reminder: (id) => [['DELETE', `/reminders/${id}`]],
  invite: (id) => [
    ['DELETE', `/invites/${id}`],
    ['DELETE', `/invites/multiuse/${id}`],
    ['POST', `/invites/${id}/resend`],
    ['GET', `/invites/${id}/link`],
  ],
  queue: (queue_id) => [
    ['GET', '/events', { queue_id, last_event_id: -1, dont_block: true }],
    ['POST', '/messages', { type: 'direct', to: [], content: 'x', queue_id, local_id: '1' }],
    ['DELETE', '/events', { queue_id }],
  ],
} satisfies Readonly<Record<string, (thing: NamedThing) => NamedCall[]>>;

/** The reply, without the given names and without what differs from call to call. */
export function withoutNames({ status, body }: Reply, named: unknown): string {
  let text = JSON.stringify(body)
    .replaceAll(/"ids":\[[^\]]*\]/g, '"ids":[]')
    .replaceAll(/"(queue_id|last_event_id)":("[^"]*"|-?\d+)/g, '"$1":0');
  for (const each of namesIn(named)) text = text.replaceAll(String(each), '‹named›');
  return `${status} ${text}`;
}

function namesIn(named: unknown): unknown[] {
  return typeof named === 'object' && named !== null ? Object.values(named).flat() : [named];
}
