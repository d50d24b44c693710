import { parseOperator, type NarrowOperator } from '../../api/narrow';
import type { Channel } from '../../api/channel';
import type { User } from '../../api/user';
import { foldName, matchRank } from '../../writing/recipients/rank-by-name';
import type { NameIndex } from '../../writing/recipients/name-index';
import { parseQuery, makeTerm, type SearchTerm } from './query-grammar';
import { channelOperand, personOperand, type SearchCatalog } from './search-catalog';
import { isValueSupported, operatorValues, minLevelForWith } from './resolve-search';
import { operatorHelp, operatorValueLabel } from './search-labels';

/** Something that completes what the user types. */
export type SearchSuggestion =
  | { readonly kind: 'operator'; readonly operator: SuggestedOperator; readonly negated: boolean }
  | {
      readonly kind: 'term';
      readonly term: SearchTerm;
      readonly channel?: Channel;
      readonly user?: User;
    };

/** The last part of the text, which the user is still typing. */
export interface UnfinishedPart {
  readonly before: string;
  readonly negated: boolean;
  /** Undefined for a word. */
  readonly operator: NarrowOperator | undefined;
  /** As typed so far, without an opening quote. */
  readonly operand: string;
}

/**
 * The end of the text: from its last operator on (the operand can contain spaces), otherwise its
 * last word.
 */
