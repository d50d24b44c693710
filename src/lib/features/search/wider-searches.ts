import { foldCase } from '../../api/fold-case';
import { splitTerms, makeTerm, type SearchTerm } from './query-grammar';
import { ignoredWords } from './ignored-words';

/** With more words than this, leaving out single words isn't offered. */
const maxWordsOfferedSingly = 6;

/**
 * A search that finds more. `left`: the term it leaves out; undefined if it searches in more places
 * instead.
 */
export interface WiderSearch {
  readonly terms: readonly SearchTerm[];
  readonly left: SearchTerm | undefined;
}

/** Searches that find more, each one step wider. */
export function widerSearches(terms: readonly SearchTerm[]): readonly WiderSearch[] {
  const { pills, words } = splitTerms(terms);
  const all = words.match(/"[^"]*"|[^\s"]+/g) ?? [];
  /** Ignored words don't narrow the search, and nothing is found by them alone. */
  const ignored = new Set(ignoredWords(words));
  const isWanted = (word: string) => !ignored.has(foldCase(word));
  const withWords = (some: readonly string[]) =>
    some.some(isWanted) ? [...pills, makeTerm('search', some.join(' '))] : pills;
  const withoutPill = pills.map((left) => ({ left, terms: terms.filter((one) => one !== left) }));
  const isFew =
    all.length <= maxWordsOfferedSingly && (all.length > 1 || (all.length > 0 && pills.length > 0));
  const withoutWord = isFew
    ? all.filter(isWanted).map((word) => ({
        left: makeTerm('search', word),
        terms: withWords(all.filter((one) => one !== word)),
      }))
    : [];
  return [
    ...(canSearchPublic(terms)
      ? [{ left: undefined, terms: [makeTerm('channels', 'public'), ...terms] }]
      : []),
    ...[...withoutPill, ...withoutWord].filter((one) => one.terms.length > 0),
  ];
}

/**
 * Whether the search only covers messages the user received and could cover all public channels.
 */
export function canSearchPublic(terms: readonly SearchTerm[]): boolean {
  const bound: ReadonlySet<string> = new Set([
    ...['channel', 'channels', 'dm', 'dm-including', 'id', 'with', 'is'],
  ]);
  return (
    terms.length > 0 && !terms.some(({ operator, negated }) => !negated && bound.has(operator))
  );
}
