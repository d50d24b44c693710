import type * as api from '$lib/api/streams';
import { and, eq } from 'drizzle-orm';
import { recordChange } from '../audit/record';
import type { ChannelAccess, StreamRow } from '../channels/access';
import { loadActivity } from '../channels/activity';
import { archive, mayAdminister } from '../channels/archive';
import { streamsByName } from '../channels/find';
import {
  accessStream,
  accessStreamMetadata,
  loadChannelAccess,
  loadStreams,
} from '../channels/load';
import { loadSubscribers } from '../channels/subscribers';
import { emptyTopicName, listTopics } from '../channels/topics';
import { ChannelWriter } from '../channels/wire';
import type { Context } from '../context';
import { isRowId } from '../db/ids';
import { manyOf } from '../db/many-rows';
import { subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { Handler } from '../handler';
import { noteArchival } from '../messages/channel-notices';
import { checkMayDeleteTopic, deleteNewest } from '../messages/delete-topic';
import { readEmptyTopic } from '../messages/may-send';
import { subscribersOf } from '../messages/receivers';
import { isAdministrator, isGuest } from '../permissions/roles';
import { loadToldSettings } from '../permissions/told';

type Sets = Parameters<typeof getStreams>[1];

const getStreams: Handler<typeof api.getStreams> = async (context, params) => {
  if (params.include_all_active && !isAdministrator(context.user)) {
    throw badRequest('Must be an organization administrator');
  }
  const access = await loadChannelAccess(context);
  const wanted = await wantedStreams(context, access, params);
  const rows = await loadStreams(context);
  const writer = new ChannelWriter(await loadToldSettings(context), await loadActivity(context));
  const excludeArchived = params.exclude_archived ?? true;
  const streams = rows
    .filter((stream) => !(excludeArchived && stream.is_archived) && wanted(stream))
    .map((stream) => ({
      ...writer.channel(stream),
      ...(params.include_default && { is_default: stream.is_default }),
    }));
  return { streams };
};

/** The union of the sets that the parameters name. */
async function wantedStreams(context: Context, access: ChannelAccess, params: Sets) {
  const { user } = context;
  const { include_public = true, include_subscribed = true, include_web_public } = params;
  const all = params.include_all || params.include_all_active;
  const ofOwner = params.include_owner_subscribed ? await ownerSubscribed(context) : null;
  return (stream: StreamRow): boolean =>
    (include_public && !stream.invite_only && !isGuest(user)) ||
    (include_subscribed && access.subscribed.has(stream.id)) ||
    (include_web_public && stream.is_web_public) ||
    (all && access.seesMetadata(stream)) ||
    (params.include_can_access_content && access.seesContent(stream)) ||
    (params.include_default && stream.is_default && access.seesMetadata(stream)) ||
    (ofOwner?.has(stream.id) ?? false);
}

async function ownerSubscribed({ tx, user }: Context): Promise<Set<number>> {
  if (user.bot_owner_id === null) return new Set();
  const rows = await tx
    .select({ stream_id: subscriptions.stream_id })
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user.bot_owner_id), eq(subscriptions.active, true)));
  return new Set(rows.map(({ stream_id }) => stream_id));
}

const getStreamId: Handler<typeof api.getStreamId> = async (context, params) => {
  const name = params.stream.trim();
  const stream = (await streamsByName(context, [name]))(name);
  const access = await loadChannelAccess(context);
  if (!stream || !access.seesMetadata(stream)) {
    throw badRequest(`Invalid channel name '${name}'`);
  }
  return { stream_id: stream.id };
};

const getStreamEmailAddress: Handler<typeof api.getStreamEmailAddress> = async (
  context,
  { stream_id, sender_id = context.user.id },
) => {
  await accessStream(context, stream_id);
  await checkMailSender(context, sender_id);
  return { email: noMail };
};

/** As servers say it that no mail reaches: messages come into this service by its API alone. */
const noMail = '';

/** Mail is sent in by oneself, by a bot of one's own, or in the name of the Notification Bot. */
async function checkMailSender(context: Context, sender_id: number): Promise<void> {
  const { tx, user, realm } = context;
  if (sender_id === user.id) return;
  const [sender] = isRowId(sender_id)
    ? await tx
        .select()
        .from(users)
        .where(and(eq(users.id, sender_id), eq(users.realm_id, realm.id)))
    : [];
  const isOwnBot = sender?.is_bot && sender.is_active && sender.bot_owner_id === user.id;
  if (!isOwnBot && !sender?.is_system_bot) {
    throw badRequest(`Invalid user ID ${sender_id}`);
  }
}

const deleteTopic: Handler<typeof api.deleteTopic> = async (context, { stream_id, topic_name }) => {
  const stream = await accessStream(context, stream_id);
  await checkMayDeleteTopic(context, stream);
  const complete = await deleteNewest(context, stream, readEmptyTopic(topic_name.trim()));
  return { complete };
};

const getStreamTopics: Handler<typeof api.getStreamTopics> = async (context, params) => {
  const stream = await accessStream(context, params.stream_id);
  const topics = await listTopics(context, stream);
  if (params.allow_empty_topic_name) return { topics };
  return { topics: topics.map((topic) => ({ ...topic, name: topic.name || emptyTopicName })) };
};

const getSubscriptions: Handler<typeof api.getSubscriptions> = async (context, params) => {
  const { tx, user } = context;
  const access = await loadChannelAccess(context);
  const active = and(eq(subscriptions.user_id, user.id), eq(subscriptions.active, true));
  const own = await manyOf(tx, subscriptions, active);
  const ownOf = new Map(own.map((row) => [row.stream_id, row]));
  const ids = [...ownOf.keys()];
  const activity = await loadActivity(context, ids);
  const writer = new ChannelWriter(await loadToldSettings(context), activity);
  const subscribersOf = await loadSubscribers(context, params.include_subscribers ?? 'false');
  const rows = await loadStreams(context, ids);
  return {
    subscriptions: rows.flatMap((stream) => {
      const row = ownOf.get(stream.id);
      if (!row || stream.is_archived) return [];
      const keys = subscribersOf(stream.id, access.seesSubscribers(stream));
      return { ...writer.subscription(stream, row), ...keys };
    }),
  };
};

const getSubscribers: Handler<typeof api.getSubscribers> = async (context, params) => {
  const stream = await accessStreamMetadata(context, params.stream_id);
  const access = await loadChannelAccess(context);
  if (!access.seesSubscribers(stream)) {
    throw badRequest('Subscriber data is not available for this channel');
  }
  return { subscribers: [...(await subscribersOf(context, stream.id))] };
};

const archiveStream: Handler<typeof api.archiveStream> = async (context, { stream_id }) => {
  const stream = await accessStreamMetadata(context, stream_id);
  if (!(await mayAdminister(context, stream))) {
    throw badRequest("You don't have permission to administer this channel.");
  }
  await archive(context, stream, noteArchival);
  await recordChange(context, { action: 'channel.archived', modified_stream_id: stream.id });
  return {};
};

export const streamHandlers = {
  getStreams,
  getStreamId,
  getStreamEmailAddress,
  deleteTopic,
  getStreamTopics,
  getSubscriptions,
  getSubscribers,
  archiveStream,
};
