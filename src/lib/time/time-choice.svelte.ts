import { addDays, isSameDay, type CalendarDay } from './dates';
import { resolveWallTime, type ResolvedTime } from './resolve-wall-time';
import { wallTimeAt, type WallTime } from './zones';
import type { ClockTime } from './time-grammar';
import { readTime, type TimeContext, type TimeRefusal } from './read-time';

/**
 * The time being chosen, either typed or picked with calendar and clock. The last input counts:
 * typing discards the picked time, and picking clears the text.
 */
export class TimeChoice {
  readonly #context: () => TimeContext;
  #text = $state('');
  #picked = $state.raw<WallTime | null>(null);
  #second = $state(false);

  readonly #read = $derived.by(() =>
    this.#text.trim() === '' ? null : readTime(this.#text, this.#context()),
  );
  readonly #placed = $derived.by((): ResolvedTime | null => {
    if (this.#read) return this.#read.fit === 'refused' ? null : this.#read;
    return this.#picked && resolveWallTime(this.#picked, this.#context().zone);
  });

  /** `initial`: the current time in UNIX seconds, if the user is changing it. */
  constructor(context: () => TimeContext, initial?: number) {
    this.#context = context;
    if (initial !== undefined) this.#picked = wallTimeAt(initial, context().zone);
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#picked = null;
    this.#second = false;
  }

  /** Why the text isn't a valid time; null if it is valid or empty. */
  get refusal(): TimeRefusal | null {
    return this.#read?.fit === 'refused' ? this.#read.why : null;
  }

  /** The moment of the chosen time; null if there is none. */
  get resolved(): ResolvedTime | null {
    return this.#placed;
  }

  get timestamp(): number | null {
    const placed = this.#placed;
    if (!placed) return null;
    return placed.fit === 'doubled' && this.#second ? placed.second : placed.timestamp;
  }

  /** Whether to use the second occurrence of a repeated time. */
  get second(): boolean {
    return this.#second;
  }
  set second(second: boolean) {
    this.#second = second;
  }

  /** The time to show in calendar and clock; null if nothing is chosen. */
  get wallTime(): WallTime | null {
    return this.timestamp === null ? null : wallTimeAt(this.timestamp, this.#context().zone);
  }

  /**
   * Picks a day. Keeps the time of day; if there is none, uses 9:00 or, if that has passed, the
   * next hour.
   */
  pickDay(day: CalendarDay): void {
    const now = this.#now();
    const hour = isSameDay(day, now) && now.hour >= 9 ? Math.min(now.hour + 1, 23) : 9;
    this.#pick({ hour, minute: 0, ...clockOf(this.wallTime), ...dayOf(day) });
  }

  /** Picks a time of day; without a day, its next occurrence. */
  pickClock(clock: ClockTime): void {
    const { zone, now } = this.#context();
    const today = this.#now();
    let wall: WallTime = { ...dayOf(this.wallTime ?? today), ...clock };
    if (!this.wallTime && resolveWallTime(wall, zone).timestamp <= now) {
      wall = { ...addDays(today, 1), ...clock };
    }
    this.#pick(wall);
  }

  #pick(wall: WallTime): void {
    this.#text = '';
    this.#picked = wall;
    this.#second = false;
  }

  #now() {
    const { zone, now } = this.#context();
    return wallTimeAt(now, zone);
  }
}

const dayOf = ({ year, month, day }: CalendarDay): CalendarDay => ({ year, month, day });
const clockOf = (wall: WallTime | null) => wall && { hour: wall.hour, minute: wall.minute };
