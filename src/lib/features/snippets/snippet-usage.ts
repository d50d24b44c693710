import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';

/**
 * How often and how recently each snippet was used on this device, by id. A use counts half after
 * two weeks. The number is the logarithm of the sum of all uses, each scaled to a common moment in
 * the past: so the order needs no clock and never changes just by waiting.
 */
export type SnippetUsage = Readonly<Record<string, number>>;

const halfLife = 14 * 24 * 3600 * 1000;
const name = 'snippet-usage';
const schema = v.record(v.string(), v.pipe(v.number(), v.finite()));

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

/** Erased at sign-out, like everything stored on this device for an account. */
export function readSnippetUsage(account: string): SnippetUsage {
  const read = v.safeParse(schema, readAccountStorage(account, name));
  return read.success ? read.output : {};
}

/** Stores usage only for existing snippets. */
export function writeSnippetUsage(
  account: string,
  usage: SnippetUsage,
  ids: Iterable<number>,
): void {
  const kept = [...ids].flatMap((id) => {
    const score = usage[id];
    return score === undefined ? [] : [[String(id), score] as const];
  });
  writeAccountStorage(account, name, Object.fromEntries(kept));
}
