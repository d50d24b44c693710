import type { NarrowTerm } from '../../../src/lib/api/narrow';

/** What a server of this level (Zulip 9.0 in development) knows, by the dates of the API's changelog. */
export const level = {
  zulip_feature_level: 247,
  zulip_version: '9.0-dev-1847-g61d9b4a8e3',
} as const;

/** Parameters that are younger, with the level that brought them. */
const laterParameters: Readonly<Record<string, number>> = {
  allow_empty_topic_name: 334,
  exclude_archived: 315,
  folder_id: 389,
  include_all: 356,
  include_can_access_content: 356,
  include_realm_default_subscriptions: 261,
  is_archived: 388,
  message_ids: 300,
  note: 415,
  presence_history_limit_days: 288,
  prev_content_sha256: 379,
  send_new_subscription_messages: 397,
  topics_policy: 392,
  user_ids: 384,
};

/** Words of older parameters that are younger. */
const laterWords: Readonly<Record<string, readonly string[]>> = {
  type: ['channel'],
  include_subscribers: ['partial'],
};

/** A group by its id is all that it knows for this one, and only that of a role. */
const groupOfBefore = 'can_remove_subscribers_group';

const laterOperators = new Set(['channel', 'channels', 'with', 'mentions', 'dm-with']);
const laterOperands = new Set(['is followed', 'is muted', 'has reaction', 'channels archived']);

/** Why a server of that level refuses these fields; null where it takes them. */
export function refusedField(fields: URLSearchParams): string | null {
  for (const [name, value] of fields) {
    if (laterParameters[name] !== undefined) return `parameter ${name}`;
    if (name !== 'can_mention_group' && laterGroups.test(name)) return `parameter ${name}`;
    if (name === groupOfBefore && !/^\d+$/.test(value)) return `${name} ${value}`;
    if (laterWords[name]?.includes(value)) return `${name} ${value}`;
    if (name === 'narrow') {
      const term = (JSON.parse(value) as NarrowTerm[]).find(isLater);
      if (term) return `narrow ${JSON.stringify(term)}`;
    }
  }
  return null;
}

function isLater(term: NarrowTerm | readonly [string, unknown]): boolean {
  const [operator, operand] = 'operator' in term ? [term.operator, term.operand] : term;
  return laterOperators.has(operator) || laterOperands.has(`${operator} ${String(operand)}`);
}

/** Keys of replies and events that are younger. */
const laterKeys = new Set([
  ...['realm_url', 'realm_empty_topic_display_name', 'realm_topics_policy', 'topics_policy'],
  ...['is_archived', 'folder_id', 'creator_id', 'is_recently_active', 'subscriber_count'],
  ...['saved_snippets', 'reminders', 'channel_folders', 'navigation_views', 'push_devices'],
  ...['last_moved_timestamp', 'max_reminder_note_length', 'presence_last_update_id'],
  ...['realm_direct_message_initiator_group', 'realm_direct_message_permission_group'],
  ...['receives_typing_notifications', 'web_navigate_to_sent_message', 'web_channel_default_view'],
  ...['web_animate_image_previews', 'allow_private_data_export', 'web_suggest_update_timezone'],
  ...['hide_ai_features', 'resolved_topic_notice_auto_read_policy'],
  ...['web_left_sidebar_unreads_count_summary', 'web_left_sidebar_show_channel_folders'],
]);
const laterGroups = /^(?:realm_)?can_(?!access_all_users_group|remove_subscribers_group).*_group$/;
/** Where an empty topic can stand. */
const topicKeys = new Set(['topic', 'subject', 'orig_subject', 'topic_name']);

/** The topic of messages that have none. */
export const noTopic = '(no topic)';

export interface Foreign {
  /** Absolute, on another host. */
  readonly avatar: (of: number) => string;
  readonly icon: string;
}

/** A reply or an event as that server would have told it. Drafts keep what their author wrote. */
export function asTold(value: unknown, foreign: Foreign): unknown {
  if (Array.isArray(value)) return value.map((item) => asTold(item, foreign));
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(given).flatMap(([name, item]): [string, unknown][] => {
    if (laterKeys.has(name) || laterGroups.test(name)) return [];
    if (name === groupOfBefore && isRule(item)) {
      return [[name, { ...item, require_system_group: true }]];
    }
    if (name in level) return [[name, level[name as keyof typeof level]]];
    if (name === 'drafts' || name === 'draft') return [[name, item]];
    if (topicKeys.has(name) && item === '') return [[name, noTopic]];
    if (name === 'avatar_url') return [[name, foreign.avatar(idOf(given))]];
    if (name === 'realm_icon_url' || name === 'realm_icon') return [[name, foreign.icon]];
    return [[name, asTold(item, foreign)]];
  });
  return Object.fromEntries(entries);
}

/** As the server tells what a permission may be. */
function isRule(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'require_system_group' in value;
}

function idOf(value: Readonly<Record<string, unknown>>): number {
  return Number(value['user_id'] ?? value['sender_id'] ?? 0);
}
