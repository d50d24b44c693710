import { topicVisibilityPolicy } from '$lib/api/user-topic';
import { and, eq } from 'drizzle-orm';
import type { StreamRow } from '../channels/access';
import { findStream } from '../channels/find';
import { accessStream, readableStreams } from '../channels/load';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { streams } from '../db/schema/streams';
import { userTopics } from '../db/schema/user-topics';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { readEmptyTopic } from '../messages/send-permissions';
import { maxTopicLength } from '../messages/normalise';
import { storeUserTopicPolicy } from '../messages/user-topics';

/** A user can always remove a topic's policy, even if its channel is now hidden. */
async function channelFor(
  context: ServiceContext,
  stream_id: number,
  visibility_policy: number,
): Promise<StreamRow> {
  if (visibility_policy !== topicVisibilityPolicy.none) return accessStream(context, stream_id);
  const [stream] = isRowId(stream_id)
    ? await context.tx
        .select()
        .from(streams)
        .where(and(eq(streams.id, stream_id), eq(streams.realm_id, context.realm.id)))
    : [];
  if (!stream) throw badRequest('Invalid channel ID');
  return stream;
}

/** Finds a channel by name if the user can read it or has a topic policy in it. Otherwise 0. */
async function idByName(context: ServiceContext, name: string): Promise<number> {
  const { stream } = await findStream(context, name);
  if (!stream) return 0;
  const [readable] = await readableStreams(context, [stream]);
  if (readable) return stream.id;
  const [held] = await context.tx
    .select({ id: userTopics.stream_id })
    .from(userTopics)
    .where(and(eq(userTopics.user_id, context.user.id), eq(userTopics.stream_id, stream.id)))
    .limit(1);
  return held?.id ?? 0;
}

/** Only here, a topic that is too long is an error. */
function topicOf(given: string): string {
  const topic = given.trim();
  if ([...topic].length > maxTopicLength) {
    throw badRequest(`topic is too long (limit: ${maxTopicLength} characters)`);
  }
  if (topic.includes('\0')) throw badRequest('topic must not contain null bytes');
  return readEmptyTopic(topic);
}

async function storePolicy(
  context: ServiceContext,
  channel_id: number,
  topic: string,
  visibility_policy: number,
): Promise<object> {
  const stream = await channelFor(context, channel_id, visibility_policy);
  await storeUserTopicPolicy(context, {
    user_id: context.user.id,
    stream_id: stream.id,
    topic: topicOf(topic),
    visibility_policy,
  });
  return {};
}

export const userTopicHandlers = {
  updateUserTopic: (context, { stream_id, topic, visibility_policy }) =>
    storePolicy(context, stream_id, topic, visibility_policy),

  async muteTopic(context, { stream_id, stream: name, topic, op }) {
    const to = stream_id ?? name;
    if (to === undefined || (stream_id !== undefined && name !== undefined)) {
      throw badRequest('Specify either stream_id or stream');
    }
    const { muted, none } = topicVisibilityPolicy;
    const channel_id = typeof to === 'number' ? to : await idByName(context, to);
    return storePolicy(context, channel_id, topic, op === 'add' ? muted : none);
  },
} satisfies Partial<OperationHandlers>;
