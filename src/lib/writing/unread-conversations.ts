import { foldCase } from '../api/fold-case';
import type { RegisterState } from '../api/register';
import { bareTopic } from '../api/topic';
import type { Unread } from '../api/unread';
import { conversationKey } from './conversation-key';
import type { Recipient } from './recipient';

/** What a conversation is to its reader, loudest first. */
export type Standing = 'direct' | 'followed' | 'plain' | 'muted';

/** The values of `visibility_policy`. https://zulip.com/api/update-user-topic */
export const topicPolicy = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;

export interface UnreadConversation {
  readonly key: string;
  readonly recipient: Recipient;
  /** Of its unread messages, ascending, never empty. */
  readonly ids: readonly number[];
  /** How many of them mention oneself. */
  readonly mentions: readonly number[];
  readonly standing: Standing;
}

/** What is read of the state; each list is the same object while nothing in it changes. */
export interface StandingSource {
  readonly subscriptions: RegisterState['subscriptions'];
  readonly user_topics: RegisterState['user_topics'];
  readonly muted_users: RegisterState['muted_users'];
}

/** What each conversation is to its reader; undefined of a channel that is not theirs, or archived. */
export class Standings {
  readonly #channels: ReadonlyMap<number, { readonly is_muted: boolean }>;
  readonly #topics: ReadonlyMap<string, number>;
  readonly #people: ReadonlySet<number>;

  constructor({ subscriptions, user_topics, muted_users }: StandingSource) {
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
    return this.#topics.get(topicKey(stream_id, topic)) ?? topicPolicy.none;
  }

  of({ type, to, topic }: Recipient): Standing | undefined {
    if (type !== 'stream') {
      return to.length > 0 && to.every((id) => this.#people.has(id)) ? 'muted' : 'direct';
    }
    const [stream_id = 0] = to;
    const channel = this.#channels.get(stream_id);
    if (!channel) return undefined;
    switch (this.policy(stream_id, topic)) {
      case topicPolicy.followed:
        return 'followed';
      case topicPolicy.muted:
        return 'muted';
      case topicPolicy.unmuted:
        return 'plain';
      default:
        return channel.is_muted ? 'muted' : 'plain';
    }
  }
}

/**
 * The unread messages by conversation. Those of archived channels and of ones that were left do not
 * count: nothing leads to them.
 */
export function unreadConversations(
  unread: Unread | undefined,
  standings: Standings,
  own: number | undefined,
): readonly UnreadConversation[] {
  if (!unread) return [];
  const mentions = new Set(unread.mentions);
  const found: UnreadConversation[] = [];
  for (const group of [...unread.pms, ...unread.huddles, ...unread.streams]) {
    const { key, recipient } = placeOf(group, own);
    const standing = standings.of(recipient);
    const ids = group.unread_message_ids;
    if (standing === undefined || ids.length === 0) continue;
    const mentioned = mentions.size === 0 ? none : ids.filter((id) => mentions.has(id));
    found.push({ key, recipient, ids, mentions: mentioned, standing });
  }
  return found;
}

const none: readonly number[] = [];

type Group = Unread['pms'][number] | Unread['huddles'][number] | Unread['streams'][number];
interface Place {
  readonly key: string;
  readonly recipient: Recipient;
}

/** Most groups are the same objects after an event. */
const known = new WeakMap<Group, Place>();

function placeOf(group: Group, own: number | undefined): Place {
  const kept = known.get(group);
  if (kept) return kept;
  const recipient = recipientOfGroup(group, own);
  const place = { key: conversationKey(recipient), recipient };
  known.set(group, place);
  return place;
}

function recipientOfGroup(group: Group, own: number | undefined): Recipient {
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

const topicKey = (stream_id: number, topic: string) => `${stream_id} ${foldCase(bareTopic(topic))}`;
