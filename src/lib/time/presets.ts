import { addDays, weekdayOf, type CalendarDay } from './dates';
import type { Remembered } from './remembered';
import { theirMorning, type Reader } from './their-clock';
import { readTime, type Context } from './typed';
import { placeWall } from './place';
import { wallAt } from './zones';

/** A time offered for one click. */
export interface Preset {
  /** `last` is the time last used; `own` a phrase that was kept, read anew each time. */
  readonly kind: 'last' | 'today' | 'tomorrow' | 'monday' | 'theirs' | 'own';
  readonly timestamp: number;
  /** For `own` and for a typed `last`. */
  readonly phrase?: string;
}

/** Nothing is offered that is nearer than this, in seconds. */
const nearest = 60;
/** "Later today" is at least so far away. */
const later = 60 * 60;
const sensible = [9, 13, 16, 18, 20];

/**
 * The times that make sense now, best first, each moment once: the one last used, later today,
 * tomorrow 9:00, Monday 9:00 (from Thursday noon on), 9:00 on the readers' clock, own ones.
 */
export function presetsAt(
  context: Context,
  readers: readonly Reader[],
  remembered: Remembered,
): Preset[] {
  const { now, zone } = context;
  const today = wallAt(now, zone);
  const at = ({ year, month, day }: CalendarDay, hour: number) =>
    placeWall({ year, month, day, hour, minute: 0 }, zone).timestamp;
  const presets: Preset[] = [];

  const hour = sensible.find((one) => at(today, one) >= now + later);
  if (hour !== undefined) presets.push({ kind: 'today', timestamp: at(today, hour) });
  presets.push({ kind: 'tomorrow', timestamp: at(addDays(today, 1), 9) });

  const weekday = weekdayOf(today);
  const nearWeekend = weekday >= 5 || (weekday === 4 && today.hour >= 12);
  if (nearWeekend) presets.push({ kind: 'monday', timestamp: at(addDays(today, 8 - weekday), 9) });

  const theirs = theirMorning(now + nearest, zone, readers);
  if (theirs !== null) presets.push({ kind: 'theirs', timestamp: theirs });

  for (const phrase of remembered.own) {
    const read = readTime(phrase, context);
    if (read.fit !== 'refused') presets.push({ kind: 'own', timestamp: read.timestamp, phrase });
  }
  return once(withLast(presets, remembered.last, context), now);
}

/** The preset used last comes first; another time used last is offered again while it is to come. */
function withLast(presets: Preset[], last: Remembered['last'], context: Context): Preset[] {
  if (!last) return presets;
  if (last.kind === 'time') return [{ kind: 'last', timestamp: last.timestamp }, ...presets];
  if (last.kind === 'phrase') {
    const read = readTime(last.phrase, context);
    if (read.fit === 'refused') return presets;
    return [{ kind: 'last', timestamp: read.timestamp, phrase: last.phrase }, ...presets];
  }
  return presets.toSorted((a, b) => Number(b.kind === last.kind) - Number(a.kind === last.kind));
}

function once(presets: Preset[], now: number): Preset[] {
  const seen = new Set<number>();
  return presets.filter(({ timestamp }) => {
    if (timestamp <= now + nearest || seen.has(timestamp)) return false;
    seen.add(timestamp);
    return true;
  });
}
