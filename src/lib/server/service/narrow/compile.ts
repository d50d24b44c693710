import {
  type NarrowOperand,
  type NarrowOperator,
  type NarrowTerm,
  parseOperator,
} from '$lib/api/narrow';
import { isGuest } from '$lib/api/roles';
import { sql, type SQL, eq, and, or } from 'drizzle-orm';
import { enteredChannels, isInReadableChannel, isStillReadable } from '../channels/readers';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import { readTogether } from '../db/combine-selects';
import { idArray, isRowId, uniqueSortedIds } from '../db/ids';
import { badNarrow } from './bad-narrow';
import { compileSearch, type CompiledSearch } from './search';
import { hasOperands, inOperands, isOperands, receivedIsOperands } from './operands';
import { queryRows } from '../db/query-rows';
import { ServiceFailure } from '../failure';
import { findRecipients } from '../users/find-recipients';
import { recipients } from '../db/schema/messages';
import { findMessage } from './find';
import { isChannelOpenTo } from '$lib/api/permissions/channel';
import type { StreamRow } from '../channels/access';
import { loadChannelAccess } from '../channels/load';
import { streams } from '../db/schema/streams';

/** A term with the newest operator names. */
interface NormalizedTerm {
  readonly operator: NarrowOperator;
  readonly operand: NarrowTerm['operand'];
  readonly negated: boolean;
}

const channelOperators: ReadonlySet<string> = new Set(['channel', 'channels', 'topic']);
const directOperators: ReadonlySet<string> = new Set(['dm', 'dm-including']);

/** Throws BAD_NARROW for unknown operators. */
function readNarrowTerms(narrow: readonly NarrowTerm[]): NormalizedTerm[] {
  return narrow.map(({ operator: word, operand, negated }) => {
    const operator = parseOperator(word);
    if (!operator) throw badNarrow(`unknown '${word}' operator`);
    return { operator, operand, negated: negated ?? false };
  });
}

/** Throws BAD_NARROW if channel and direct message terms are combined. */
function checkTermsTogether(terms: readonly NormalizedTerm[]): void {
  const wanted = terms.filter(({ negated }) => !negated);
  if (wanted.some(({ operator }) => channelOperators.has(operator)) && wanted.some(isDirectTerm)) {
    throw badNarrow('No message can be both a channel message and direct message');
  }
}

/** Whether the term selects a conversation, so that `with` replaces it. */
function namesConversation({ operator, negated }: NormalizedTerm): boolean {
  return !negated && (operator === 'channel' || operator === 'topic' || operator === 'dm');
}

function isDirectTerm({ operator, operand }: NormalizedTerm): boolean {
  return directOperators.has(operator) || (operator === 'is' && isDirect(operand));
}

function isDirect(operand: NormalizedTerm['operand']): boolean {
  return operand === 'dm' || operand === 'private';
}

interface NamedChannel {
  readonly stream: StreamRow;
  /** Null until the first message is sent to it. */
  readonly recipient_id: number | null;
  /** Whether the caller can read messages they never received. */
  readonly hasHistory: boolean;
}

/** The channel that an operand names, by id or name. Hidden channels count as missing. */
async function findNamedChannel(
  context: ServiceContext,
  operand: NarrowOperand,
): Promise<NamedChannel> {
  const { tx, realm, user } = context;
  const missing = badNarrow(`unknown channel '${String(operand)}'`);
  if (typeof operand === 'object') throw badNarrow('a channel is one name or ID');
  const id = typeof operand === 'number' || /^\d{1,10}$/.test(operand) ? Number(operand) : 0;
  const byId = isRowId(id) ? eq(streams.id, id) : undefined;
  const byName =
    typeof operand === 'string'
      ? sql`fold_case(${streams.name}) = fold_case(${operand.trim()})`
      : undefined;
  if (!byId && !byName) throw missing;
  const rows = await tx
    .select({ stream: streams, recipient_id: recipients.id })
    .from(streams)
    .leftJoin(recipients, eq(recipients.stream_id, streams.id))
    .where(and(eq(streams.realm_id, realm.id), or(byId, byName)));
  // A channel's name can be a number.
  const found =
    typeof operand === 'string' && rows.length > 1
      ? rows.find(({ stream }) => stream.id !== id)
      : rows[0];
  if (!found) throw missing;
  const { stream, recipient_id } = found;
  if (isChannelOpenTo(user, stream)) {
    return { stream, recipient_id, hasHistory: stream.history_public_to_subscribers };
  }
  const access = await loadChannelAccess(context);
  if (!access.seesMetadata(stream)) throw missing;
  const hasHistory = stream.history_public_to_subscribers && access.seesContent(stream);
  return { stream, recipient_id, hasHistory };
}

