import * as v from 'valibot';
import { customEmojiMap } from './realm-emoji';
import { draftRowsSchema, draftSchema } from './draft';
import type { RawEvent } from './events';
import { messageSchema, reactionSchema } from './read-messages';
import { mutedUserSchema } from './muted-user';
import { navigationViewSchema } from './navigation-view';
import { pushDeviceSchema } from './push-device';
import { realmDomainSchema } from './realm-domain';
import { reminderSchema } from './reminder';
import { savedSnippetSchema } from './saved-snippet';
import { scheduledMessageSchema } from './scheduled-message';
import { userStatusSchema } from './user-status';
import { channelSchema, subscriptionSchema } from './channel';
import { topicSchema } from './topic';
import { userTopicSchema } from './user-topic';
import { stateGroupSchema } from './state-group';
import { unreadDetailSchema } from './unread';
import { userSchema } from './user';

const reactionEvent = v.object({ ...reactionSchema.entries, message_id: v.number() });
/** `all`: applies to all of the user's messages; `messages` is empty. */
const flagsEvent = v.object({
  flag: v.string(),
  messages: v.array(v.number()),
  all: v.optional(v.boolean(), false),
});
const flagsTakenEvent = v.object({
  ...flagsEvent.entries,
  /** Messages that are unread again, by id. */
  message_details: v.optional(v.record(v.string(), unreadDetailSchema), {}),
});

const peers = v.object({ stream_ids: v.array(v.number()), user_ids: v.array(v.number()) });
const groupPeople = v.object({ group_id: v.number(), user_ids: v.array(v.number()) });
const groupGroups = v.object({ group_id: v.number(), direct_subgroup_ids: v.array(v.number()) });

/**
 * The events our pages handle, by `type` and, if present, `op`. The client subscribes to these
 * types. To handle another, add a variant here and a row in the patch table.
 * https://zulip.com/api/get-events
 */
