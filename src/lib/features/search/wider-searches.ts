import { foldCase } from '../../api/fold-case';
import { splitTerms, makeTerm, type SearchTerm } from './query-grammar';
import { ignoredWords } from './ignored-words';

/** More words than these are not offered one by one. */
const maxWordsOfferedSingly = 6;

/** A search that finds more; `left`: what it leaves out, undefined where it looks further. */
export interface WiderSearch {
  readonly terms: readonly SearchTerm[];
  readonly left: SearchTerm | undefined;
}

/** Ways to find more than these terms do, each by one step. */
export function widerSearches(terms: readonly SearchTerm[]): readonly WiderSearch[] {
  const { pills, words } = splitTerms(terms);
  const all = words.match(/"[^"]*"|[^\s"]+/g) ?? [];
  /** Without the others nothing more is found, and by them alone nothing. */
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

/** It looks at what was received alone, and could look at all public channels. */
export function canSearchPublic(terms: readonly SearchTerm[]): boolean {
  const bound: ReadonlySet<string> = new Set([
    ...['channel', 'channels', 'dm', 'dm-including', 'id', 'with', 'is'],
  ]);
  return (
    terms.length > 0 && !terms.some(({ operator, negated }) => !negated && bound.has(operator))
  );
}
