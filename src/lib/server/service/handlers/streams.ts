import type { ParsedOf } from '$lib/api/define-operation';
import type * as api from '$lib/api/streams';
import { isAdministrator, isGuest } from '$lib/api/roles';
import { canAdministerChannel } from '$lib/api/permissions/channel';
import { and, eq, sql } from 'drizzle-orm';
import { recordAuditedChange } from '../audit/record';
import { loadPermissions } from '../permissions/load';
import type { ChannelAccess, StreamRow } from '../channels/access';
import { loadChannelActivity } from '../channels/activity';
import { archiveChannel } from '../channels/archive';
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
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { selectManyRows } from '../db/many-rows';
import { subscriptions } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { mapWithPauses } from '../pauses';
import { badRequest, ServiceFailure } from '../failure';
import type { OperationHandlers } from '../handler';
import { postArchivalNotice } from '../messages/channel-notices';
import { readEmptyTopic } from '../messages/send-permissions';
import { loadActiveSubscribers } from '../messages/receivers';
import { loadSettingSerializer } from '../permissions/setting-serializer';
import { canDeleteTopic } from '$lib/api/permissions/message';
import { messages } from '../db/schema/messages';
import { removeMessages } from '../messages/delete';

/** Messages per request. Each deletion is announced to everyone who had access. */
const batch = 200;

/** Throws if the caller can't delete other people's messages. https://zulip.com/api/delete-topic */
async function requireCanDeleteTopic(context: ServiceContext, stream: StreamRow): Promise<void> {
  const permissions = await loadPermissions(context, context.user);
  if (canDeleteTopic(permissions, stream)) return;
  throw new ServiceFailure('UNAUTHORIZED_PRINCIPAL', 'Insufficient permission');
}

/**
 * Deletes the newest messages that the caller can read in a topic. Returns false if there are more.
 * Without public history, messages that the caller never received stay.
 */
async function deleteNewestMessages(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
): Promise<boolean> {
  const { tx, user } = context;
  const received = stream.history_public_to_subscribers
    ? undefined
    : sql`exists (select 1 from user_messages um
        where um.message_id = ${messages.id} and um.user_id = ${user.id})`;
  const within = and(
    eq(messages.stream_id, stream.id),
    sql`fold_case(${messages.topic}) = fold_case(${topic})`,
    received,
  );
  const rows = await tx
    .select()
    .from(messages)
    .where(within)
    .orderBy(sql`${messages.id} desc`)
    .limit(batch)
    .for('update');
  await removeMessages(
    context,
    rows.map((row) => ({ row, stream, flags: null })),
  );
  const [newest] = rows;
  if (newest) {
    await recordAuditedChange(context, {
      action: 'channel.topic_deleted',
      modified_stream_id: stream.id,
      before: { topic: newest.topic, messages: rows.length },
    });
  }
  const [more] = await tx.select({ id: messages.id }).from(messages).where(within).limit(1);
  return more === undefined;
}

type Sets = ParsedOf<typeof api.getStreams>;

/** The union of the sets that the parameters select. */
async function requestedStreams(context: ServiceContext, access: ChannelAccess, params: Sets) {
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

async function ownerSubscribed({ tx, user }: ServiceContext): Promise<Set<number>> {
  if (user.bot_owner_id === null) return new Set();
  const rows = await tx
    .select({ stream_id: subscriptions.stream_id })
    .from(subscriptions)
    .where(and(eq(subscriptions.user_id, user.bot_owner_id), eq(subscriptions.active, true)));
  return new Set(rows.map(({ stream_id }) => stream_id));
}

/** What servers without incoming email return. Messages reach this service only through its API. */
const noMail = '';

/** Email can be sent in by the user, one of their bots, or the Notification Bot. */
async function checkMailSender(context: ServiceContext, sender_id: number): Promise<void> {
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

export const streamHandlers = {
  async getStreamId(context, params) {
    const name = params.stream.trim();
    const stream = (await streamsByName(context, [name]))(name);
    const access = await loadChannelAccess(context);
    if (!stream || !access.seesMetadata(stream)) {
      throw badRequest(`Invalid channel name '${name}'`);
    }
    return { stream_id: stream.id };
  },

  async getStreamEmailAddress(context, { stream_id, sender_id = context.user.id }) {
    await accessStream(context, stream_id);
    await checkMailSender(context, sender_id);
    return { email: noMail };
  },

  async deleteTopic(context, { stream_id, topic_name }) {
    const stream = await accessStream(context, stream_id);
    await requireCanDeleteTopic(context, stream);
    const complete = await deleteNewestMessages(context, stream, readEmptyTopic(topic_name.trim()));
    return { complete };
  },

  async getStreamTopics(context, params) {
    const stream = await accessStream(context, params.stream_id);
    const topics = await listTopics(context, stream);
    if (params.allow_empty_topic_name) return { topics };
    return { topics: topics.map((topic) => ({ ...topic, name: topic.name || emptyTopicName })) };
  },

  async getSubscriptions(context, params) {
    const { tx, user } = context;
    const access = await loadChannelAccess(context);
    const active = and(eq(subscriptions.user_id, user.id), eq(subscriptions.active, true));
    const own = await selectManyRows(tx, subscriptions, active);
    const ownOf = new Map(own.map((row) => [row.stream_id, row]));
    const ids = [...ownOf.keys()];
    const activity = await loadChannelActivity(context, ids);
    const writer = new ChannelWriter(await loadSettingSerializer(context), activity);
    const subscribersOf = await loadSubscribers(context, params.include_subscribers ?? 'false');
    const rows = (await loadStreams(context, ids)).filter((stream) => !stream.is_archived);
    const list = await mapWithPauses(rows, (stream) => ({
      ...writer.subscription(stream, ownOf.get(stream.id)!),
      ...subscribersOf(stream.id, access.seesSubscribers(stream)),
    }));
    return { subscriptions: list };
  },

  async getSubscribers(context, params) {
    const stream = await accessStreamMetadata(context, params.stream_id);
    const access = await loadChannelAccess(context);
    if (!access.seesSubscribers(stream)) {
      throw badRequest('Subscriber data is not available for this channel');
    }
    return { subscribers: [...(await loadActiveSubscribers(context, stream.id))] };
  },

  async archiveStream(context, { stream_id }) {
    const stream = await accessStreamMetadata(context, stream_id);
    const permissions = await loadPermissions(context, context.user);
    if (!canAdministerChannel(permissions, stream)) {
      throw badRequest("You don't have permission to administer this channel.");
    }
    await archiveChannel(context, stream, postArchivalNotice);
    await recordAuditedChange(context, {
      action: 'channel.archived',
      modified_stream_id: stream.id,
    });
  },

  async getStreams(context, params) {
    if (params.include_all_active && !isAdministrator(context.user)) {
      throw badRequest('Must be an organization administrator');
    }
    const access = await loadChannelAccess(context);
    const wanted = await requestedStreams(context, access, params);
    const rows = await loadStreams(context);
    const writer = new ChannelWriter(
      await loadSettingSerializer(context),
      await loadChannelActivity(context),
    );
    const excludeArchived = params.exclude_archived ?? true;
    const listed = rows.filter(
      (stream) => !(excludeArchived && stream.is_archived) && wanted(stream),
    );
    const streams = await mapWithPauses(listed, (stream) => ({
      ...writer.channel(stream),
      ...(params.include_default && { is_default: stream.is_default }),
    }));
    return { streams };
  },
} satisfies Partial<OperationHandlers>;
