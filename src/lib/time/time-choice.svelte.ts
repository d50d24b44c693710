import { addDays, isSameDay, type CalendarDay } from './dates';
import { resolveWallTime, type ResolvedTime } from './resolve-wall-time';
import { wallTimeAt, type WallTime } from './zones';
import type { ClockTime } from './time-grammar';
import { readTime, type TimeContext, type TimeRefusal } from './read-time';

/**
 * The one time that is being chosen, whether it is typed or picked from calendar and clock. What was
 * done last counts: typing forgets what was picked, and picking empties the text.
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

  /** `initial`: the time so far, in UNIX seconds, when one is being changed. */
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

  /** Why the text is not a time; null for no text and for a good one. */
  get refusal(): TimeRefusal | null {
    return this.#read?.fit === 'refused' ? this.#read.why : null;
  }

  /** How the wall time lies on the time line; null while there is none. */
  get resolved(): ResolvedTime | null {
    return this.#placed;
  }

  get timestamp(): number | null {
    const placed = this.#placed;
    if (!placed) return null;
    return placed.fit === 'doubled' && this.#second ? placed.second : placed.timestamp;
  }

  /** Whether the second of a doubled time is meant. */
  get second(): boolean {
    return this.#second;
  }
  set second(second: boolean) {
    this.#second = second;
  }

  /** What calendar and clock show; null before anything is chosen. */
  get wallTime(): WallTime | null {
    return this.timestamp === null ? null : wallTimeAt(this.timestamp, this.#context().zone);
  }

  /** Takes a day; the time of day stays, else it is 9:00 or, where that has passed, the next hour. */
  pickDay(day: CalendarDay): void {
    const now = this.#now();
    const hour = isSameDay(day, now) && now.hour >= 9 ? Math.min(now.hour + 1, 23) : 9;
    this.#pick({ hour, minute: 0, ...clockOf(this.wallTime), ...dayOf(day) });
  }

  /** Takes a time of day; without a day its next occurrence. */
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
