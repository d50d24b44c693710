import { addDays, weekdayOf, type CalendarDay } from './dates';
import type { TimePreferences } from './time-preferences';
import { nextRecipientMorning, type RecipientZone } from './recipient-clocks';
import { readTime, type TimeContext } from './read-time';
import { resolveWallTime } from './resolve-wall-time';
import { wallTimeAt } from './zones';

/** A time offered for choosing with one click. */
export interface TimePreset {
  /** `last` is the last used time; `own` is a saved phrase, read again each time. */
  readonly kind: 'last' | 'today' | 'tomorrow' | 'monday' | 'theirs' | 'own';
  readonly timestamp: number;
  /** For `own` and for a typed `last`. */
  readonly phrase?: string;
}

/** What is remembered when a preset was chosen: a kind is read anew each time, a time is not. */
export function lastChoiceOf({ kind, timestamp, phrase }: TimePreset): TimePreferences['last'] {
  if (phrase) return { kind: 'phrase', phrase };
  return kind === 'last' || kind === 'own' ? { kind: 'time', timestamp } : { kind };
}

/** Presets must be at least this many seconds ahead. */
const minLeadTime = 60;
/** "Later today" must be at least this many seconds ahead. */
const minLaterToday = 60 * 60;
const sensible = [9, 13, 16, 18, 20];

/**
 * Useful times for now, best first, each moment once: the last used one, later today, tomorrow
 * 9:00, Monday 9:00 (from Thursday noon on), the recipients' morning, saved phrases.
 */
export function timePresetsAt(
  context: TimeContext,
  readers: readonly RecipientZone[],
  remembered: TimePreferences,
): TimePreset[] {
  const { now, zone } = context;
  const today = wallTimeAt(now, zone);
  const at = ({ year, month, day }: CalendarDay, hour: number) =>
    resolveWallTime({ year, month, day, hour, minute: 0 }, zone).timestamp;
  const presets: TimePreset[] = [];

  const hour = sensible.find((one) => at(today, one) >= now + minLaterToday);
  if (hour !== undefined) presets.push({ kind: 'today', timestamp: at(today, hour) });
  presets.push({ kind: 'tomorrow', timestamp: at(addDays(today, 1), 9) });

  const weekday = weekdayOf(today);
  const nearWeekend = weekday >= 5 || (weekday === 4 && today.hour >= 12);
  if (nearWeekend) presets.push({ kind: 'monday', timestamp: at(addDays(today, 8 - weekday), 9) });

  const theirs = nextRecipientMorning(now + minLeadTime, zone, readers);
  if (theirs !== null) presets.push({ kind: 'theirs', timestamp: theirs });

  for (const phrase of remembered.own) {
    const read = readTime(phrase, context);
    if (read.fit !== 'refused') presets.push({ kind: 'own', timestamp: read.timestamp, phrase });
  }
  return withoutDuplicates(withLast(presets, remembered.last, context), now);
}

/**
 * Moves the last used preset to the top. Also adds a last used time that isn't a preset, if it is
 * still in the future.
 */
function withLast(
  presets: TimePreset[],
  last: TimePreferences['last'],
  context: TimeContext,
): TimePreset[] {
  if (!last) return presets;
  if (last.kind === 'time') return [{ kind: 'last', timestamp: last.timestamp }, ...presets];
  if (last.kind === 'phrase') {
    const read = readTime(last.phrase, context);
    if (read.fit === 'refused') return presets;
    return [{ kind: 'last', timestamp: read.timestamp, phrase: last.phrase }, ...presets];
  }
  return presets.toSorted((a, b) => Number(b.kind === last.kind) - Number(a.kind === last.kind));
}

function withoutDuplicates(presets: TimePreset[], now: number): TimePreset[] {
  const seen = new Set<number>();
  return presets.filter(({ timestamp }) => {
    if (timestamp <= now + minLeadTime || seen.has(timestamp)) return false;
    seen.add(timestamp);
    return true;
  });
}
