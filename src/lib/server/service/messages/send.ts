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
import { checkGroupMentions } from './group-mentions';
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

export interface MessageToSend {
  /** Normalised. */
  readonly content: string;
  /** Whether it counts as read by its sender from the start. */
  readonly readBySender: boolean;
  /** What it shows beside its text, where that does not say so itself. */
  readonly widget?: WidgetContent | undefined;
  /** What is asked beforehand, so that it need not be waited for alone. */
  readonly preferences?: Promise<NotificationPreferences>;
  /** The queue whose event carries `local_message_id`. */
  readonly echo?: { readonly queue_id: string; readonly local_id: string };
}

/** A text rendered for where it goes, and whom it calls there. */
export interface PreparedMessage {
  readonly html: string;
  readonly mentions: MarkdownMentions;
  /** By name or as one of a group. */
  readonly called: ReadonlySet<number>;
  readonly receivers: readonly number[];
  /** Who has written in the topic; read only where the text calls them. */
  readonly participants: readonly number[];
}

/** Renders for a topic. Throws where the text calls more people, or other groups, than the sender may. */
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

/** Renders for a direct message, where wildcards call nobody. Throws where it calls a group that the sender may not. */
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

/** Sends to a channel where the sender may post; `topic` is normalised and allowed there. */
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
  const row = await context.writer.write(
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
  // Of many that are sent together, the ids were drawn before.
  if (stream.first_message_id === null || row.id < stream.first_message_id) {
    await recordFirstMessage(context, stream);
  }
  return row.id;
}

/** Sends to `participants`, sender included, who may be written to. */
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
  const row = await context.writer.write(
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
  {
    readBySender,
    content,
    preferences: wishes = loadNotificationPreferences(context, content),
  }: MessageToSend,
): Promise<FlagsByUser> {
  return receiverFlagsOf(receivers, {
    readBy: readBySender ? context.user.id : null,
    mentions,
    called,
    participants: new Set(participants),
    wishes: await wishes,
  });
}

/** What a new message of the caller has wherever it goes. */
export function newMessageColumns(
  { realm, user, clock, client }: ServiceContext,
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

/** Tells those who receive a message. */
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
