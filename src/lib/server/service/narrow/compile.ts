import type { NarrowOperand, NarrowOperator, NarrowTerm } from '$lib/api/narrow';
import { isGuest } from '$lib/api/roles';
import { sql, type SQL } from 'drizzle-orm';
import { isInReadableChannel, isStillReadable } from '../channels/readers';
import { emptyTopicName } from '../channels/topics';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { badNarrow } from './bad-narrow';
import { findNamedChannel } from './channel';
import { includesPeople, isConversationWith, isSentBy } from './people';
import { compileSearch, type CompiledSearch } from './search';
import { checkTermsTogether, readNarrowTerms, type NormalizedTerm } from './terms';
import { withConversation } from './with';
import { hasOperands, inOperands, isOperands, receivedIsOperands } from './operands';

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
  const parts: (Part & { readonly term: NormalizedTerm })[] = [];
  for (const term of terms) {
    const compile = term.operator === 'with' ? anything : operators[term.operator];
    parts.push({ ...(await compile(context, term.operand, terms)), term });
  }
  const conditions = parts.map(({ condition, term }) =>
    term.negated ? sql`(${condition}) is not true` : condition,
  );
  const needsRow = terms.some(
    ({ operator, operand }) => operator === 'is' && receivedIsOperands.has(String(operand)),
  );
  const named = parts.some(({ history, term }) => history && !term.negated);
  const scope = widest === 'history' && (needsRow || !named) ? 'received' : widest;
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
