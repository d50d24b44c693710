import type { ApiError } from '../../api/errors';
import { sliceMarked, markedIdsOf, isMarkPending, type ReadMark } from './read-mark';

/** Range of a mark's ids, from index `from` up to `to`. */
export interface MarkRange {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

export interface MarkBatch {
  readonly wants: ReadMark['wants'];
  readonly ids: readonly number[];
  readonly parts: readonly MarkRange[];
}

/** The oldest pending marks with the same `wants`, up to `limit` ids. */
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

const maxIdsPerBatch = 1000;
/** After this many refusals in a row, the reason isn't single messages. */
const maxRefusals = 20;
/** Faults at one message until it is skipped, and how many messages in a row can be skipped. */
const maxFaults = 3;
const maxSkipped = 3;
/** Milliseconds until a retry without a reply: the first, and the maximum. */
const firstWait = 5000;
const maxWait = 60_000;

/**
 * Decides how many marks to send in one call. A deleted message must not keep others from being
 * marked, so a refused batch is retried in halves until the messages in question are found.
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

  waitAfterFailure(): number {
    const wait = Math.min(maxWait, firstWait * 2 ** this.#late);
    this.#late = Math.min(this.#late + 1, 16);
    return wait;
  }

  /**
   * The server failed at a batch of `size`. One message may be the cause, so the next batches are
   * smaller until it is found. `later`: try again.
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

  /** Called when a new round begins. */
  begin(): void {
    this.#refusals = 0;
  }

  /** What to do about a refused batch of `size`. */
  recordRefusal(size: number, { code }: ApiError): 'smaller' | 'one' | 'all' {
    this.#refusals += 1;
    if (code !== 'BAD_REQUEST' || this.#refusals > maxRefusals) return 'all';
    if (size === 1) return 'one';
    this.#limit = Math.ceil(size / 2);
    return 'smaller';
  }
}