/**
 * Replaces the terms that select a conversation by the conversation of the `with` term's message.
 * If the message is gone or hidden, the terms stay.
 */
async function withConversation(
  context: ServiceContext,
  terms: readonly NormalizedTerm[],
): Promise<readonly NormalizedTerm[]> {
  const anchors = terms.filter(({ operator }) => operator === 'with');
  const [anchor] = anchors;
  if (!anchor) return terms;
  if (anchors.length > 1 || anchor.negated) throw badNarrow("one 'with' at most, not negated");
  const id = Number(anchor.operand);
  if (typeof anchor.operand === 'object' || anchor.operand === '' || !Number.isInteger(id)) {
    throw badNarrow("'with' takes a message ID");
  }
  const rest = terms.filter((term) => term !== anchor);
  const found = await findMessage(context, id);
  if (!found) {
    if (rest.some(namesConversation)) return rest;
    throw badNarrow("the message of 'with' is not there");
  }
  const { row, stream } = found;
  const others = rest.filter((term) => !namesConversation(term));
  const term = (
    operator: NormalizedTerm['operator'],
    operand: NormalizedTerm['operand'],
  ): NormalizedTerm => ({
    operator,
    operand,
    negated: false,
  });
  if (stream) return [...others, term('channel', stream.id), term('topic', row.topic)];
  const [recipient] = await context.tx
    .select({ user_ids: recipients.user_ids })
    .from(recipients)
    .where(eq(recipients.id, row.recipient_id));
  const user_ids = recipient?.user_ids ?? [];
  return [...others, term('dm', user_ids)];
}

/**
 * Ids of the users that an operand names by id or email address, as a single value, a list or a
 * comma-separated list.
 */
async function readOperandPeople(
  context: ServiceContext,
  operand: NarrowOperand,
): Promise<number[]> {
  try {
    return (await findRecipients(context, namesOf(operand))).map(({ id }) => id);
  } catch (error) {
    if (error instanceof ServiceFailure) throw badNarrow(error.message);
    throw error;
  }
}

/** Ids can also be text: `"7,9"`. */
function namesOf(operand: NarrowOperand): NarrowOperand {
  if (typeof operand !== 'string') return operand;
  const parts = operand.split(',').map((part) => part.trim());
  return parts.every((part) => /^\d{1,10}$/.test(part)) ? parts.map(Number) : operand;
}

/** Messages of the conversation with exactly these people. */
async function isConversationWith(context: ServiceContext, operand: NarrowOperand): Promise<SQL> {
  const isSelf = typeof operand === 'object' && operand.length === 0;
  const names = namesOf(operand);
  // Ids are checked while their conversation is looked up.
  const given = [names].flat();
  const ids = given.every((name) => typeof name === 'number' && isRowId(name)) ? given : null;
  const [people, known] = await readTogether([
    isSelf ? [] : readOperandPeople(context, operand),
    ids && findConversation(context, ids as number[]),
  ]);
  const found = ids ? known : await findConversation(context, people);
  return found ? sql`m.recipient_id = ${found.id}::int` : sql`false`;
}

