import type { WidgetContent } from '$lib/api/widgets';
import type { StreamRow } from '../channels/access';
import { recordFirstMessage } from '../channels/first-message';
import type { ServiceContext } from '../context';
import type { StoredMessage } from '../db/schema/messages';
import { claimFiles } from '../files/claim';
import { loadLinkifiers } from '../markdown/load-linkifiers';
import { renderText } from '../markdown/render-text';
import type { MarkdownMentions } from '../markdown/state';
import type { UserRow } from '../model';
import { wireAvatarUrl } from '../users/wire';
import { followWhereMentioned } from './automatic-policy';
import { storeWidget, type WireSubmessage } from '../widgets/store-widget';
import {
  findMentionedBots,
  mentionedPeopleOf,
  requireCanMentionWidely,
  receiverFlagsOf,
  participantsOf,
  deliveryGroupsOf,
  loadActiveSubscribers,
  type FlagsByUser,
} from './receivers';
import { channelRecipient } from './recipients';
import { wireMessage } from './wire';
import {
  loadNotificationPreferences,
  type NotificationPreferences,
} from './notification-preferences';
import { canMentionGroup } from '$lib/api/permissions/group';
import { anyOf } from '../db/ids';
import { userGroups } from '../db/schema/groups';
import { badRequest } from '../failure';
import { loadPermissions } from '../permissions/load';

/**
 * Throws if the text mentions a group that the sender can't mention. Silent mentions are always
 * allowed.
 */
async function checkGroupMentions(
  context: ServiceContext,
  { group_ids }: MarkdownMentions,
): Promise<void> {
  const { tx, user } = context;
  if (group_ids.size === 0 || user.is_system_bot) return;
  const groups = await tx
    .select()
    .from(userGroups)
    .where(anyOf(userGroups.id, [...group_ids]));
  const permissions = await loadPermissions(context, user);
  const refused = groups.find((group) => !canMentionGroup(permissions, group));
  if (refused) {
    throw badRequest(`You are not allowed to mention the group '${refused.name}'.`);
  }
}

export interface MessageToSend {
  /** Normalized. */
  readonly content: string;
  /** Whether the sender has it as read from the start. */
  readonly readBySender: boolean;
  /** Widget shown with the text, unless the text itself defines one. */
  readonly widget?: WidgetContent | undefined;
  /** If they have been read already. */
  readonly preferences?: NotificationPreferences;
  /** The queue whose event includes `local_message_id`. */
  readonly echo?: { readonly queue_id: string; readonly local_id: string };
}

/** A text rendered for its destination, with the users it mentions there. */
export interface PreparedMessage {
  readonly html: string;
  readonly mentions: MarkdownMentions;
  /** By name or through a group. */
  readonly called: ReadonlySet<number>;
  readonly receivers: readonly number[];
  /** Users who have sent messages in the topic. Read only if the text mentions them. */
  readonly participants: readonly number[];
}

/** Renders for a topic. Throws if the sender can't use the text's wildcard or group mentions. */
export async function prepareForTopic(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
  content: string,
): Promise<PreparedMessage> {
  const { html, mentions } = await renderText(context, content);
  await checkGroupMentions(context, mentions);
  const subscribers = await loadActiveSubscribers(context, stream.id);
  const called = await mentionedPeopleOf(context, mentions);
  const bots = await findMentionedBots(context, stream, called, subscribers);
  const participants = mentions.topic_wildcard
    ? await participantsOf(context, stream.id, topic)
    : [];
  await requireCanMentionWidely(context, mentions, {
    subscribers: subscribers.length,
    participants: participants.length,
  });
  return { html, mentions, called, receivers: [...subscribers, ...bots], participants };
}

/**
 * Renders for a direct message, where wildcards notify no one. Throws if the sender can't mention a
 * group in it.
 */
export async function prepareDirect(
  context: ServiceContext,
  content: string,
): Promise<Pick<PreparedMessage, 'html' | 'mentions' | 'called'>> {
  const { html, mentions } = await renderText(context, content);
  await checkGroupMentions(context, mentions);
  const called = await mentionedPeopleOf(context, mentions);
  const only = { stream_wildcard: false, topic_wildcard: false };
  return { html, mentions: { ...mentions, ...only }, called };
}

