import type { ServiceClock } from './clock';
import { inBatches } from './db/batches';
import type { WindowCount } from './shared-counts';

export interface RateRule {
  /** Requests per window. */
  readonly points: number;
  /** Length of a window, which starts with its first request. */
  readonly seconds: number;
}

export interface RateLimitResult {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** When the limit is fully available again, in milliseconds since 1970. */
  readonly ends: number;
  /** Seconds until then, never 0. */
  readonly wait: number;
}

/** Sends this process's counts to the others and returns the totals. */
export type CountExchange = (
  counts: readonly WindowCount[],
) => Promise<ReadonlyMap<string, Omit<WindowCount, 'key'>>>;

/**
 * Shares of a limit: what a process can grant before it must exchange counts, and before it starts
 * to.
 */
const maxUnsharedShare = 0.03;
const tellFrom = 0.01;
/** The last share of a limit, in which every request is exchanged. */
const nearEnd = 0.2;
/** Milliseconds between removals of ended windows. */
const dropEvery = 60_000;

/** Requests counted here since the last exchange. */
interface Batch {
  size: number;
  /** Total of all processes before this batch. Undefined while unknown. */
  before?: number;
}

interface Window {
  readonly key: string;
  /** Total of all processes, as far as known. */
  known: number;
  ends: number;
  /** Number being sent to the others. */
  telling: number;
  untold: Batch;
  /** Whether other processes may have counted before this one started. */
  isOlder: boolean;
}

/**
 * Counts requests in windows of fixed length. Without `exchange`, only in this process; with it,
 * across all processes, mostly without waiting for them. A process shares its count once it has
 * granted 1 % of a limit, waits for the exchange from 3 % on, and near the limit for every request.
 * So three processes grant at most 9 % more than one would, and usually nothing more. Clients with
 * few requests, for example one that waits for events, cost no statement. A process that just
 * started doesn't know the current windows, so it exchanges first.
 */
export class RateCounter {
  readonly #windows = new Map<string, Window>();
  readonly #tell: (window: Window) => Promise<void>;
  readonly #started: number;
  #nextDrop = 0;

  constructor(
    private readonly clock: ServiceClock,
    private readonly exchange: CountExchange | null = null,
  ) {
    this.#started = clock.now();
    this.#tell = inBatches((windows) => this.#exchange(windows));
  }

  async take(key: string, { points, seconds }: RateRule): Promise<RateLimitResult> {
    const window = this.#windowOf(key, seconds);
    const outcome = (place: number): RateLimitResult => ({
      isAllowed: place <= points,
      remaining: Math.max(points - place, 0),
      ends: window.ends,
      wait: secondsUntil(window.ends, this.clock),
    });
    // Used up until the window ends, so the others needn't know of more requests.
    if (window.known >= points) return outcome(points + 1);
    if (!this.exchange) return outcome(++window.known);
    const batch = window.untold;
    const place = ++batch.size;
    const before = window.known + window.telling;
    const untold = window.telling + place;
    const isNear = before >= points * (1 - nearEnd);
    const mustTell = window.isOlder || isNear || untold > points * maxUnsharedShare;
    if (mustTell || untold > points * tellFrom) {
      // If the database can't be reached, this process's own count decides.
      const announcing = this.#tell(window).catch(() => undefined);
      if (mustTell) await announcing;
    }
    return outcome((batch.before ?? before) + place);
  }

  #windowOf(key: string, seconds: number): Window {
    const now = this.clock.now();
    this.#drop(now);
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      const ends = now + seconds * 1000;
      const isOlder = now - this.#started < seconds * 1000;
      window = { key, known: 0, ends, telling: 0, untold: { size: 0 }, isOlder };
      this.#windows.set(key, window);
    }
    return window;
  }

  #drop(now: number): void {
    if (now < this.#nextDrop) return;
    this.#nextDrop = now + dropEvery;
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key);
  }

  async #exchange(given: readonly Window[]): Promise<void> {
    const batches = [...new Set(given)].map((window) => {
      const batch = window.untold;
      window.untold = { size: 0 };
      window.telling = batch.size;
      return { window, batch };
    });
    // Windows that have ended in between needn't be shared.
    const running = batches.filter(({ window }) => this.#windows.get(window.key) === window);
    try {
      const counts = await this.exchange!(
        running.map(({ window: { key, ends }, batch: { size } }) => ({ key, count: size, ends })),
      );
      for (const { window, batch } of running) {
        const { count, ends } = counts.get(window.key)!;
        batch.before = count - batch.size;
        window.known = batch.before;
        window.ends = ends;
        window.isOlder = false;
      }
    } finally {
      for (const { window, batch } of batches) {
        window.known += batch.size;
        window.telling = 0;
      }
    }
  }
}

export function secondsUntil(ends: number, clock: ServiceClock): number {
  return Math.max(ends - clock.now(), 1) / 1000;
}
