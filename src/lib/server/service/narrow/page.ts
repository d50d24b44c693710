import { sql, type SQL } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { idArray } from '../db/ids';
import { queryRows } from '../db/query-rows';
import type { CompiledNarrow } from './compile';
import { inOperands, isOperands } from './operands';

/** Stands for the newest message in requests and replies. */
export const beyondNewest = 10_000_000_000_000_000;

export interface AnchorWindow {
  /** 0 is the oldest, `beyondNewest` the newest. */
  readonly anchor: number;
  readonly includeAnchor: boolean;
  readonly before: number;
  readonly after: number;
}

export interface NarrowPage {
  /** In ascending order. */
  readonly ids: readonly number[];
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/** Selects the IDs of the messages around an anchor, reading no more rows than it returns. */
export function selectNarrowPage(
  narrow: CompiledNarrow,
  { anchor, includeAnchor, before, after }: AnchorWindow,
): SQL {
  const atOldest = anchor <= 0;
  const atNewest = anchor >= beyondNewest;
  const parts: SQL[] = [];
  if (!atOldest && before > 0) parts.push(side(narrow, '<', anchor, 'desc', before));
  if (!atOldest && !atNewest && includeAnchor) parts.push(side(narrow, '=', anchor, 'asc', 1));
  if (!atNewest && after > 0) parts.push(side(narrow, '>', anchor, 'asc', after));
  return parts.length === 0
    ? sql`select 0 as id where false`
    : sql`select id from (${sql.join(parts, sql` union all `)}) as found order by id`;
}

/** What the ids found by `selectNarrowPage` say about the narrow. */
export function describeNarrowPage(
  ids: readonly number[],
  { anchor, before, after }: AnchorWindow,
): Omit<NarrowPage, 'ids'> {
  return {
    found_anchor: ids.includes(anchor),
    found_oldest: anchor <= 0 || ids.filter((id) => id < anchor).length < before,
    found_newest: anchor >= beyondNewest || ids.filter((id) => id > anchor).length < after,
  };
}

/** Message ids of a narrow around an anchor, with one statement. */
export async function findNarrowPage(
  { tx }: ServiceContext,
  narrow: CompiledNarrow,
  window: AnchorWindow,
): Promise<NarrowPage> {
  const rows = await queryRows<{ id: number }>(tx, selectNarrowPage(narrow, window));
  const ids = rows.map(({ id }) => id);
  return { ids, ...describeNarrowPage(ids, window) };
}

type Bound = '<' | '=' | '>';

function side(
  narrow: CompiledNarrow,
  bound: Bound,
  anchor: number,
  order: 'asc' | 'desc',
  most: number,
) {
  // On both columns, because a bound on one doesn't apply to the other's index.
  const within = (column: SQL) => sql`${column} ${sql.raw(bound)} ${anchor}::bigint`;
  return sql`(select m.id from ${narrow.from}
    where ${narrow.where} and ${within(narrow.id)} and ${within(sql`m.id`)}
    order by ${narrow.id} ${sql.raw(order)} limit ${most}::int)`;
}

/** Statement for those of these ids that match the narrow, ascending. */
export function selectMatching(narrow: CompiledNarrow, ids: readonly number[]): SQL {
  return sql`select m.id from ${narrow.from} where ${narrow.where}
    and m.id = any(${idArray(ids)}) order by m.id`;
}

/** Which of these ids match the narrow, ascending. */
export async function filterIds(
  { tx }: ServiceContext,
  narrow: CompiledNarrow,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(tx, selectMatching(narrow, ids));
  return rows.map(({ id }) => id);
}

/** The oldest unread message of a narrow. Muted messages don't count unless it names a channel. */
export async function findFirstUnread(
  context: ServiceContext,
  narrow: CompiledNarrow,
): Promise<number> {
  const shown = narrow.isBroad ? inOperands['home']!(context) : sql`true`;
  const rows = await queryRows<{ id: number }>(
    context.tx,
    sql`select m.id from ${narrow.from}
      where ${narrow.where} and ${isOperands['unread']!(context)} and ${shown}
      order by ${narrow.id} limit 1`,
  );
  return rows[0]?.id ?? beyondNewest;
}
