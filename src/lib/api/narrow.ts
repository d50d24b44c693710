import * as v from 'valibot';
import { integer, list, mostPeople, topic, word } from './values';

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
export function readOperator(word: string): NarrowOperator | undefined {
  return canonical.get(word);
}

const operandSchema = v.union([topic, integer, list(integer, mostPeople), list(word, mostPeople)]);
export type NarrowOperand = v.InferOutput<typeof operandSchema>;

/** One term as requests carry it: an object, or the older pair of operator and operand. */
export const narrowTermSchema = v.union([
  v.object({ operator: word, operand: operandSchema, negated: v.optional(v.boolean()) }),
  v.pipe(
    v.strictTuple([word, operandSchema]),
    v.transform(([operator, operand]) => ({ operator, operand, negated: false })),
  ),
]);
export type NarrowTerm = v.InferOutput<typeof narrowTermSchema>;

/** All terms must hold. */
export const narrowSchema = list(narrowTermSchema, 100);
