import { diffIndices } from 'node-diff3';

export interface DifferenceRun {
  readonly text: string;
  /** Which of the two texts contains it. */
  readonly of: 'both' | 'before' | 'after';
}

/** With more pairs of equal words than this, comparing would take too long. */
const maxWordPairs = 1_000_000;

/** Words with the whitespace around them, so that spaces alone never match. */
function words(text: string): string[] {
  return text.match(/\s*[\p{L}\p{N}_]+[^\S\n]?|\s*[^\p{L}\p{N}_\s][^\S\n]?|\s+/guy) ?? [];
}

function pairs(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  return other.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
}

/**
 * Merges two texts into runs of words that are in both or in one of them. Texts that repeat the
 * same words too often count as completely different between their common beginning and end.
 */
export function wordDifference(before: string, after: string): DifferenceRun[] {
  const a = words(before);
  const b = words(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (
    end < Math.min(a.length, b.length) - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end++;
  }
  const middleA = a.slice(start, a.length - end);
  const middleB = b.slice(start, b.length - end);
  const changes =
    pairs(middleA, middleB) > maxWordPairs
      ? [{ buffer1: [0, middleA.length] as const, buffer2: [0, middleB.length] as const }]
      : diffIndices(middleA, middleB);
  const runs: DifferenceRun[] = [];
  const add = (of: DifferenceRun['of'], added: readonly string[]) => {
    if (added.length > 0) runs.push({ text: added.join(''), of });
  };
  let at = 0;
  for (const { buffer1, buffer2 } of changes) {
    const from = start + buffer1[0];
    add('both', a.slice(at, from));
    at = from + buffer1[1];
    add('before', a.slice(from, at));
    add('after', b.slice(start + buffer2[0], start + buffer2[0] + buffer2[1]));
  }
  add('both', a.slice(at));
  return runs;
}

/** The runs of one of the two texts. */
export const differenceRunsOf = (runs: readonly DifferenceRun[], text: 'before' | 'after') =>
  runs.filter(({ of }) => of === 'both' || of === text);
