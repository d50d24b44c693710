import { appendTo } from '$lib/api/append-to';
import type { StreamRow } from '../channels/access';
import { findStream } from '../channels/find';
import type { ServiceContext } from '../context';
import type { UserRow } from '../model';
import { realmSettingOf } from '../realm/settings';
import { asNotificationBot } from '../users/notification-bot';
import { notifyEach } from './notify-each';
import { sendToTopic } from './send';

/*
 * Notification Bot messages about channels: in the channel itself, in the channel where new ones
 * are announced, and to people whom others subscribed.
 */

const eventsTopic = 'channel events';
const newTopic = 'new channels';

/** Posts in the channel who archived it. */
export function postArchivalNotice(context: ServiceContext, stream: StreamRow): Promise<void> {
  return note(context, stream, eventsTopic, `${caller(context)} archived this channel.`);
}

export function postRestorationNotice(context: ServiceContext, stream: StreamRow): Promise<void> {
  return note(context, stream, eventsTopic, `${caller(context)} brought this channel back.`);
}

/** Text of a new channel's first message. `postCreationNotices` sends it. */
export function creationNoticeText(context: ServiceContext, stream: StreamRow): string {
  const text = `${caller(context)} created this channel. It is ${kindOf(stream)}.`;
  return `${text}\n\n${quoted('Description', stream)}`;
}

export function postRenameNotice(
  context: ServiceContext,
  stream: StreamRow,
  old: StreamRow,
): Promise<void> {
  const names = `from ${asCode(old.name)} to ${asCode(stream.name)}`;
  return note(context, stream, eventsTopic, `${caller(context)} renamed this channel ${names}.`);
}

export function postDescriptionNotice(
  context: ServiceContext,
  stream: StreamRow,
  old: StreamRow,
): Promise<void> {
  const text = `${caller(context)} changed the description of this channel.`;
  const both = `${quoted('Before', old)}\n\n${quoted('Now', stream)}`;
  return note(context, stream, eventsTopic, `${text}\n\n${both}`);
}

export function postPrivacyNotice(
  context: ServiceContext,
  stream: StreamRow,
  old: StreamRow,
): Promise<void> {
  const change = `from ${kindOf(old)} to ${kindOf(stream)}`;
  const text = `${caller(context)} changed who can see this channel: ${change}.`;
  return note(context, stream, eventsTopic, text);
}

export function postRetentionNotice(
  context: ServiceContext,
  stream: StreamRow,
  old: StreamRow,
): Promise<void> {
  const change = `from ${lifetimeIn(context, old)} to ${lifetimeIn(context, stream)}`;
  const text = `${caller(context)} changed how long messages are kept here: ${change}.`;
  return note(context, stream, eventsTopic, text);
}

/** Announces new public channels in the organization's announcement channel, if it has one. */
export async function announceStreams(
  context: ServiceContext,
  made: readonly StreamRow[],
): Promise<void> {
  const open = made.filter(({ invite_only }) => !invite_only);
  const place_id = realmSettingOf(context.realm, 'new_stream_announcements_stream_id');
  if (open.length === 0 || place_id < 0) return;
  const { stream: place } = await findStream(context, place_id);
  if (!place || place.is_archived) return;
  const names = open.map(linkTo).join(', ');
  const what = open.length === 1 ? 'a new channel' : `${open.length} new channels`;
  await note(context, place, newTopic, `${caller(context)} created ${what}: ${names}.`);
}

/** Sends each user a direct message about the channels that someone else subscribed them to. */
export async function sendSubscribedNotices(
  context: ServiceContext,
  channels: ReadonlyMap<UserRow, readonly StreamRow[]>,
): Promise<void> {
  const alike = new Map<string, UserRow[]>();
  for (const [person, streams] of channels) {
    appendTo(alike, streams.map(linkTo).join(', '), person);
  }
  for (const [names, people] of alike) {
    await notifyEach(context, people, `${caller(context)} subscribed you to ${names}.`);
  }
}

async function note(
  context: ServiceContext,
  stream: StreamRow,
  topic: string,
  content: string,
): Promise<void> {
  const bot = await asNotificationBot(context);
  if (!bot) return;
  await sendToTopic(bot, stream, topicIn(stream, topic), { content, readBySender: true });
}

/** Topic for notices about changes to the channel. */
export function eventsTopicOf(stream: StreamRow): string {
  return topicIn(stream, eventsTopic);
}

function topicIn({ topics_policy }: StreamRow, topic: string): string {
  return topics_policy === 'empty_topic_only' ? '' : topic;
}

function caller({ user }: ServiceContext): string {
  return `@_**${user.full_name}|${user.id}**`;
}

/** Quoted, so that mentions in the description notify no one. */
function quoted(title: string, { description }: StreamRow): string {
  return description === '' ? `${title}: none` : `${title}:\n\n> ${description}`;
}

function kindOf(stream: StreamRow): string {
  if (stream.is_web_public) return '**web-public**';
  if (!stream.invite_only) return '**public**';
  const history = stream.history_public_to_subscribers ? 'shared' : 'protected';
  return `**private, with ${history} history**`;
}

function lifetimeIn({ realm }: ServiceContext, { message_retention_days: own }: StreamRow): string {
  const days = own ?? realmSettingOf(realm, 'message_retention_days');
  const inherited = own === null ? ', as everywhere' : '';
  return days < 0 ? `**for ever**${inherited}` : `**${days} days**${inherited}`;
}

/** A name that could end the link, and start a mention after it, is written as code. */
function linkTo({ name }: StreamRow): string {
  return /[*>`\\]/.test(name) ? asCode(name) : `#**${name}**`;
}

function asCode(name: string): string {
  const runs = name.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const pad = runs.length > 0 ? ' ' : '';
  return `${fence}${pad}${name}${pad}${fence}`;
}
