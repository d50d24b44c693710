import type { Clock } from './clock';
import { inBatches } from './db/batches';
import type { Count } from './shared-counts';

export interface RateRule {
  /** So many in one window. */
  readonly points: number;
  /** Length of a window, from the first that is counted. */
  readonly seconds: number;
}

export interface Taken {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** When all are there again, in milliseconds since 1970. */
  readonly ends: number;
  /** Seconds until then, never 0. */
  readonly wait: number;
}

/** Tells the other processes what was counted here and hears what they have counted. */
export type Exchange = (
  counts: readonly Count[],
) => Promise<ReadonlyMap<string, Omit<Count, 'key'>>>;

/** Of a limit, what one process may grant before it tells the others, and the rest of which it tells each. */
const untold = 0.03;
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
}

/**
 * Counts requests in windows of fixed length: without `exchange` in this process alone, with it for all
 * processes together, and mostly without asking them. A process that has granted 3 % of a limit in a
 * window tells the others before it grants more, and near the limit it tells each single one. So three
 * processes grant at most 9 % more than one would, most often nothing more; and who asks little, such as
 * a client that waits for events, costs no statement.
 */
export class RateCounter {
  readonly #windows = new Map<string, Window>();
  readonly #tell: (window: Window) => Promise<void>;
  #nextDrop = 0;

  constructor(
    private readonly clock: Clock,
    private readonly exchange: Exchange | null = null,
  ) {
    this.#tell = inBatches((windows) => this.#exchange(windows));
  }

  async take(key: string, { points, seconds }: RateRule): Promise<Taken> {
    const window = this.#windowOf(key, seconds);
    const outcome = (place: number): Taken => ({
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
    const isNear = before >= points * (1 - nearEnd);
    if (isNear || window.telling + place > points * untold) {
      // Where the database cannot be reached, what is known here decides.
      await this.#tell(window).catch(() => undefined);
    }
    return outcome((batch.before ?? before) + place);
  }

  #windowOf(key: string, seconds: number): Window {
    const now = this.clock.now();
    this.#drop(now);
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      window = { key, known: 0, ends: now + seconds * 1000, telling: 0, untold: { size: 0 } };
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
      }
    } finally {
      for (const { window, batch } of batches) {
        window.known += batch.size;
        window.telling = 0;
      }
    }
  }
}

export function secondsUntil(ends: number, clock: Clock): number {
  return Math.max(ends - clock.now(), 1) / 1000;
}