async function findConversation(
  { tx, realm, user }: ServiceContext,
  others: readonly number[],
): Promise<{ readonly id: number } | undefined> {
  const [found] = await queryRows<{ id: number }>(
    tx,
    sql`select id from recipients
      where realm_id = ${realm.id} and user_ids = ${idArray(uniqueSortedIds([...others, user.id]))}`,
  );
  return found;
}

/** Direct messages that include all of these people. */
async function includesPeople(context: ServiceContext, operand: NarrowOperand): Promise<SQL> {
  const ids = [...(await readOperandPeople(context, operand)), context.user.id];
  return sql`(m.stream_id is null and m.recipient_id in (select r.id from recipients r
    where r.realm_id = ${context.realm.id} and r.user_ids @> ${`{${ids.join()}}`}::int[]))`;
}

async function isSentBy(context: ServiceContext, operand: NarrowOperand): Promise<SQL> {
  const ids = await readOperandPeople(context, operand);
  if (ids.length !== 1) throw badNarrow('a sender is one person');
  return sql`m.sender_id = ${ids[0]}::int`;
}

/**
 * Messages considered before any term: `received` by the caller; `history` also includes public
 * history of the channels named by terms; `accessible` is everything that the caller can read.
 */
export type NarrowScope = 'received' | 'history' | 'accessible';

/**
 * A narrow as SQL over `m` (messages) and `um` (the caller's row, null for messages they never
 * received).
 */
export interface CompiledNarrow {
  readonly from: SQL;
  readonly where: SQL;
  /** Column for order and bounds, whose index the query uses. */
  readonly id: SQL;
  /** Words to highlight, if the narrow has a search. */
  readonly searches: readonly CompiledSearch[];
  /** True unless the narrow names a channel. Muted messages then count less. */
  readonly isBroad: boolean;
}

/** SQL of one term. With `history`, its channels are readable beyond what was received. */
interface Part {
  readonly condition: SQL;
  readonly history?: boolean;
  readonly search?: CompiledSearch;
}

type Compile = (
  context: ServiceContext,
  operand: NarrowOperand,
  terms: readonly NormalizedTerm[],
) => Part | Promise<Part>;

const plain =
  (condition: (context: ServiceContext, operand: NarrowOperand) => SQL | Promise<SQL>): Compile =>
  async (context, operand) => ({ condition: await condition(context, operand) });

const word = (words: typeof isOperands, operator: string) =>
  plain((context, operand) => {
    const made = typeof operand === 'string' && Object.hasOwn(words, operand) && words[operand];
    if (!made) throw badNarrow(`unknown '${operator}' operand ${String(operand)}`);
    return made(context);
  });

const anything: Compile = () => ({ condition: sql`true` });

/** One entry per operator. To add an operator, add it in `api/narrow` and here. */
const operators: Readonly<Record<Exclude<NarrowOperator, 'with'>, Compile>> = {
  channel: async (context, operand, terms) => {
    const { stream, recipient_id, hasHistory } = await findNamedChannel(context, operand);
    // Both variants have an index ordered by id.
    const inTopic = terms.some((term) => term.operator === 'topic' && !term.negated);
    const condition = inTopic
      ? sql`m.stream_id = ${stream.id}::int`
      : sql`m.recipient_id = ${recipient_id ?? 0}::int`;
    return { condition, history: hasHistory };
  },
  channels: ({ user, realm }, operand) => {
    if (operand !== 'public' && operand !== 'web-public') {
      throw badNarrow(`unknown 'channels' operand ${String(operand)}`);
    }
    const kind = operand === 'public' ? sql`not c.invite_only` : sql`c.is_web_public`;
    const condition = sql`m.stream_id in (select c.id from streams c
      where c.realm_id = ${realm.id} and ${kind})`;
    return { condition, history: operand === 'web-public' || !isGuest(user) };
  },
  topic: plain((_context, operand) => {
    if (typeof operand !== 'string') throw badNarrow('a topic is a text');
    const topic = operand === emptyTopicName ? '' : operand;
    return sql`(m.stream_id is not null and fold_case(m.topic) = fold_case(${topic}))`;
  }),
  dm: plain(isConversationWith),
  'dm-including': plain(includesPeople),
  sender: plain(isSentBy),
  id: plain((_context, operand) => {
    const id = readId(operand);
    return isRowId(id) ? sql`m.id = ${id}::int` : sql`false`;
  }),
  near: plain((_context, operand) => {
    readId(operand);
    return sql`true`;
  }),
  is: word(isOperands, 'is'),
  has: word(hasOperands, 'has'),
  in: word(inOperands, 'in'),
  search: async (context, operand) => {
    const search = await compileSearch(context, operand);
    return { condition: search.condition, search };
  },
};

