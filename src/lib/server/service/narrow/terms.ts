import { parseOperator, type NarrowOperator, type NarrowTerm } from '$lib/api/narrow';
import { badNarrow } from './bad-narrow';

/** A term with the newest operator names. */
export interface NormalizedTerm {
  readonly operator: NarrowOperator;
  readonly operand: NarrowTerm['operand'];
  readonly negated: boolean;
}

const channelOperators: ReadonlySet<string> = new Set(['channel', 'channels', 'topic']);
const directOperators: ReadonlySet<string> = new Set(['dm', 'dm-including']);

/** Throws BAD_NARROW for unknown operators. */
export function readNarrowTerms(narrow: readonly NarrowTerm[]): NormalizedTerm[] {
  return narrow.map(({ operator: word, operand, negated }) => {
    const operator = parseOperator(word);
    if (!operator) throw badNarrow(`unknown '${word}' operator`);
    return { operator, operand, negated: negated ?? false };
  });
}

/** Throws BAD_NARROW if channel and direct message terms are combined. */
export function checkTermsTogether(terms: readonly NormalizedTerm[]): void {
  const wanted = terms.filter(({ negated }) => !negated);
  if (wanted.some(({ operator }) => channelOperators.has(operator)) && wanted.some(isDirectTerm)) {
    throw badNarrow('No message can be both a channel message and direct message');
  }
}

/** Whether the term selects a conversation, so that `with` replaces it. */
export function namesConversation({ operator, negated }: NormalizedTerm): boolean {
  return !negated && (operator === 'channel' || operator === 'topic' || operator === 'dm');
}

function isDirectTerm({ operator, operand }: NormalizedTerm): boolean {
  return directOperators.has(operator) || (operator === 'is' && isDirect(operand));
}

function isDirect(operand: NormalizedTerm['operand']): boolean {
  return operand === 'dm' || operand === 'private';
}