/** Sends to a channel where the sender can post. `topic` is normalized and allowed there. */
export async function sendToTopic(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
  outgoing: MessageToSend,
): Promise<number> {
  const prepared = await prepareForTopic(context, stream, topic, outgoing.content);
  const { html, receivers } = prepared;
  const flags = await flagsFor(context, prepared, outgoing);
  const recipient_id = await channelRecipient(context, stream.id);
  const row = await context.service.writer.write(
    { ...newMessageColumns(context, outgoing, html), recipient_id, stream_id: stream.id, topic },
    deliveryGroupsOf(receivers, flags),
  );
  await claimFiles(context, row);
  const submessages = await storeWidget(context, row.id, outgoing.content, outgoing.widget);
  await announceMessage(context, outgoing, row, stream.name, receivers, flags, {
    submessages,
    public_stream: !stream.invite_only,
  });
  await followWhereMentioned(context, stream, topic, prepared.mentions.user_ids, receivers);
  // When many messages are sent together, their ids were drawn in advance.
  if (stream.first_message_id === null || row.id < stream.first_message_id) {
    await recordFirstMessage(context, stream);
  }
  return row.id;
}

/**
 * Sends to `participants`, sender included. The caller checks that the sender can write to them.
 */
export async function sendDirect(
  context: ServiceContext,
  recipient_id: number,
  participants: readonly UserRow[],
  outgoing: MessageToSend,
): Promise<number> {
  const { html, mentions, called } = await prepareDirect(context, outgoing.content);
  const receivers = participants.map(({ id }) => id);
  const prepared = { html, mentions, called, receivers, participants: [] };
  const flags = await flagsFor(context, prepared, outgoing);
  const row = await context.service.writer.write(
    { ...newMessageColumns(context, outgoing, html), recipient_id, stream_id: null, topic: '' },
    deliveryGroupsOf(receivers, flags),
  );
  await claimFiles(context, row);
  const submessages = await storeWidget(context, row.id, outgoing.content, outgoing.widget);
  await announceMessage(context, outgoing, row, participants, receivers, flags, { submessages });
  return row.id;
}

async function flagsFor(
  context: ServiceContext,
  { mentions, called, receivers, participants }: PreparedMessage,
  { readBySender, content, preferences }: MessageToSend,
): Promise<FlagsByUser> {
  return receiverFlagsOf(receivers, {
    readBy: readBySender ? context.user.id : null,
    mentions,
    called,
    participants: new Set(participants),
    preferences: preferences ?? (await loadNotificationPreferences(context, content)),
  });
}

/** Columns of a new message of the caller, for any destination. */
export function newMessageColumns(
  { realm, user, clock, request: { client } }: ServiceContext,
  { content }: MessageToSend,
  html: string,
) {
  return {
    realm_id: realm.id,
    sender_id: user.id,
    content,
    rendered_content: html,
    date_sent: new Date(clock.now()),
    client,
  };
}

/** Sends the message event to its receivers. */
export async function announceMessage(
  context: ServiceContext,
  outgoing: MessageToSend,
  row: StoredMessage,
  display_recipient: string | readonly UserRow[],
  receivers: readonly number[],
  flags: FlagsByUser,
  {
    submessages = [],
    ...more
  }: { readonly submessages?: readonly WireSubmessage[]; readonly public_stream?: boolean },
): Promise<void> {
  const { user, baseUrl } = context;
  const linkifiers = await loadLinkifiers(context);
  const parts = { linkifiers, submessages };
  context.emit({
    payload: {
      type: 'message',
      message: wireMessage(context, row, user, display_recipient, parts),
      flags: [],
    },
    audience: receivers,
    perUser: Object.fromEntries([...flags].map(([id, own]) => [id, { flags: own }])),
    hidden: {
      ...more,
      content: row.content,
      gravatar: wireAvatarUrl(user, { baseUrl, clientGravatar: true }) === null,
      ...(outgoing.echo && { echo: outgoing.echo }),
    },
  });
}
