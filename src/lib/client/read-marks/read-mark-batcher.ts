import type { ApiError } from '../../api/errors';
import { sliceMarked, markedIdsOf, isMarkPending, type ReadMark } from './read-mark';

/** Of one mark: from that many of its ids to that many. */
export interface MarkRange {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** What goes out in one call. */
export interface MarkBatch {
  readonly wants: ReadMark['wants'];
  readonly ids: readonly number[];
  readonly parts: readonly MarkRange[];
}

/** The oldest marks that wait, as far as they want the same; `limit`: ids. */
function nextBatch(marks: readonly ReadMark[], limit: number): MarkBatch | undefined {
  const waiting = marks.filter(isMarkPending);
  const [first] = waiting;
  if (!first) return undefined;
  const ids = new Set<number>();
  const parts: MarkRange[] = [];
  let left = limit;
  for (const mark of waiting) {
    if (left === 0 || mark.wants !== first.wants) break;
    const own = markedIdsOf({ places: sliceMarked(mark.places, mark.told, mark.told + left) });
    for (const id of own) ids.add(id);
    parts.push({ id: mark.id, from: mark.told, to: mark.told + own.length });
    left -= own.length;
  }
  return { wants: first.wants, ids: [...ids], parts };
}

/** Ids in one call. */
const maxIdsPerBatch = 1000;
/** Refusals one after the other from which on it is not about single messages. */
const maxRefusals = 20;
/** Faults at one message until it is left out, and how many are, one after the other. */
const maxFaults = 3;
const maxSkipped = 3;
/** Milliseconds until what had no answer is tried again; at most. */
const firstWait = 5000;
const maxWait = 60_000;

/**
 * How much goes out at once. One message that is gone must not keep those beside it from being
 * marked: what is refused is tried in halves, until it is known which ones are meant.
 */
export class ReadMarkBatcher {
  #limit = maxIdsPerBatch;
  #refusals = 0;
  #faults = 0;
  #leftOut = 0;
  #late = 0;

  next = (marks: readonly ReadMark[]): MarkBatch | undefined => nextBatch(marks, this.#limit);

  recordSuccess(): void {
    this.#limit = Math.min(maxIdsPerBatch, this.#limit * 2);
    this.#refusals = 0;
    this.#faults = 0;
    this.#leftOut = 0;
    this.#late = 0;
  }

  /** Milliseconds until it is tried again after a call without success. */
  waitAfterFailure(): number {
    const wait = Math.min(maxWait, firstWait * 2 ** this.#late);
    this.#late = Math.min(this.#late + 1, 16);
    return wait;
  }

  /**
   * The server failed at a batch of so many: it may be about one of them, so the next are fewer, until
   * that one is known. `later`: try again.
   */
  recordFault(size: number): 'one' | 'later' {
    this.#faults += 1;
    if (size > 1) {
      if (this.#faults > 1) [this.#limit, this.#faults] = [Math.ceil(size / 2), 1];
      return 'later';
    }
    if (this.#faults < maxFaults || this.#leftOut === maxSkipped) return 'later';
    this.#leftOut += 1;
    return 'one';
  }

  /** A new round begins. */
  begin(): void {
    this.#refusals = 0;
  }

  /** What to do about a batch of so many. */
  recordRefusal(size: number, { code }: ApiError): 'smaller' | 'one' | 'all' {
    this.#refusals += 1;
    if (code !== 'BAD_REQUEST' || this.#refusals > maxRefusals) return 'all';
    if (size === 1) return 'one';
    this.#limit = Math.ceil(size / 2);
    return 'smaller';
  }
}
