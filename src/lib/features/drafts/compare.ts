import { diffIndices } from 'node-diff3';

export interface Piece {
  readonly text: string;
  /** Not in the other text. */
  readonly changed: boolean;
}

export interface Comparison {
  readonly mine: readonly Piece[];
  readonly theirs: readonly Piece[];
}

/** Pairs of equal words beyond which comparing takes too long to wait for. */
const mostPairs = 1_000_000;

/** A word with what follows it, so that spaces alone never match. */
function words(text: string): string[] {
  return text.match(/\s*[\p{L}\p{N}_]+[^\S\n]?|\s*[^\p{L}\p{N}_\s][^\S\n]?|\s+/guy) ?? [];
}

function pairs(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  return other.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
}

/**
 * Two versions of a text with the words marked that only one of them has. Texts made of the same
 * word over and over are marked as wholly different between their common beginning and end.
 */
export function compare(mine: string, theirs: string): Comparison {
  const a = words(mine);
  const b = words(theirs);
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
    pairs(middleA, middleB) > mostPairs
      ? [{ buffer1: [0, middleA.length] as const, buffer2: [0, middleB.length] as const }]
      : diffIndices(middleA, middleB);
  return {
    mine: pieces(
      a,
      changes.map(({ buffer1: [at, length] }) => [start + at, length]),
    ),
    theirs: pieces(
      b,
      changes.map(({ buffer2: [at, length] }) => [start + at, length]),
    ),
  };
}

function pieces(
  all: readonly string[],
  changes: readonly (readonly [at: number, length: number])[],
): Piece[] {
  const result: Piece[] = [];
  let at = 0;
  const push = (to: number, changed: boolean) => {
    if (to > at) result.push({ text: all.slice(at, to).join(''), changed });
    at = to;
  };
  for (const [from, length] of changes) {
    push(from, false);
    push(from + length, true);
  }
  push(all.length, false);
  return result;
}
