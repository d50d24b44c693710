import { foldCase } from '../../api/fold-case';
import type { RegisterState } from '../../api/register';
import { canonicalTopic } from '../../api/topic';
import type { UnreadMessages } from '../../api/unread';
import { topicVisibilityPolicy } from '../../api/user-topic';
import { conversationKey } from '../recipients/conversation-key';
import type { MessageRecipient } from '../recipients/recipient';

/** A conversation's priority for the reader, highest first. */
export type ConversationPriority = 'direct' | 'followed' | 'plain' | 'muted';

export interface UnreadConversation {
  readonly key: string;
  readonly recipient: MessageRecipient;
  /** Ids of the unread messages, ascending, never empty. */
  readonly ids: readonly number[];
  /** Ids of those that mention the user. */
  readonly mentions: readonly number[];
  readonly priority: ConversationPriority;
}

/**
 * The parts of the state needed for priorities; each list stays the same object until it changes.
 */
export interface ConversationPrioritySource {
  readonly subscriptions: RegisterState['subscriptions'];
  readonly user_topics: RegisterState['user_topics'];
  readonly muted_users: RegisterState['muted_users'];
}

/**
 * The priority of each conversation; undefined for channels that are archived or not subscribed.
 */
export class ConversationPriorities {
  readonly #channels: ReadonlyMap<number, { readonly is_muted: boolean }>;
  readonly #topics: ReadonlyMap<string, number>;
  readonly #people: ReadonlySet<number>;

  constructor({ subscriptions, user_topics, muted_users }: ConversationPrioritySource) {
    this.#channels = new Map(
      (subscriptions ?? []).flatMap((one) => (one.is_archived ? [] : [[one.stream_id, one]])),
    );
    this.#topics = new Map(
      (user_topics ?? []).map(({ stream_id, topic_name, visibility_policy }) => [
        topicKey(stream_id, topic_name),
        visibility_policy,
      ]),
    );
    this.#people = new Set((muted_users ?? []).map(({ id }) => id));
  }

  policy(stream_id: number, topic: string): number {
    return this.#topics.get(topicKey(stream_id, topic)) ?? topicVisibilityPolicy.none;
  }

  of({ type, to, topic }: MessageRecipient): ConversationPriority | undefined {
    if (type !== 'stream') {
      return to.length > 0 && to.every((id) => this.#people.has(id)) ? 'muted' : 'direct';
    }
    const [stream_id = 0] = to;
    const channel = this.#channels.get(stream_id);
    if (!channel) return undefined;
    switch (this.policy(stream_id, topic)) {
      case topicVisibilityPolicy.followed:
        return 'followed';
      case topicVisibilityPolicy.muted:
        return 'muted';
      case topicVisibilityPolicy.unmuted:
        return 'plain';
      default:
        return channel.is_muted ? 'muted' : 'plain';
    }
  }
}

/**
 * Groups unread messages by conversation. Leaves out archived and unsubscribed channels, because
 * nothing links to them.
 */
export function unreadConversations(
  unread: UnreadMessages | undefined,
  standings: ConversationPriorities,
  own: number | undefined,
): readonly UnreadConversation[] {
  if (!unread) return [];
  const mentions = new Set(unread.mentions);
  const found: UnreadConversation[] = [];
  for (const group of [...unread.pms, ...unread.huddles, ...unread.streams]) {
    const { key, recipient } = conversationOfGroup(group, own);
    const standing = standings.of(recipient);
    const ids = group.unread_message_ids;
    if (standing === undefined || ids.length === 0) continue;
    const mentioned = mentions.size === 0 ? none : ids.filter((id) => mentions.has(id));
    found.push({ key, recipient, ids, mentions: mentioned, priority: standing });
  }
  return found;
}

const none: readonly number[] = [];

type Group =
  | UnreadMessages['pms'][number]
  | UnreadMessages['huddles'][number]
  | UnreadMessages['streams'][number];
interface GroupConversation {
  readonly key: string;
  readonly recipient: MessageRecipient;
}

/** Cached because most groups are still the same objects after an event. */
const known = new WeakMap<Group, GroupConversation>();

function conversationOfGroup(group: Group, own: number | undefined): GroupConversation {
  const kept = known.get(group);
  if (kept) return kept;
  const recipient = recipientOfGroup(group, own);
  const place = { key: conversationKey(recipient), recipient };
  known.set(group, place);
  return place;
}

function recipientOfGroup(group: Group, own: number | undefined): MessageRecipient {
  if ('stream_id' in group) {
    return { type: 'stream', to: [group.stream_id], topic: group.topic };
  }
  const people =
    'other_user_id' in group
      ? [group.other_user_id]
      : group.user_ids_string
          .split(',')
          .map(Number)
          .filter((id) => id !== own);
  return { type: 'private', to: people, topic: '' };
}

const topicKey = (stream_id: number, topic: string) =>
  `${stream_id} ${foldCase(canonicalTopic(topic))}`;
