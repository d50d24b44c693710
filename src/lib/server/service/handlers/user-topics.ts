import type * as api from '$lib/api/user-topics';
import { and, eq } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import { accessStream } from '../channels/load';
import type { Context, Handler } from '../context';
import { isRowId } from '../db/ids';
import { streams } from '../db/schema/streams';
import { userTopics } from '../db/schema/user-topics';
import { badRequest } from '../failure';
import { maxTopicLength } from '../messages/normalise';
import { readEmptyTopic } from '../messages/may-send';
import { findStream } from '../messages/recipients';
import { setTopicPolicy, visibility } from '../messages/user-topics';

export const updateUserTopic: Handler<typeof api.updateUserTopic> = async (
  context,
  { stream_id, topic, visibility_policy },
) => {
  const stream = await channelFor(context, stream_id, visibility_policy);
  await setTopicPolicy(context, {
    user_id: context.user.id,
    stream_id: stream.id,
    topic: topicOf(topic),
    visibility_policy,
  });
  return {};
};

export const muteTopic: Handler<typeof api.muteTopic> = async (
  context,
  { stream_id, stream: name, topic, op },
) => {
  const to = stream_id ?? name;
  if (to === undefined || (stream_id !== undefined && name !== undefined)) {
    throw badRequest('Give either stream_id or stream');
  }
  const visibility_policy = op === 'add' ? visibility.muted : visibility.none;
  const found = typeof to === 'number' ? to : (await findStream(context, to)).stream?.id;
  const stream = await channelFor(context, found ?? 0, visibility_policy);
  await setTopicPolicy(context, {
    user_id: context.user.id,
    stream_id: stream.id,
    topic: topicOf(topic),
    visibility_policy,
  });
  return {};
};

/** One can always let go of a topic, also of one whose channel is hidden by now; of no other. */
async function channelFor(
  context: Context,
  stream_id: number,
  visibility_policy: number,
): Promise<StreamRow> {
  const [held] =
    visibility_policy === visibility.none && isRowId(stream_id)
      ? await context.tx
          .select({ stream: streams })
          .from(userTopics)
          .innerJoin(streams, eq(streams.id, userTopics.stream_id))
          .where(and(eq(userTopics.user_id, context.user.id), eq(streams.id, stream_id)))
          .limit(1)
      : [];
  return held?.stream ?? accessStream(context, stream_id);
}

/** Too long is an error here, and nowhere else. */
function topicOf(given: string): string {
  const topic = given.trim();
  if ([...topic].length > maxTopicLength) {
    throw badRequest(`topic is too long (limit: ${maxTopicLength} characters)`);
  }
  if (topic.includes('\0')) throw badRequest('topic must not contain null bytes');
  return readEmptyTopic(topic);
}
