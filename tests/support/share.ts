import { createHash } from 'node:crypto';
import process from 'node:process';

/** `.ci/run` includes one of so many shares of what daily runs leave out. */
const shares = 5;

/**
 * Whether this run includes what daily runs leave out under that name: always with
 * `npm test -- --all`; with INKWELL_SHARE (0 to 4) only that share of it.
 */
export function isIncluded(name: string): boolean {
  const { INKWELL_ALL, INKWELL_SHARE } = process.env;
  if (INKWELL_ALL) return true;
  if (!INKWELL_SHARE) return false;
  return createHash('sha256').update(name).digest()[0]! % shares === Number(INKWELL_SHARE);
}

/** Options of a journey whose rules another daily test covers too. */
export function rarely(name: string): { tag: string[] } {
  return { tag: isIncluded(name) ? [] : ['@full'] };
}