/** Compiles a narrow. Throws BAD_NARROW with `desc` if it isn't valid. */
export async function compileNarrow(
  context: ServiceContext,
  narrow: readonly NarrowTerm[],
  widest: NarrowScope,
): Promise<CompiledNarrow> {
  const terms = await withConversation(context, readNarrowTerms(narrow));
  checkTermsTogether(terms);
  const needsRow = terms.some(
    ({ operator, operand }) => operator === 'is' && receivedIsOperands.has(String(operand)),
  );
  const canBeHistory =
    !needsRow && terms.some(({ operator, negated }) => /^channels?$/.test(operator) && !negated);
  // Everything that terms read is read together.
  const [, ...parts] = await readTogether([
    (widest !== 'history' || !canBeHistory) && enteredChannels(context),
    ...terms.map(async (term) => {
      const compile = term.operator === 'with' ? anything : operators[term.operator];
      return { ...(await compile(context, term.operand, terms)), term };
    }),
  ]);
  const conditions = parts.map(({ condition, term }) =>
    term.negated ? sql`(${condition}) is not true` : condition,
  );
  const named = parts.some(({ history, term }) => history && !term.negated);
  const scope = widest === 'history' && (!canBeHistory || !named) ? 'received' : widest;
  return {
    ...(await scopeOf(context, scope, conditions)),
    searches: parts.flatMap(({ search, term }) => (search && !term.negated ? [search] : [])),
    isBroad: !terms.some((term) => !term.negated && term.operator === 'channel'),
  };
}

async function scopeOf(
  context: ServiceContext,
  scope: NarrowScope,
  conditions: readonly SQL[],
): Promise<Pick<CompiledNarrow, 'from' | 'where' | 'id'>> {
  const { user, realm } = context;
  if (scope === 'received') {
    const readable = await isStillReadable(context);
    return {
      from: sql`user_messages um join messages m on m.id = um.message_id`,
      where: sql.join([sql`um.user_id = ${user.id}::int`, readable, ...conditions], sql` and `),
      id: sql`um.message_id`,
    };
  }
  const limits = scope === 'accessible' ? [await everythingReadable(context)] : [];
  return {
    from: sql`messages m left join user_messages um
      on um.message_id = m.id and um.user_id = ${user.id}::int`,
    where: sql.join([sql`m.realm_id = ${realm.id}::int`, ...limits, ...conditions], sql` and `),
    id: sql`m.id`,
  };
}

async function everythingReadable(context: ServiceContext): Promise<SQL> {
  return sql`(um.message_id is not null and ${await isStillReadable(context)}
    or ${await isInReadableChannel(context, { history: true })})`;
}

/** All messages that the caller can read, as a narrow without terms. */
export function accessibleMessages(
  context: ServiceContext,
): Promise<Pick<CompiledNarrow, 'from' | 'where'>> {
  return scopeOf(context, 'accessible', []);
}

function readId(operand: NarrowOperand): number {
  const id = typeof operand === 'string' && /^\d{1,16}$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || id < 0) throw badNarrow('a message is one ID');
  return id;
}
