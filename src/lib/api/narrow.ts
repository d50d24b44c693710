import * as v from 'valibot';
import { integer, list, maxConversationPeople, topicText, shortText } from './value-schemas';
import { json, type OperationParameter } from './define-operation';
import { topicForLevel } from './topic';

/**
 * The words of a narrow, each with the older names under which servers still take it.
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

/** The operator that a word of a request means; undefined for one that is unknown. */
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

/** One term as requests carry it: an object, or the older pair of operator and operand. */
export const narrowTermSchema = v.union([
  v.object({ operator: shortText, operand: operandSchema, negated: v.optional(v.boolean()) }),
  v.pipe(
    v.strictTuple([shortText, operandSchema]),
    v.transform(([operator, operand]) => ({ operator, operand, negated: false })),
  ),
]);
export type NarrowTerm = v.InferOutput<typeof narrowTermSchema>;

/** All terms must hold. */
export const narrowSchema = list(narrowTermSchema, 100);
type Narrow = v.InferInput<typeof narrowSchema>;

/** The names of before, where a server does not know these yet. */
const namedSince: Readonly<Record<string, { readonly level: number; readonly before: string }>> = {
  channel: { level: 250, before: 'stream' },
  channels: { level: 250, before: 'streams' },
};

/** The name by which servers of this level know the operator. */
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

/** A narrow as operations take it, in today's words. */
export function narrowParameter(): OperationParameter<Narrow, NarrowTerm[], false> {
  return json(narrowSchema, { wordedFor: narrowFor });
}

/** Where a message goes: to the topic of a channel, or to people. */
interface Conversation {
  readonly type: '' | 'stream' | 'private';
  /** Ids: of the channel, or of the people, oneself left out unless alone. */
  readonly to: readonly number[];
  readonly topic: string;
}

/**
 * The messages of one conversation, in words that a server of any level knows: `channel` is unknown
 * to servers below 250, which answer it with BAD_NARROW.
 */
export function conversationNarrow({ type, to, topic }: Conversation): NarrowTerm[] {
  if (type !== 'stream') return [{ operator: 'dm', operand: [...to] }];
  const name = topic.trim();
  return [
    { operator: 'stream', operand: to[0] ?? 0 },
    { operator: 'topic', operand: name === '(no topic)' ? '' : name },
  ];
}

/** By id, also one's own: "me" is a word of some clients, and no server knows it. */
export function senderTerm(user_id: number): NarrowTerm {
  return { operator: 'sender', operand: user_id };
}