export function unfinishedPartOf(text: string): UnfinishedPart {
  for (let colon = text.lastIndexOf(':'); colon >= 0; colon = text.lastIndexOf(':', colon - 1)) {
    const start = Math.max(text.lastIndexOf(' ', colon), text.lastIndexOf('\t', colon)) + 1;
    const [, sign, word = ''] = /^(-?)([a-z][a-z_-]{0,20})$/i.exec(text.slice(start, colon)) ?? [];
    const operator = parseOperator(word.toLowerCase());
    if (operator && operator !== 'search') {
      const operand = text
        .slice(colon + 1)
        .replace(/^"/, '')
        .replace(/"\s*$/, '');
      return { before: text.slice(0, start), negated: sign === '-', operator, operand };
    }
    if (colon === 0) break;
  }
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  const word = text.slice(start);
  const negated = word.startsWith('-');
  return {
    before: text.slice(0, start),
    negated,
    operator: undefined,
    operand: word.slice(negated ? 1 : 0),
  };
}

/** Everything that can be suggested. Each list is indexed once. */
export interface SuggestionSources {
  readonly channels: NameIndex<Channel>;
  readonly people: NameIndex<User>;
  readonly known: SearchCatalog;
  /** Topics of the channel in the search. Undefined while unknown. */
  readonly topics: readonly string[] | undefined;
  readonly channelWeight: (channel: Channel) => number;
  readonly personWeight: (user: User) => number;
}

const maxSuggestions = 12;
/** Limit per type when several types are suggested. */
const maxSuggestionsOfKind = 4;

/** Completions of the unfinished part, best first. `terms`: the terms the search already has. */
export function suggestTerms(
  open: UnfinishedPart,
  terms: readonly SearchTerm[],
  sources: SuggestionSources,
): readonly SearchSuggestion[] {
  const { operator, operand, negated } = open;
  if (operator === undefined) return forWord(operand, negated, terms, sources);
  return forOperator(operator, operand, negated, sources, maxSuggestions).filter(
    (one) => !isThere(one, terms),
  );
}

const isThere = (one: SearchSuggestion, terms: readonly SearchTerm[]) =>
  one.kind === 'term' &&
  terms.some(
    ({ operator, operand }) => operator === one.term.operator && operand === one.term.operand,
  );

function forWord(
  word: string,
  negated: boolean,
  terms: readonly SearchTerm[],
  sources: SuggestionSources,
): readonly SearchSuggestion[] {
  const wanted = foldName(word);
  const operators = supportedOperators(sources.known.level)
    .filter((operator) => isOperatorFound(operator, wanted))
    .map((operator): SearchSuggestion => ({ kind: 'operator', operator, negated }));
  if (wanted === '') return operators;
  const ofValues = (['is', 'has', 'channels'] as const).flatMap((operator) =>
    forOperator(operator, word, negated, sources, maxSuggestionsOfKind),
  );
  const ofNames = (['channel', 'sender', 'topic'] as const).flatMap((operator) =>
    forOperator(operator, word, negated, sources, maxSuggestionsOfKind),
  );
  return [...operators, ...ofValues.slice(0, maxSuggestionsOfKind), ...ofNames]
    .filter((one) => !isThere(one, terms))
    .slice(0, maxSuggestions);
}

type SuggestedOperator = keyof typeof operatorHelp;

export const commonOperators: readonly SuggestedOperator[] = [
  ...(['channel', 'topic', 'sender', 'dm', 'dm-including', 'has', 'is', 'channels'] as const),
];

export function supportedOperators(level: number): readonly SuggestedOperator[] {
  return (Object.keys(operatorHelp) as SuggestedOperator[]).filter(
    (operator) => operator !== 'with' || level >= minLevelForWith,
  );
}

function isOperatorFound(operator: SuggestedOperator, wanted: string): boolean {
  const { typed, help } = operatorHelp[operator];
  if (wanted === '') return commonOperators.includes(operator);
  return (
    typed.startsWith(wanted) ||
    operator.startsWith(wanted) ||
    (wanted.length > 2 && matchRank(wanted, foldName(help())) > 1)
  );
}

function forOperator(
  operator: NarrowOperator,
  typed: string,
  negated: boolean,
  sources: SuggestionSources,
  limit: number,
): readonly SearchSuggestion[] {
  const { known } = sources;
  const made = (
    operand: string,
    more: { channel?: Channel; user?: User } = {},
  ): SearchSuggestion => ({
    kind: 'term',
    term: makeTerm(operator, operand, negated),
    ...more,
  });
  switch (operator) {
    case 'channel':
      return sources.channels
        .find(typed, limit, sources.channelWeight)
        .map((channel) => made(channelOperand(channel.stream_id, known), { channel }));
    case 'sender':
      return sources.people
        .find(typed, limit, sources.personWeight)
        .map((user) => made(personOperand(user.user_id, known), { user }));
    case 'dm':
    case 'dm-including': {
      // Of several names, the last one is being typed.
      const [, before = '', last = ''] = /^(.*,)?([^,]*)$/s.exec(typed) ?? [];
      return sources.people
        .find(last.trim(), limit, sources.personWeight)
        .map((user) => made(`${before}${personOperand(user.user_id, known)}`, { user }));
    }
    case 'topic':
      return topicsLike(typed, sources.topics ?? [], limit).map((topic) => made(topic));
    case 'is':
    case 'has':
    case 'in':
    case 'channels':
      return Object.keys(operatorValues[operator])
        .filter((value) => isValueSupported(operator, value, known.level))
        .filter((value) => isValueFound(value, foldName(typed)))
        .slice(0, limit)
        .map((value) => made(value));
    default:
      return [];
  }
}

const isValueFound = (value: string, wanted: string) =>
  wanted === '' ||
  value.startsWith(wanted) ||
  matchRank(wanted, foldName(operatorValueLabel(value))) > 1;

function topicsLike(typed: string, topics: readonly string[], limit: number): readonly string[] {
  const wanted = foldName(typed);
  const scored = topics.map((topic) => ({
    topic,
    score: wanted === '' ? 1 : matchRank(wanted, foldName(topic)),
  }));
  // Ties are sorted newest first.
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ topic }) => topic);
}

/**
 * The terms of a text whose unfinished part is complete, so that it becomes a pill. Undefined while
 * it could continue: a name can contain spaces.
 */
export function completedTerms(
  text: string,
  sources: SuggestionSources,
): readonly SearchTerm[] | undefined {
  const { operator, operand } = unfinishedPartOf(text);
  if (operator === undefined || operand.trim() === '') return undefined;
  const isQuoted = /:"[^"]*$/.test(text);
  if (isQuoted || canContinue(operator, operand, sources)) return undefined;
  return parseQuery(text);
}

function canContinue(
  operator: NarrowOperator,
  operand: string,
  sources: SuggestionSources,
): boolean {
  const start = `${foldName(operand)} `;
  const begins = (name: string) => foldName(name).startsWith(start);
  if (operator === 'channel') {
    return sources.channels.find(operand, 50).some(({ name }) => begins(name));
  }
  if (operator === 'topic') return (sources.topics ?? []).some(begins);
  if (operator === 'sender' || operator === 'dm' || operator === 'dm-including') {
    const last = operand.split(',').at(-1)?.trim() ?? '';
    return sources.people
      .find(last, 50)
      .some(({ full_name }) => foldName(full_name).startsWith(`${foldName(last)} `));
  }
  return false;
}
