import { topicVisibilityPolicy } from '$lib/api/user-topic';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { users } from '../db/schema/users';
import type { UserRow } from '../model';
import { settingOf } from '../users/settings';
import { storeUserTopicPolicy } from './user-topics';

/** Values of the `automatically_…_policy` settings. */
const when = { participating: 1, sending: 2, beginning: 3, never: 4 } as const;

function policiesOf(user: UserRow) {
  return {
    follow: settingOf(user, 'automatically_follow_topics_policy'),
    unmute: settingOf(user, 'automatically_unmute_topics_in_muted_streams_policy'),
  };
}

/**
 * Follows or unmutes a topic after the caller sends or reacts in it, depending on their settings.
 * `state` is from before that. Returns the new policy, if it changed. Never lowers a policy and never changes a followed topic.
 * Source: https://zulip.com/help/follow-a-topic#configure-automatically-followed-topics
 */
export async function followOwnTopic(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
  activity: 'sent' | 'reacted',
  state: TopicState | undefined,
): Promise<number | undefined> {
  if (!state) return undefined;
  const { user } = context;
  const { follow, unmute } = policiesOf(user);
  const applies = (setting: number): boolean => {
    if (setting === when.participating) return true;
    if (activity !== 'sent') return false;
    return setting === when.sending || (setting === when.beginning && state.begins);
  };
  const wanted = applies(follow)
    ? topicVisibilityPolicy.followed
    : state.channel_muted && applies(unmute)
      ? topicVisibilityPolicy.unmuted
      : topicVisibilityPolicy.none;
  if (wanted === topicVisibilityPolicy.none || wanted === state.policy) return undefined;
  if (state.policy === topicVisibilityPolicy.followed) return undefined;
  const policy = { stream_id: stream.id, topic, visibility_policy: wanted };
  await storeUserTopicPolicy(context, { user_id: user.id, ...policy });
  return wanted;
}

/** What the caller had in a topic. */
export interface TopicState {
  /** Null if the user has no policy for the topic. */
  readonly policy: number | null;
  readonly channel_muted: boolean;
  /** Whether sending starts the topic: they have no policy for it and can read no message in it. */
  readonly begins: boolean;
}

/** Undefined if the caller's settings never change a topic. */
export async function readTopicState(
  { tx, user }: ServiceContext,
  stream: StreamRow,
  topic: string,
): Promise<TopicState | undefined> {
  const { follow, unmute } = policiesOf(user);
  if (user.is_bot || (follow === when.never && unmute === when.never)) return undefined;
  const readable = stream.history_public_to_subscribers
    ? sql`true`
    : sql`exists (select 1 from user_messages um
        where um.message_id = m.id and um.user_id = ${user.id}::int)`;
  const [row] = await queryRows<{ policy: number | null; channel_muted: boolean; older: boolean }>(
    tx,
    sql`select
      (select visibility_policy from user_topics where user_id = ${user.id}::int
        and stream_id = ${stream.id}::int and fold_case(topic) = fold_case(${topic})) as policy,
      exists (select 1 from subscriptions where user_id = ${user.id}::int
        and stream_id = ${stream.id}::int and active and is_muted) as channel_muted,
      exists (select 1 from messages m where m.stream_id = ${stream.id}::int
        and fold_case(m.topic) = fold_case(${topic}) and ${readable}) as older`,
  );
  const { policy, channel_muted, older } = row!;
  return { policy, channel_muted, begins: policy === null && !older };
}

/**
 * Follows a topic for users mentioned by name in a message, if their settings ask for it. Skips the
 * author.
 */
export async function followWhereMentioned(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
  called: ReadonlySet<number>,
  receivers: readonly number[],
): Promise<void> {
  const ids = receivers.filter((id) => called.has(id) && id !== context.user.id);
  if (ids.length === 0) return;
  const people = await context.tx
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.is_bot, false)))
    .orderBy(users.id);
  for (const person of people) {
    if (!settingOf(person, 'automatically_follow_topics_where_mentioned')) continue;
    await storeUserTopicPolicy(context, {
      ...{ user_id: person.id, stream_id: stream.id },
      ...{ topic, visibility_policy: topicVisibilityPolicy.followed },
    });
  }
}
