import { foldCase } from '$lib/api/fold-case';

/** Letters, digits and what is written onto them: nothing of a word may go on beyond its ends. */
const run = /[\p{L}\p{N}\p{M}_]+/gu;
const lastOfRun = /[\p{L}\p{N}\p{M}_]$/u;
const firstOfRun = /^[\p{L}\p{N}\p{M}_]/u;

/** By it a text finds the words that it may hold; empty for a word without letters and digits. */
export function firstRunOf(word: string): string {
  return foldCase(word).match(run)?.[0] ?? '';
}

/** What the first runs of all words in a text are among. */
export function firstRunsOf(text: string): Set<string> {
  return new Set(['', ...(foldCase(text).match(run) ?? [])]);
}

/** A prefix of some of the words. */
interface Prefix {
  readonly next: Map<number, Prefix>;
  /** The longest other prefix on which it ends. */
  shorter: Prefix | null;
  /** Whether it is a whole word. */
  word: string | null;
  /** The longest whole word on which it ends, itself left out. */
  shorterWord: Prefix | null;
}

/**
 * Which of these words stand in a text as a whole, in any case: before and behind each stands
 * neither letter nor digit. Looks at each character once however many words there are.
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
  // Shorter ones first; the list grows while it is walked.
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
  // Two units, for a letter beyond the first plane.
  return (
    !lastOfRun.test(text.slice(Math.max(start - 2, 0), start)) &&
    !firstOfRun.test(text.slice(end, end + 2))
  );
}
