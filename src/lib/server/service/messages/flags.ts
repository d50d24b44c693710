import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { queryRows } from '../db/query-rows';
import { badRequest } from '../failure';
import { compileNarrow } from '../narrow/compile';
import { filterIds } from '../narrow/page';
import { isOperands } from '../narrow/operands';

/** Flags that users set themselves. The others are computed from the text. */
const editable: ReadonlySet<string> = new Set(['read', 'starred', 'collapsed']);

export type FlagOp = 'add' | 'remove';

export interface FlagChange {
  readonly op: FlagOp;
  readonly flag: string;
}

export interface FlagResult {
  /** Ids of messages that changed, ascending. */
  readonly changed: readonly number[];
  /** Channels whose messages stay read because the caller isn't subscribed. */
  readonly ignored_stream_ids: readonly number[];
}

/** Throws 400 for a flag that users can't set. */
export function checkFlag(flag: string): void {
  if (!editable.has(flag)) throw badRequest(`Flag not editable: '${flag}'`);
}

/**
 * Sets or clears a flag on the caller's messages and sends the event to the caller's queues. For
 * messages of public history that the caller never received, a row is created when a flag other
 * than `read` is set.
 */
export async function changeFlag(
  context: ServiceContext,
  change: FlagChange,
  ids: readonly number[],
): Promise<FlagResult> {
  if (ids.length === 0) return { changed: [], ignored_stream_ids: [] };
  const { op, flag } = change;
  const unreads = op === 'remove' && flag === 'read';
  if (op === 'add' && flag !== 'read') await addHistoricalRows(context, ids);
  const within = sql`message_id = any(${idList(ids)})`;
  const ignored_stream_ids = unreads ? await leftChannels(context, ids) : [];
  const kept =
    ignored_stream_ids.length === 0
      ? sql`true`
      : sql`not exists (select 1 from messages m where m.id = message_id
          and m.stream_id = any(${idList(ignored_stream_ids)}))`;
  const changed = await setFlag(context, change, sql`${within} and ${kept}`);
  await announceFlags(context, change, changed);
  return { changed, ignored_stream_ids };
}

/**
 * Changes the caller's rows that match `where`. Returns the ids of messages whose flag changed,
 * ascending.
 */
export async function setFlag(
  { tx, user }: ServiceContext,
  { op, flag }: FlagChange,
  where: SQL,
): Promise<number[]> {
  const has = flag === 'read' ? sql`'read' = any(flags)` : sql`${flag}::text = any(flags)`;
  const statement =
    op === 'add'
      ? sql`update user_messages set flags = array_append(flags, ${flag}::text)
          where user_id = ${user.id}::int and not (${has}) and ${where} returning message_id as id`
      : sql`update user_messages set flags = array_remove(flags, ${flag}::text)
          where user_id = ${user.id}::int and ${has} and ${where} returning message_id as id`;
  const rows = await queryRows<{ id: number }>(tx, statement);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Sends the event of changed flags. When messages become unread, it includes where they are. */
export async function announceFlags(
  context: ServiceContext,
  { op, flag }: FlagChange,
  messages: readonly number[],
): Promise<void> {
  if (messages.length === 0) return;
  const details =
    op === 'remove' && flag === 'read' ? await unreadDetails(context, messages) : undefined;
  context.emit({
    payload: {
      type: 'update_message_flags',
      op,
      operation: op,
      flag,
      messages,
      all: false,
      ...(details && { message_details: details }),
    },
    audience: [context.user.id],
  });
}

/** Adds a row for each accessible message without one. Throws 400 if any isn't accessible. */
export async function addHistoricalRows(
  context: ServiceContext,
  ids: readonly number[],
): Promise<void> {
  const { tx, user } = context;
  const wanted = [...new Set(ids)];
  const narrow = await compileNarrow(context, [], 'accessible');
  const accessible = await filterIds(context, narrow, wanted);
  if (accessible.length < wanted.length) throw badRequest('Invalid message(s)');
  await tx.execute(sql`insert into user_messages (user_id, message_id, flags)
    select ${user.id}::int, id, array['read', 'historical'] from unnest(${idList(wanted)}) as id
    on conflict do nothing`);
}

/** Channels of these messages to which the caller isn't subscribed. */
async function leftChannels(
  { tx, user }: ServiceContext,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select distinct m.stream_id as id from user_messages um
      join messages m on m.id = um.message_id
      where um.user_id = ${user.id}::int and um.message_id = any(${idList(ids)})
        and m.stream_id is not null and not exists (select 1 from subscriptions s
          where s.stream_id = m.stream_id and s.user_id = um.user_id and s.active)
      order by 1`,
  );
  return rows.map(({ id }) => id);
}

type DetailRow = {
  id: number;
  stream_id: number | null;
  topic: string;
  user_ids: number[] | null;
  mentioned: boolean;
  muted: boolean;
};

async function unreadDetails(context: ServiceContext, ids: readonly number[]) {
  const { tx, user } = context;
  const rows = await queryRows<DetailRow>(
    tx,
    sql`select m.id, m.stream_id, m.topic, r.user_ids,
        (${isOperands['mentioned']!(context)}) as mentioned, (${isOperands['muted']!(context)}) as muted
      from user_messages um join messages m on m.id = um.message_id
      join recipients r on r.id = m.recipient_id
      where um.user_id = ${user.id}::int and um.message_id = any(${idList(ids)})`,
  );
  return Object.fromEntries(
    rows.map(({ id, stream_id, topic, user_ids, mentioned, muted }) => [
      id,
      {
        ...(stream_id === null
          ? { type: 'private', user_ids: (user_ids ?? []).filter((each) => each !== user.id) }
          : { type: 'stream', stream_id, topic, unmuted_stream_msg: !muted }),
        ...(mentioned && { mentioned }),
      },
    ]),
  );
}

function idList(ids: readonly number[]): SQL {
  return sql`${`{${ids.join()}}`}::int[]`;
}
