import { asc, eq } from 'drizzle-orm';
import { userTopics } from '../db/schema/user-topics';
import { mutedTopics } from '../messages/user-topics';
import { stopWords } from '$lib/api/stop-words';
import { unixTime } from '../users/wire';
import type { StateReader } from './scope';

export const topicStates: Readonly<Record<string, StateReader>> = {
  user_topic: async (scope) => {
    const { tx, user } = scope.context;
    const rows = await tx
      .select()
      .from(userTopics)
      .where(eq(userTopics.user_id, user.id))
      .orderBy(asc(userTopics.id));
    return {
      user_topics: rows.map(({ stream_id, topic, last_updated, visibility_policy }) => ({
        stream_id,
        topic_name: scope.topicName(topic),
        last_updated: unixTime(last_updated),
        visibility_policy,
      })),
    };
  },
  /** An older form of `user_topics`, for clients that don't request those. */
  muted_topics: async (scope) => {
    if (!scope.everything && scope.fetches('user_topic')) return {};
    const muted = await mutedTopics(scope.context, scope.context.user.id);
    return {
      muted_topics: muted.map(([name, topic, at]) => [name, scope.topicName(topic), at]),
    };
  },
  /** Words that a search ignores outside quotes. */
  stop_words: () => ({ stop_words: [...stopWords] }),
};
