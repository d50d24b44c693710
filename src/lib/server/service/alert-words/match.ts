import { foldCase } from '$lib/api/fold-case';

/** Letters, digits and combining marks. A match can't be followed or preceded by them. */
const run = /[\p{L}\p{N}\p{M}_]+/gu;
const lastOfRun = /[\p{L}\p{N}\p{M}_]$/u;
const firstOfRun = /^[\p{L}\p{N}\p{M}_]/u;

/**
 * Used to look up the words that a text may contain. Empty for a word without letters and digits.
 */
export function firstRunOf(word: string): string {
  return foldCase(word).match(run)?.[0] ?? '';
}

/** Includes the first runs of all words in a text. */
export function firstRunsOf(text: string): Set<string> {
  return new Set(['', ...(foldCase(text).match(run) ?? [])]);
}

/** A prefix of some of the words. */
interface Prefix {
  readonly next: Map<number, Prefix>;
  /** The longest other prefix that is a suffix of this one. */
  shorter: Prefix | null;
  /** The whole word that this prefix is. Null if it is only a prefix. */
  word: string | null;
  /** The longest whole word, other than this one, that is a suffix of it. */
  shorterWord: Prefix | null;
}

/**
 * Which of these words a text contains as whole words, in any case, with no letter or digit before
 * and after. Visits each character once, however many words there are.
 * Source: Aho and Corasick, Efficient string matching (1975).
 */
export function findWords(text: string, words: Iterable<string>): Set<string> {
  const root = prefixesOf([...words].map(foldCase));
  const small = foldCase(text);
  const found = new Set<string>();
  let at = root;
  for (let end = 1; end <= small.length; end += 1) {
    const unit = small.charCodeAt(end - 1);
    while (at !== root && !at.next.has(unit)) at = at.shorter!;
    at = at.next.get(unit) ?? root;
    for (let hit = at.word === null ? at.shorterWord : at; hit; hit = hit.shorterWord) {
      const word = hit.word!;
      if (!found.has(word) && standsAlone(small, end - word.length, end)) found.add(word);
    }
  }
  return found;
}

function prefixesOf(words: readonly string[]): Prefix {
  const make = (): Prefix => ({ next: new Map(), shorter: null, word: null, shorterWord: null });
  const root = make();
  for (const word of words) {
    let at = root;
    for (let i = 0; i < word.length; i += 1) {
      const unit = word.charCodeAt(i);
      const known = at.next.get(unit);
      const next = known ?? make();
      if (!known) at.next.set(unit, next);
      at = next;
    }
    if (at !== root) at.word = word;
  }
  const rows = [root];
  // Shorter prefixes first. The loop appends to the list.
  for (const prefix of rows) {
    for (const [unit, next] of prefix.next) {
      let shorter = prefix.shorter;
      while (shorter && !shorter.next.has(unit)) shorter = shorter.shorter;
      next.shorter = shorter?.next.get(unit) ?? root;
      next.shorterWord = next.shorter.word === null ? next.shorter.shorterWord : next.shorter;
      rows.push(next);
    }
  }
  return root;
}

function standsAlone(text: string, start: number, end: number): boolean {
  // Two UTF-16 units for a letter outside the first plane.
  return (
    !lastOfRun.test(text.slice(Math.max(start - 2, 0), start)) &&
    !firstOfRun.test(text.slice(end, end + 2))
  );
}
