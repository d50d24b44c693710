import type { WidgetContent } from '$lib/api/widgets';
import type { StreamRow } from '../channels/access';
import { recordFirstMessage } from '../channels/first-message';
import type { Context } from '../context';
import type { MessageRow } from '../db/schema/messages';
import { claimFiles } from '../files/claim';
import { loadLinkifiers } from '../markdown/load-linkifiers';
import { renderText } from '../markdown/render-text';
import type { Mentions } from '../markdown/state';
import type { User } from '../model';
import { avatarUrl } from '../users/wire';
import { followWhereMentioned } from './automatic-policy';
import { checkGroupMentions } from './group-mentions';
import { keepWidget, type WireSubmessage } from '../widgets/keep';
import {
  calledBots,
  calledBy,
  checkWildcards,
  flagsOf,
  participantsOf,
  receiptsOf,
  subscribersOf,
  type FlagsByUser,
} from './receivers';
import { channelRecipient } from './recipients';
import { wireMessage } from './wire';
import { wishesOf, type Wishes } from './wishes';

export interface Outgoing {
  /** Normalised. */
  readonly content: string;
  /** Whether it counts as read by its sender from the start. */
  readonly readBySender: boolean;
  /** What it shows beside its text, where that does not say so itself. */
  readonly widget?: WidgetContent | undefined;
  /** What is asked beforehand, so that it need not be waited for alone. */
  readonly wishes?: Promise<Wishes>;
  /** The queue whose event carries `local_message_id`. */
  readonly echo?: { readonly queue_id: string; readonly local_id: string };
}

/** A text rendered for where it goes, and whom it calls there. */
export interface Prepared {
  readonly html: string;
  readonly mentions: Mentions;
  /** By name or as one of a group. */
  readonly called: ReadonlySet<number>;
  readonly receivers: readonly number[];
  /** Who has written in the topic; read only where the text calls them. */
  readonly participants: readonly number[];
}

/** Renders for a topic. Throws where the text calls more people, or other groups, than the sender may. */
export async function prepareForTopic(
  context: Context,
  stream: StreamRow,
  topic: string,
  content: string,
): Promise<Prepared> {
  const { html, mentions } = await renderText(context, content);
  await checkGroupMentions(context, mentions);
  const subscribers = await subscribersOf(context, stream.id);
  const called = await calledBy(context, mentions);
  const bots = await calledBots(context, stream, called, subscribers);
  const participants = mentions.topic_wildcard
    ? await participantsOf(context, stream.id, topic)
    : [];
  await checkWildcards(context, mentions, {
    subscribers: subscribers.length,
    participants: participants.length,
  });
  return { html, mentions, called, receivers: [...subscribers, ...bots], participants };
}

/** Renders for a direct message, where wildcards call nobody. Throws where it calls a group that the sender may not. */
export async function prepareDirect(
  context: Context,
  content: string,
): Promise<Pick<Prepared, 'html' | 'mentions' | 'called'>> {
  const { html, mentions } = await renderText(context, content);
  await checkGroupMentions(context, mentions);
  const called = await calledBy(context, mentions);
  const only = { stream_wildcard: false, topic_wildcard: false };
  return { html, mentions: { ...mentions, ...only }, called };
}

/** Sends to a channel where the sender may post; `topic` is normalised and allowed there. */
export async function sendToTopic(
  context: Context,
  stream: StreamRow,
  topic: string,
  outgoing: Outgoing,
): Promise<number> {
  const prepared = await prepareForTopic(context, stream, topic, outgoing.content);
  const { html, receivers } = prepared;
  const flags = await flagsFor(context, prepared, outgoing);
  const recipient_id = await channelRecipient(context, stream.id);
  const row = await context.writer.write(
    { ...columns(context, outgoing, html), recipient_id, stream_id: stream.id, topic },
    receiptsOf(receivers, flags),
  );
  await claimFiles(context, row);
  const submessages = await keepWidget(context, row.id, outgoing.content, outgoing.widget);
  await announce(context, outgoing, row, stream.name, receivers, flags, {
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
  context: Context,
  recipient_id: number,
  participants: readonly User[],
  outgoing: Outgoing,
): Promise<number> {
  const { html, mentions, called } = await prepareDirect(context, outgoing.content);
  const receivers = participants.map(({ id }) => id);
  const prepared = { html, mentions, called, receivers, participants: [] };
  const flags = await flagsFor(context, prepared, outgoing);
  const row = await context.writer.write(
    { ...columns(context, outgoing, html), recipient_id, stream_id: null, topic: '' },
    receiptsOf(receivers, flags),
  );
  await claimFiles(context, row);
  const submessages = await keepWidget(context, row.id, outgoing.content, outgoing.widget);
  await announce(context, outgoing, row, participants, receivers, flags, { submessages });
  return row.id;
}

async function flagsFor(
  context: Context,
  { mentions, called, receivers, participants }: Prepared,
  { readBySender, content, wishes = wishesOf(context, content) }: Outgoing,
): Promise<FlagsByUser> {
  return flagsOf(receivers, {
    readBy: readBySender ? context.user.id : null,
    mentions,
    called,
    participants: new Set(participants),
    wishes: await wishes,
  });
}

/** What a new message of the caller has wherever it goes. */
export function columns(
  { realm, user, clock, client }: Context,
  { content }: Outgoing,
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
export async function announce(
  context: Context,
  outgoing: Outgoing,
  row: MessageRow,
  display_recipient: string | readonly User[],
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
      gravatar: avatarUrl(user, { baseUrl, clientGravatar: true }) === null,
      ...(outgoing.echo && { echo: outgoing.echo }),
    },
  });
}
