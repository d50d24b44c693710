import type { MessageWithMatch, Message } from '$lib/api/read-messages';
import type * as api from '$lib/api/read-messages';
import { isRowId } from '../db/ids';
import { badRequest, ServiceFailure } from '../failure';
import type { OperationHandler, OperationHandlers } from '../handler';
import { readAnchor, readWindow } from '../messages/anchor';
import { compileNarrow } from '../narrow/compile';
import { accessMessage } from '../narrow/find';
import { describeNarrowPage, filterIds, selectMatching, selectNarrowPage } from '../narrow/page';
import { sql, type SQL } from 'drizzle-orm';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import { withTimes } from '../db/many-rows';
import { queryRows } from '../db/query-rows';
import { messages, type StoredMessage } from '../db/schema/messages';
import { users } from '../db/schema/users';
import { loadLinkifiers } from '../markdown/load-linkifiers';
import type { CompiledLinkifiers } from '../markdown/state';
import type { UserRow } from '../model';
import { matchFields, type MatchFields } from '../narrow/match-fields';
import type { CompiledSearch } from '../narrow/search';
import { wireAvatarUrl, unixTime } from '../users/wire';
import { type WireSubmessage } from '../widgets/store-widget';
import { visibleHistory } from '../messages/history';
import { wireMessage } from '../messages/wire';

interface ReadOptions {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly allow_empty_topic_name: boolean;
}

type ShownRow = StoredMessage & {
  readonly stream_name: string | null;
  readonly user_ids: number[] | null;
  /** Null if the caller never received the message. */
  readonly flags: string[] | null;
  readonly reactions: Message['reactions'] | null;
  readonly submessages: WireSubmessage[] | null;
};

/**
 * Messages whose ids `which` selects and the caller can read, ascending, in the form of `GET
 * /messages`, with the matches of `searches` if any. Takes one statement, plus one for matches.
 */
async function readMessages(
  context: ServiceContext,
  which: SQL,
  options: ReadOptions,
  searches: readonly CompiledSearch[] = [],
): Promise<MessageWithMatch[]> {
  const { rows, people } = await loadRows(context, which);
  const linkifiers = await loadLinkifiers(context);
  const shown = () => rows.map((row) => ({ ...row, topic: shownTopic(row, options) }));
  const matches = searches.length > 0 ? await matchFields(context, searches, shown()) : null;
  return rows.map((row) => ({
    ...readerMessage(context, row, people, linkifiers, options),
    reactions: row.reactions ?? [],
    ...matches?.get(row.id),
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
  row: ShownRow,
  people: ReadonlyMap<number, UserRow>,
  linkifiers: CompiledLinkifiers | undefined,
  options: ReadOptions,
): Message {
  const sender = people.get(row.sender_id)!;
  const display = row.stream_name ?? (row.user_ids ?? []).map((id) => people.get(id)!);
  const history = visibleHistory(context, row, options.allow_empty_topic_name);
  const view = { baseUrl: context.baseUrl, clientGravatar: options.client_gravatar };
  return {
    ...wireMessage(context, row, sender, display, {
      linkifiers,
      submessages: row.submessages ?? [],
      avatar_url: wireAvatarUrl(sender, view),
    }),
    content: options.apply_markdown ? row.rendered_content : row.content,
    content_type: options.apply_markdown ? 'text/html' : 'text/x-markdown',
    subject: shownTopic(row, options),
    ...(history && { edit_history: history }),
    ...(row.last_edit_time && { last_edit_timestamp: unixTime(row.last_edit_time) }),
    ...(row.last_moved_time && { last_moved_timestamp: unixTime(row.last_moved_time) }),
    flags: row.flags ?? ['read', 'historical'],
  };
}

/**
 * The messages and everyone who is shown with them. The database encodes them as JSON, because
 * reading single values takes most of the time. The ids are passed on as an array, so that it plans
 * for a few of them, not for a share of the table.
 */
async function loadRows(
  { tx, user }: ServiceContext,
  which: SQL,
): Promise<{ rows: ShownRow[]; people: Map<number, UserRow> }> {
  const [found] = await queryRows<{ rows: ShownRow[] | null; people: UserRow[] | null }>(
    tx,
    sql`with shown as materialized (
        select m.*, s.name as stream_name, r.user_ids, um.flags,
          (select json_agg(json_build_object('emoji_name', re.emoji_name,
              'emoji_code', re.emoji_code, 'reaction_type', re.reaction_type,
              'user_id', re.user_id) order by re.id)
            from reactions re where re.message_id = m.id) as reactions,
          (select json_agg(sm order by sm.id)
            from submessages sm where sm.message_id = m.id) as submessages
        from messages m
        join recipients r on r.id = m.recipient_id
        left join streams s on s.id = m.stream_id
        left join user_messages um on um.message_id = m.id and um.user_id = ${user.id}::int
        where m.id = any(array(${which}))
      )
      select (select json_agg(shown order by shown.id) from shown) as rows,
        (select json_agg(u) from users u where u.id = any(array(
          select sender_id from shown union select unnest(user_ids) from shown))) as people`,
  );
  const people = found?.people ?? [];
  return {
    rows: (found?.rows ?? []).map((row) => withTimes(messages, row)),
    people: new Map(people.map((person) => [person.id, withTimes(users, person)])),
  };
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
    const which = selectMatching(narrow, rowIds(params.message_ids));
    return { messages: await readMessages(context, which, options, narrow.searches) };
  }
  const size = readWindow(params);
  const narrow = await compileNarrow(context, terms, 'history');
  const anchor = await readAnchor(context, params, narrow);
  const window = { ...size, anchor };
  const which = selectNarrowPage(narrow, window);
  const found = await readMessages(context, which, options, narrow.searches);
  const ids = found.map(({ id }) => id);
  return {
    messages: found,
    anchor,
    ...describeNarrowPage(ids, window),
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
    const [message] = await readMessages(context, sql`select ${row.id}::int`, {
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
