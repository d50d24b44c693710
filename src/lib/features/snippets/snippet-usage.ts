import * as v from 'valibot';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';

/**
 * How often and how lately each snippet was used on this device, by its id. A use counts half after
 * two weeks. The number is the logarithm of the sum of all uses, each grown to a common moment in the
 * past: so the order needs no clock and never changes by mere waiting.
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
  // A clock that was far ahead once must not make it endless.
  return { ...usage, [id]: Number.isFinite(after) ? after : now };
}

/** A snippet that was deleted and made again keeps its place. */
export function moveSnippetUsage(usage: SnippetUsage, from: number, to: number): SnippetUsage {
  const { [from]: score, ...rest } = usage;
  return score === undefined ? usage : { ...rest, [to]: score };
}

/** Erased at sign-out, as all that this device keeps for an account. */
export function readSnippetUsage(account: string): SnippetUsage {
  const read = v.safeParse(schema, readAccountStorage(account, name));
  return read.success ? read.output : {};
}

/** Only of the snippets that there are. */
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
