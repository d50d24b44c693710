import type { MessageWithMatch, Message } from '$lib/api/read-messages';
import type * as api from '$lib/api/read-messages';
import { isRowId } from '../db/ids';
import { badRequest, ServiceFailure } from '../failure';
import type { OperationHandler, OperationHandlers } from '../handler';
import { readAnchor, readWindow } from '../messages/anchor';
import { compileNarrow } from '../narrow/compile';
import { accessMessage } from '../narrow/find';
import { filterIds, findNarrowPage } from '../narrow/page';
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
import { visibleHistory } from '../messages/history';
import { wireMessage } from '../messages/wire';

interface ReadOptions {
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
async function readMessages(
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
async function readMatches(
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

const maxMessageIds = 5000;

const getMessages: OperationHandler<typeof api.getMessages> = async (context, params) => {
  const options: ReadOptions = {
    apply_markdown: params.apply_markdown ?? true,
    client_gravatar: params.client_gravatar ?? true,
    allow_empty_topic_name: params.allow_empty_topic_name ?? false,
  };
  const terms = params.narrow ?? [];
  if (params.message_ids) {
    checkAlone(params);
    const narrow = await compileNarrow(context, terms, 'accessible');
    const ids = await filterIds(context, narrow, rowIds(params.message_ids));
    return { messages: await readMessages(context, ids, options, narrow.searches) };
  }
  const window = readWindow(params);
  const narrow = await compileNarrow(context, terms, 'history');
  const anchor = await readAnchor(context, params, narrow);
  const { ids, ...found } = await findNarrowPage(context, narrow, { ...window, anchor });
  return {
    messages: await readMessages(context, ids, options, narrow.searches),
    anchor,
    ...found,
    history_limited: false,
  };
};

/** `message_ids` can't be combined with anchor or range parameters. */
function checkAlone(params: Parameters<typeof getMessages>[1]): void {
  const others = ['anchor', 'num_before', 'num_after', 'include_anchor'] as const;
  const parameters = others.filter((name) => params[name] !== undefined);
  if (params.use_first_unread_anchor) parameters.unshift('anchor');
  if (parameters.length === 0) return;
  throw badRequest(`Unsupported parameter combination: ${parameters.join(', ')}, message_ids`, {
    parameters: [...new Set(parameters), 'message_ids'],
  });
}

/** Ids that no row can have are left out, like missing ones. */
function rowIds(ids: readonly number[]): number[] {
  if (ids.length > maxMessageIds)
    throw badRequest(`Too many message IDs (maximum ${maxMessageIds})`);
  return ids.filter(isRowId);
}

export const readMessageHandlers = {
  async getMessage(context, params) {
    const { row } = await accessMessage(context, params.message_id);
    const [message] = await readMessages(context, [row.id], {
      apply_markdown: params.apply_markdown ?? true,
      client_gravatar: false,
      allow_empty_topic_name: params.allow_empty_topic_name ?? false,
    });
    if (!message) throw new ServiceFailure('BAD_REQUEST', 'Invalid message(s)');
    return { message, raw_content: row.content };
  },

  async checkMessagesMatchNarrow(context, { msg_ids, narrow: terms }) {
    const narrow = await compileNarrow(context, terms, 'received');
    const ids = await filterIds(context, narrow, rowIds(msg_ids));
    return { messages: Object.fromEntries(await readMatches(context, ids, narrow.searches)) };
  },

  getMessages,
} satisfies Partial<OperationHandlers>;
