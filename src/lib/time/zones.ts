import { isSameDay } from './dates';

/** Date and time as shown by a wall clock and a calendar. `month` counts from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
}

/** The wall time in an IANA zone at a timestamp. */
export function wallTimeAt(timestamp: number, zone: string): Required<WallTime> {
  let walls = wallTimeCache.get(zone);
  if (!walls) wallTimeCache.set(zone, (walls = new Map()));
  let wall = walls.get(timestamp);
  if (!wall) {
    if (walls.size >= maxCached) walls.clear();
    walls.set(timestamp, (wall = read(timestamp, zone)));
  }
  return wall;
}

/** Cached because a list of messages asks for the days of all its rows again and again. */
const wallTimeCache = new Map<string, Map<number, Required<WallTime>>>();
const maxCached = 2000;

function read(timestamp: number, zone: string): Required<WallTime> {
  const wall: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(timestamp * 1000)) {
    wall[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = wall;
  return { year, month, day, hour, minute, second };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const digits = 'numeric';
    const date = { year: digits, month: digits, day: digits } as const;
    const time = { hour: digits, minute: digits, second: digits, hourCycle: 'h23' } as const;
    clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone, ...date, ...time });
    clocks.set(timeZone, clock);
  }
  return clock;
}

export function isSameWallTime(a: WallTime, b: WallTime): boolean {
  return (
    a.year === b.year &&
    a.month === b.month &&
    a.day === b.day &&
    a.hour === b.hour &&
    a.minute === b.minute &&
    (a.second ?? 0) === (b.second ?? 0)
  );
}

/** Whether two zones have the same date at that time. */
export function isSameDayInZones(timestamp: number, zone: string, other: string): boolean {
  return isSameDay(wallTimeAt(timestamp, zone), wallTimeAt(timestamp, other));
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The zone for an account's times: its own if it is set and this browser knows it, otherwise the
 * browser's.
 */
export function zoneOf(timezone: string | undefined, fallback?: string): string {
  return timezone && isKnownZone(timezone) ? timezone : (fallback ?? browserZone());
}

/** Cached because each row of a list asks, and each check takes a tenth of a millisecond. */
const known = new Set<string>();

export function isKnownZone(timezone: string): boolean {
  if (known.has(timezone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    if (timezone !== '') known.add(timezone);
    return timezone !== '';
  } catch {
    return false;
  }
}
