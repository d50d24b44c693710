import * as v from 'valibot';
import { integer, list, maxConversationPeople, topicText, shortText } from './value-schemas';
import { json, type OperationParameter } from './define-operation';
import { topicForLevel } from './topic';

/**
 * The operators of a narrow, each with older names that servers still accept.
 * https://zulip.com/api/construct-narrow
 */
const olderNames = {
  channel: ['stream'],
  channels: ['streams'],
  topic: ['subject'],
  dm: ['pm-with', 'pm_with'],
  'dm-including': ['group-pm-with', 'pm-including'],
  sender: ['from'],
  id: [],
  with: [],
  near: [],
  is: [],
  has: [],
  in: [],
  search: [],
} as const satisfies Record<string, readonly string[]>;

export type NarrowOperator = keyof typeof olderNames;

const canonical: ReadonlyMap<string, NarrowOperator> = new Map(
  Object.entries(olderNames).flatMap(([name, older]) =>
    [name, ...older].map((word) => [word, name as NarrowOperator] as const),
  ),
);

/** The operator with this name, current or older; undefined if unknown. */
export function parseOperator(word: string): NarrowOperator | undefined {
  return canonical.get(word);
}

const operandSchema = v.union([
  topicText,
  integer,
  list(integer, maxConversationPeople),
  list(shortText, maxConversationPeople),
]);
export type NarrowOperand = v.InferOutput<typeof operandSchema>;

/** One term of a narrow in a request: an object, or the older pair of operator and operand. */
export const narrowTermSchema = v.union([
  v.object({ operator: shortText, operand: operandSchema, negated: v.optional(v.boolean()) }),
  v.pipe(
    v.strictTuple([shortText, operandSchema]),
    v.transform(([operator, operand]) => ({ operator, operand, negated: false })),
  ),
]);
export type NarrowTerm = v.InferOutput<typeof narrowTermSchema>;

/** A message must match all terms. */
export const narrowSchema = list(narrowTermSchema, 100);
type Narrow = v.InferInput<typeof narrowSchema>;

/** Operators that older servers only know by another name. */
const namedSince: Readonly<Record<string, { readonly level: number; readonly before: string }>> = {
  channel: { level: 250, before: 'stream' },
  channels: { level: 250, before: 'streams' },
};

export function operatorFor(operator: string, level: number): string {
  const younger = namedSince[operator];
  return younger && level < younger.level ? younger.before : operator;
}

function narrowFor(narrow: Narrow, level: number): Narrow {
  return narrow.map((term) => {
    if (!('operator' in term)) return term;
    const { operand } = term;
    const operator = operatorFor(term.operator, level);
    if (operator !== 'topic' || typeof operand !== 'string') return { ...term, operator };
    return { ...term, operand: topicForLevel(operand, level) };
  });
}

/** A parameter that holds a narrow; callers use the newest names. */
export function narrowParameter(): OperationParameter<Narrow, NarrowTerm[], false> {
  return json(narrowSchema, { wordedFor: narrowFor });
}

/** Destination of a message: a topic in a channel, or people. */
interface Conversation {
  readonly type: '' | 'stream' | 'private';
  /** The channel's id, or the people's ids: without the user's own, except for notes to self. */
  readonly to: readonly number[];
  readonly topic: string;
}

/**
 * A narrow for one conversation that works at every feature level: servers below 250 answer
 * `channel` with BAD_NARROW.
 */
export function conversationNarrow({ type, to, topic }: Conversation): NarrowTerm[] {
  if (type !== 'stream') return [{ operator: 'dm', operand: [...to] }];
  const name = topic.trim();
  return [
    { operator: 'stream', operand: to[0] ?? 0 },
    { operator: 'topic', operand: name === '(no topic)' ? '' : name },
  ];
}

/** Always an id, even for the user: some clients write "me", but no server understands it. */
export function senderTerm(user_id: number): NarrowTerm {
  return { operator: 'sender', operand: user_id };
}
