import type { ApiError } from '../../api/errors';
import { cut, idsOf, isOpen, type Mark } from './mark';

/** Of one mark: from that many of its ids to that many. */
export interface Part {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** What goes out in one call. */
export interface Batch {
  readonly wants: Mark['wants'];
  readonly ids: readonly number[];
  readonly parts: readonly Part[];
}

/** The oldest marks that wait, as far as they want the same; `limit`: ids. */
function nextBatch(marks: readonly Mark[], limit: number): Batch | undefined {
  const waiting = marks.filter(isOpen);
  const [first] = waiting;
  if (!first) return undefined;
  const ids = new Set<number>();
  const parts: Part[] = [];
  let left = limit;
  for (const mark of waiting) {
    if (left === 0 || mark.wants !== first.wants) break;
    const own = idsOf({ places: cut(mark.places, mark.told, mark.told + left) });
    for (const id of own) ids.add(id);
    parts.push({ id: mark.id, from: mark.told, to: mark.told + own.length });
    left -= own.length;
  }
  return { wants: first.wants, ids: [...ids], parts };
}

/** Ids in one call. */
const most = 1000;
/** Refusals one after the other from which on it is not about single messages. */
const patience = 20;
/** Faults at one message until it is left out, and how many are, one after the other. */
const mostFaults = 3;
const mostLeftOut = 3;
/** Milliseconds until what had no answer is tried again; at most. */
const firstWait = 5000;
const longestWait = 60_000;

/**
 * How much goes out at once. One message that is gone must not keep those beside it from being
 * marked: what is refused is tried in halves, until it is known which ones are meant.
 */
export class Sender {
  #limit = most;
  #refusals = 0;
  #faults = 0;
  #leftOut = 0;
  #late = 0;

  next = (marks: readonly Mark[]): Batch | undefined => nextBatch(marks, this.#limit);

  taken(): void {
    this.#limit = Math.min(most, this.#limit * 2);
    this.#refusals = 0;
    this.#faults = 0;
    this.#leftOut = 0;
    this.#late = 0;
  }

  /** Milliseconds until it is tried again after a call without success. */
  waitAfterFailure(): number {
    const wait = Math.min(longestWait, firstWait * 2 ** this.#late);
    this.#late = Math.min(this.#late + 1, 16);
    return wait;
  }

  /**
   * The server failed at a batch of so many: it may be about one of them, so the next are fewer, until
   * that one is known. `later`: try again.
   */
  faulted(size: number): 'one' | 'later' {
    this.#faults += 1;
    if (size > 1) {
      if (this.#faults > 1) [this.#limit, this.#faults] = [Math.ceil(size / 2), 1];
      return 'later';
    }
    if (this.#faults < mostFaults || this.#leftOut === mostLeftOut) return 'later';
    this.#leftOut += 1;
    return 'one';
  }

  /** A new round begins. */
  begin(): void {
    this.#refusals = 0;
  }

  /** What to do about a batch of so many. */
  refused(size: number, { code }: ApiError): 'smaller' | 'one' | 'all' {
    this.#refusals += 1;
    if (code !== 'BAD_REQUEST' || this.#refusals > patience) return 'all';
    if (size === 1) return 'one';
    this.#limit = Math.ceil(size / 2);
    return 'smaller';
  }
}
