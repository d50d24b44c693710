import type { MessageWithMatch, Message } from '$lib/api/read-messages';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import { messages, recipients, userMessages, type StoredMessage } from '../db/schema/messages';
import { reactions } from '../db/schema/reactions';
import { streams } from '../db/schema/streams';
import { users } from '../db/schema/users';
import { loadLinkifiers } from '../markdown/load-linkifiers';
import type { CompiledLinkifiers } from '../markdown/state';
import type { UserRow } from '../model';
import { matchFields, type MatchFields } from '../narrow/match-fields';
import type { CompiledSearch } from '../narrow/search';
import { wireAvatarUrl, unixTime } from '../users/wire';
import { submessagesColumn, type WireSubmessage } from '../widgets/store-widget';
import { visibleHistory } from './history';
import { wireMessage } from './wire';

export interface ReadOptions {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly allow_empty_topic_name: boolean;
}

/** Columns read with a message, the same for everyone. */
interface Row {
  readonly row: StoredMessage;
  readonly stream_name: string | null;
  readonly user_ids: number[] | null;
  /** Null if the caller never received the message. */
  readonly flags: string[] | null;
  readonly submessages: readonly WireSubmessage[] | null;
}

/**
 * Messages that the caller can read, ascending, in the form of `GET /messages`, with the matches of
 * `searches` if any. Takes three statements, plus one for matches.
 */
export async function readMessages(
  context: ServiceContext,
  ids: readonly number[],
  options: ReadOptions,
  searches: readonly CompiledSearch[] = [],
): Promise<MessageWithMatch[]> {
  if (ids.length === 0) return [];
  const rows = await loadRows(context, ids);
  const people = await loadPeople(context, rows);
  const reactionsOf = await loadReactions(context, ids);
  const linkifiers = await loadLinkifiers(context);
  const matched = rows.map(({ row }) => ({ ...row, topic: shownTopic(row, options) }));
  const matches = searches.length > 0 ? await matchFields(context, searches, matched) : null;
  return rows.map((row) => ({
    ...readerMessage(context, row, people, linkifiers, options),
    reactions: reactionsOf.get(row.row.id) ?? [],
    ...matches?.get(row.row.id),
  }));
}

/** Returns only the match fields, even without a search. */
export async function readMatches(
  context: ServiceContext,
  ids: readonly number[],
  searches: readonly CompiledSearch[],
): Promise<Map<number, MatchFields>> {
  const rows = await context.tx
    .select({
      id: messages.id,
      stream_id: messages.stream_id,
      topic: messages.topic,
      rendered_content: messages.rendered_content,
    })
    .from(messages)
    .where(sql`${messages.id} = any(${`{${ids.join()}}`}::int[])`);
  const options = { allow_empty_topic_name: false };
  const matched = rows.map((row) => ({ ...row, topic: shownTopic(row, options) }));
  return matchFields(context, searches, matched);
}

/** The topic, with a name for the empty one if the client can't show it. */
function shownTopic(
  row: Pick<StoredMessage, 'stream_id' | 'topic'>,
  { allow_empty_topic_name }: Pick<ReadOptions, 'allow_empty_topic_name'>,
): string {
  const needsName = row.stream_id !== null && row.topic === '' && !allow_empty_topic_name;
  return needsName ? emptyTopicName : row.topic;
}

function readerMessage(
  context: ServiceContext,
  { row, stream_name, user_ids, flags, submessages }: Row,
  people: ReadonlyMap<number, UserRow>,
  linkifiers: CompiledLinkifiers | undefined,
  options: ReadOptions,
): Message {
  const sender = people.get(row.sender_id)!;
  const display = stream_name ?? (user_ids ?? []).map((id) => people.get(id)!);
  const history = visibleHistory(context, row, options.allow_empty_topic_name);
  const view = { baseUrl: context.baseUrl, clientGravatar: options.client_gravatar };
  return {
    ...wireMessage(context, row, sender, display, { linkifiers, submessages: submessages ?? [] }),
    avatar_url: wireAvatarUrl(sender, view),
    content: options.apply_markdown ? row.rendered_content : row.content,
    content_type: options.apply_markdown ? 'text/html' : 'text/x-markdown',
    subject: shownTopic(row, options),
    ...(history && { edit_history: history }),
    ...(row.last_edit_time && { last_edit_timestamp: unixTime(row.last_edit_time) }),
    ...(row.last_moved_time && { last_moved_timestamp: unixTime(row.last_moved_time) }),
    flags: flags ?? ['read', 'historical'],
  };
}

async function loadRows({ tx, user }: ServiceContext, ids: readonly number[]): Promise<Row[]> {
  return tx
    .select({
      row: messages,
      stream_name: streams.name,
      user_ids: recipients.user_ids,
      flags: userMessages.flags,
      submessages: submessagesColumn,
    })
    .from(messages)
    .innerJoin(recipients, eq(recipients.id, messages.recipient_id))
    .leftJoin(streams, eq(streams.id, messages.stream_id))
    .leftJoin(
      userMessages,
      and(eq(userMessages.message_id, messages.id), eq(userMessages.user_id, user.id)),
    )
    .where(sql`${messages.id} = any(${`{${ids.join()}}`}::int[])`)
    .orderBy(asc(messages.id));
}

async function loadPeople(
  { tx }: ServiceContext,
  rows: readonly Row[],
): Promise<Map<number, UserRow>> {
  const ids = new Set(rows.flatMap(({ row, user_ids }) => [row.sender_id, ...(user_ids ?? [])]));
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(found.map((user) => [user.id, user]));
}

async function loadReactions({ tx }: ServiceContext, ids: readonly number[]) {
  const rows = await tx
    .select()
    .from(reactions)
    .where(sql`${reactions.message_id} = any(${`{${ids.join()}}`}::int[])`)
    .orderBy(asc(reactions.id));
  const byMessage = new Map<number, Message['reactions']>();
  for (const { message_id, emoji_name, emoji_code, reaction_type, user_id } of rows) {
    const list = byMessage.get(message_id) ?? [];
    list.push({ emoji_name, emoji_code, reaction_type, user_id });
    byMessage.set(message_id, list);
  }
  return byMessage;
}
