import * as v from 'valibot';

/**
 * How often and how recently each snippet was used on this device, by id. A use counts half after
 * two weeks. The number is the logarithm of the sum of all uses, each scaled to a common moment in
 * the past: so the order needs no clock and never changes just by waiting.
 */
export type SnippetUsage = Readonly<Record<string, number>>;

const halfLife = 14 * 24 * 3600 * 1000;
export const snippetUsageSchema = v.record(v.string(), v.pipe(v.number(), v.finite()));

/** `at`: milliseconds since the epoch. */
export function recordSnippetUse(usage: SnippetUsage, id: number, at: number): SnippetUsage {
  const now = at / halfLife;
  const before = usage[id];
  const after = now + Math.log2(before === undefined ? 1 : 2 ** (before - now) + 1);
  // If the clock was once far ahead, the result must not become infinite.
  return { ...usage, [id]: Number.isFinite(after) ? after : now };
}

/** A restored snippet keeps its rank. */
export function moveSnippetUsage(usage: SnippetUsage, from: number, to: number): SnippetUsage {
  const { [from]: score, ...rest } = usage;
  return score === undefined ? usage : { ...rest, [to]: score };
}

export function usageOfSnippets(usage: SnippetUsage, ids: Iterable<number>): SnippetUsage {
  const kept = [...ids].flatMap((id) => {
    const score = usage[id];
    return score === undefined ? [] : [[String(id), score] as const];
  });
  return Object.fromEntries(kept);
}
