import { addDays, sameDay, type CalendarDay } from './dates';
import { placeWall, type Placed } from './place';
import { wallAt, type Wall } from './zones';
import type { Clock } from './grammar';
import { readTime, type Context, type Refusal } from './typed';

/**
 * The one time that is being chosen, whether it is typed or picked from calendar and clock. What was
 * done last counts: typing forgets what was picked, and picking empties the text.
 */
export class Choice {
  readonly #context: () => Context;
  #text = $state('');
  #picked = $state.raw<Wall | null>(null);
  #second = $state(false);

  readonly #read = $derived.by(() =>
    this.#text.trim() === '' ? null : readTime(this.#text, this.#context()),
  );
  readonly #placed = $derived.by((): Placed | null => {
    if (this.#read) return this.#read.fit === 'refused' ? null : this.#read;
    return this.#picked && placeWall(this.#picked, this.#context().zone);
  });

  /** `initial`: the time so far, in UNIX seconds, when one is being changed. */
  constructor(context: () => Context, initial?: number) {
    this.#context = context;
    if (initial !== undefined) this.#picked = wallAt(initial, context().zone);
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
  get refusal(): Refusal | null {
    return this.#read?.fit === 'refused' ? this.#read.why : null;
  }

  /** How the wall time lies on the time line; null while there is none. */
  get placed(): Placed | null {
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
  get wall(): Wall | null {
    return this.timestamp === null ? null : wallAt(this.timestamp, this.#context().zone);
  }

  /** Takes a day; the time of day stays, else it is 9:00 or, where that has passed, the next hour. */
  pickDay(day: CalendarDay): void {
    const now = this.#now();
    const hour = sameDay(day, now) && now.hour >= 9 ? Math.min(now.hour + 1, 23) : 9;
    this.#pick({ hour, minute: 0, ...clockOf(this.wall), ...dayOf(day) });
  }

  /** Takes a time of day; without a day its next occurrence. */
  pickClock(clock: Clock): void {
    const { zone, now } = this.#context();
    const today = this.#now();
    let wall: Wall = { ...dayOf(this.wall ?? today), ...clock };
    if (!this.wall && placeWall(wall, zone).timestamp <= now) {
      wall = { ...addDays(today, 1), ...clock };
    }
    this.#pick(wall);
  }

  #pick(wall: Wall): void {
    this.#text = '';
    this.#picked = wall;
    this.#second = false;
  }

  #now() {
    const { zone, now } = this.#context();
    return wallAt(now, zone);
  }
}

const dayOf = ({ year, month, day }: CalendarDay): CalendarDay => ({ year, month, day });
const clockOf = (wall: Wall | null) => wall && { hour: wall.hour, minute: wall.minute };