export const eventVariants = {
  'drafts/add': v.object({ drafts: draftRowsSchema }),
  'drafts/update': v.object({ draft: draftSchema }),
  'drafts/remove': v.object({ draft_id: v.number() }),
  'scheduled_messages/add': v.object({ scheduled_messages: v.array(scheduledMessageSchema) }),
  'scheduled_messages/update': v.object({ scheduled_message: scheduledMessageSchema }),
  'scheduled_messages/remove': v.object({ scheduled_message_id: v.number() }),
  'reminders/add': v.object({ reminders: v.array(reminderSchema) }),
  'reminders/remove': v.object({ reminder_id: v.number() }),
  'saved_snippets/add': v.object({ saved_snippet: savedSnippetSchema }),
  'saved_snippets/update': v.object({ saved_snippet: savedSnippetSchema }),
  'saved_snippets/remove': v.object({ saved_snippet_id: v.number() }),
  'user_settings/update': v.object({
    property: v.string(),
    value: v.nullable(v.union([v.boolean(), v.number(), v.string()])),
  }),
  /** The complete list. */
  alert_words: v.object({ alert_words: v.array(v.string()) }),
  /** The complete list. */
  muted_users: v.object({ muted_users: v.array(mutedUserSchema) }),
  /** The outcome of a registration. */
  push_device: v.object({ push_account_id: v.string(), ...pushDeviceSchema.entries }),
  'navigation_view/add': v.object({ navigation_view: navigationViewSchema }),
  'navigation_view/update': v.object({
    fragment: v.string(),
    data: v.object({ is_pinned: v.optional(v.boolean()), name: v.optional(v.string()) }),
  }),
  'navigation_view/remove': v.object({ fragment: v.string() }),
  /** The changed parts of the status; a removed part is empty. */
  user_status: v.object({ user_id: v.number(), ...userStatusSchema.entries }),
  'realm_user/add': v.object({ person: userSchema }),
  'realm_user/update': v.object({ person: v.looseObject({ user_id: v.number() }) }),
  'realm_user/remove': v.object({ person: v.object({ user_id: v.number() }) }),
  'stream/create': v.object({ streams: v.array(channelSchema) }),
  'stream/update': v.object({
    stream_id: v.number(),
    property: v.string(),
    value: v.unknown(),
    rendered_description: v.optional(v.string()),
    history_public_to_subscribers: v.optional(v.boolean()),
    is_web_public: v.optional(v.boolean()),
  }),
  'stream/delete': v.object({ streams: v.array(v.object({ stream_id: v.number() })) }),
  'subscription/add': v.object({ subscriptions: v.array(subscriptionSchema) }),
  'subscription/remove': v.object({
    subscriptions: v.array(v.object({ stream_id: v.number() })),
  }),
  'subscription/update': v.object({
    stream_id: v.number(),
    property: v.string(),
    value: v.unknown(),
  }),
  'subscription/peer_add': peers,
  'subscription/peer_remove': peers,
  user_topic: userTopicSchema,
  /** No payload: the page that shows folders fetches them again. */
  'channel_folder/add': v.object({}),
  'channel_folder/update': v.object({}),
  'channel_folder/reorder': v.object({}),
  'user_group/add': v.object({ group: stateGroupSchema }),
  'user_group/remove': v.object({ group_id: v.number() }),
  'user_group/update': v.object({ group_id: v.number(), data: v.looseObject({}) }),
  'user_group/add_members': groupPeople,
  'user_group/remove_members': groupPeople,
  'user_group/add_subgroups': groupGroups,
  'user_group/remove_subgroups': groupGroups,
  realm_linkifiers: v.object({ realm_linkifiers: v.array(v.unknown()) }),
  realm_playgrounds: v.object({ realm_playgrounds: v.array(v.unknown()) }),
  custom_profile_fields: v.object({ fields: v.array(v.unknown()) }),
  default_streams: v.object({ default_streams: v.array(v.unknown()) }),
  'realm_user_settings_defaults/update': v.object({ property: v.string(), value: v.unknown() }),
  'realm_domains/add': v.object({ realm_domain: realmDomainSchema }),
  'realm_domains/change': v.object({ realm_domain: realmDomainSchema }),
  'realm_domains/remove': v.object({ domain: v.string() }),
  invites_changed: v.object({}),
  /** No payload: the page that shows exports fetches them again. */
  realm_export: v.object({}),
  'realm/update': v.object({ property: v.string(), value: v.unknown() }),
  'realm_emoji/update': v.object({ realm_emoji: customEmojiMap }),
  'realm/update_dict': v.object({
    property: v.string(),
    data: v.record(v.string(), v.unknown()),
  }),
  /** Content is rendered HTML, as requested when the queue was registered. */
  message: v.object({
    message: v.object({ ...messageSchema.entries, flags: v.optional(v.array(v.string()), []) }),
    /** The receiving user's flags. */
    flags: v.array(v.string()),
    /** The `local_id` of the send, if this queue's client sent the message. */
    local_message_id: v.optional(v.string()),
  }),
  /** A message was edited, or messages were moved. Topics are only present if the topic changed. */
  update_message: v.object({
    /** The edited message; `message_ids` are the moved ones. */
    message_id: v.optional(v.number()),
    message_ids: v.optional(v.array(v.number())),
    /** The message's Markdown. */
    content: v.optional(v.string()),
    rendered_content: v.optional(v.string()),
    is_me_message: v.optional(v.boolean()),
    edit_timestamp: v.optional(v.number()),
    /** Only the rendering changed, for example a link preview: no user edited the message. */
    rendering_only: v.optional(v.nullable(v.boolean())),
    stream_id: v.optional(v.number()),
    new_stream_id: v.optional(v.number()),
    orig_subject: v.optional(topicSchema),
    subject: v.optional(topicSchema),
    propagate_mode: v.optional(v.string()),
    /** The receiving user's flags of `message_id` after the change. */
    flags: v.optional(v.array(v.string())),
  }),
  delete_message: v.object({
    /** Set if the client has the capability `bulk_message_deletion`. */
    message_ids: v.optional(v.array(v.number()), []),
    message_id: v.optional(v.number()),
  }),
  'reaction/add': reactionEvent,
  'reaction/remove': reactionEvent,
  /** A user's action in a poll or a to-do list. */
  submessage: v.object({
    submessage_id: v.number(),
    message_id: v.number(),
    sender_id: v.number(),
    msg_type: v.string(),
    content: v.string(),
  }),
  'update_message_flags/add': flagsEvent,
  'update_message_flags/remove': flagsTakenEvent,
} as const;

type Variants = typeof eventVariants;
export type EventKind = keyof Variants;
type Known = {
  [K in EventKind]: { readonly kind: K; readonly id: number } & v.InferOutput<Variants[K]>;
}[EventKind];

/** An event of unknown type, or of a known type with an unknown shape (see `problem`). */
export interface UnknownEvent {
  readonly kind: 'unknown';
  readonly id: number;
  readonly type: string;
  readonly problem?: string;
}

export type ServerEvent = Known | UnknownEvent;
export type EventOf<K extends EventKind> = Extract<Known, { kind: K }>;

/** Never throws: returns `unknown` for events of newer servers that we can't parse. */
export function parseEvent(event: RawEvent): ServerEvent {
  const kind = 'op' in event ? `${event.type}/${String(event['op'])}` : event.type;
  if (!Object.hasOwn(eventVariants, kind)) return { kind: 'unknown', id: event.id, type: kind };
  const parsed = v.safeParse(eventVariants[kind as EventKind], event);
  if (!parsed.success) {
    const problem = v.getDotPath(parsed.issues[0]) ?? 'shape';
    return { kind: 'unknown', id: event.id, type: kind, problem };
  }
  return { kind, id: event.id, ...parsed.output } as Known;
}
