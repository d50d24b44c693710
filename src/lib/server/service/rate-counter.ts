import type { ServiceClock } from './clock';
import { inBatches } from './db/batches';
import type { WindowCount } from './shared-counts';

export interface RateRule {
  /** So many in one window. */
  readonly points: number;
  /** Length of a window, from the first that is counted. */
  readonly seconds: number;
}

export interface RateLimitResult {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** When all are there again, in milliseconds since 1970. */
  readonly ends: number;
  /** Seconds until then, never 0. */
  readonly wait: number;
}

/** Tells the other processes what was counted here and hears what they have counted. */
export type CountExchange = (
  counts: readonly WindowCount[],
) => Promise<ReadonlyMap<string, Omit<WindowCount, 'key'>>>;

/** Parts of a limit: what one process may grant before it has told the others, and before it begins to. */
const maxUnsharedShare = 0.03;
const tellFrom = 0.01;
/** The last part of a limit, each single request of which is told. */
const nearEnd = 0.2;
/** Milliseconds between two looks for windows that have ended. */
const dropEvery = 60_000;

/** What was counted here since the others were last told. */
interface Batch {
  size: number;
  /** What all had counted before it; undefined while that is not known. */
  before?: number;
}

interface Window {
  readonly key: string;
  /** By all, as far as it was heard. */
  known: number;
  ends: number;
  /** On its way to the others. */
  telling: number;
  untold: Batch;
  /** Whether others may have counted before this process was there. */
  isOlder: boolean;
}

/**
 * Counts requests in windows of fixed length: without `exchange` in this process alone, with it for all
 * processes together, and mostly without waiting for them. A process tells the others what it has
 * granted once that is 1 % of a limit, waits for it from 3 % on, and near the limit for each single one.
 * So three processes grant at most 9 % more than one would, most often nothing more; and who asks
 * little, such as a client that waits for events, costs no statement. A process that has just been
 * started knows nothing of the windows that run, and asks first.
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
    // Used up: it stays so until the window ends, and nobody else need hear of more.
    if (window.known >= points) return outcome(points + 1);
    if (!this.exchange) return outcome(++window.known);
    const batch = window.untold;
    const place = ++batch.size;
    const before = window.known + window.telling;
    const untold = window.telling + place;
    const isNear = before >= points * (1 - nearEnd);
    const mustTell = window.isOlder || isNear || untold > points * maxUnsharedShare;
    if (mustTell || untold > points * tellFrom) {
      // Where the database cannot be reached, what is known here decides.
      const told = this.#tell(window).catch(() => undefined);
      if (mustTell) await told;
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
    // Of one that has ended meanwhile nobody need hear.
    const running = batches.filter(({ window }) => this.#windows.get(window.key) === window);
    try {
      const heard = await this.exchange!(
        running.map(({ window: { key, ends }, batch: { size } }) => ({ key, count: size, ends })),
      );
      for (const { window, batch } of running) {
        const { count, ends } = heard.get(window.key)!;
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
