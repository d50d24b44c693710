import { topicVisibilityPolicy } from '$lib/api/user-topic';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { users } from '../db/schema/users';
import { settingOf } from '../users/settings';
import { storeUserTopicPolicy } from './user-topics';

/** What the user did in a topic. */
type TopicActivity =
  { readonly kind: 'sent'; readonly message_id: number } | { readonly kind: 'reacted' };

/** Values of the `automatically_…_policy` settings. */
const when = { participating: 1, sending: 2, beginning: 3, never: 4 } as const;

/**
 * Follows or unmutes a topic after the caller sends or reacts in it, depending on their settings.
 * Returns the new policy, if it changed. Never lowers a policy and never changes a followed topic.
 * Source: https://zulip.com/help/follow-a-topic#configure-automatically-followed-topics
 */
export async function followOwnTopic(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
  activity: TopicActivity,
): Promise<number | undefined> {
  const { user } = context;
  const follow = settingOf(user, 'automatically_follow_topics_policy');
  const unmute = settingOf(user, 'automatically_unmute_topics_in_muted_streams_policy');
  if (user.is_bot || (follow === when.never && unmute === when.never)) return undefined;

  const state = await readState(context, stream, topic, activity);
  const applies = (setting: number): boolean => {
    if (setting === when.participating) return true;
    if (activity.kind !== 'sent') return false;
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

interface State {
  /** Null if the user has no policy for the topic. */
  readonly policy: number | null;
  readonly channel_muted: boolean;
  /**
   * Whether the caller starts the topic: they have no policy for it, and it has no other message
   * they can read.
   */
  readonly begins: boolean;
}

async function readState(
  { tx, user }: ServiceContext,
  stream: StreamRow,
  topic: string,
  activity: TopicActivity,
): Promise<State> {
  const readable = stream.history_public_to_subscribers
    ? sql`true`
    : sql`exists (select 1 from user_messages um
        where um.message_id = m.id and um.user_id = ${user.id}::int)`;
  const own = activity.kind === 'sent' ? activity.message_id : 0;
  const [row] = await queryRows<{ policy: number | null; channel_muted: boolean; older: boolean }>(
    tx,
    sql`select
      (select visibility_policy from user_topics where user_id = ${user.id}::int
        and stream_id = ${stream.id}::int and fold_case(topic) = fold_case(${topic})) as policy,
      exists (select 1 from subscriptions where user_id = ${user.id}::int
        and stream_id = ${stream.id}::int and active and is_muted) as channel_muted,
      exists (select 1 from messages m where m.stream_id = ${stream.id}::int
        and fold_case(m.topic) = fold_case(${topic}) and m.id <> ${own}::int and ${readable}) as older`,
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
