import { addDays, weekdayOf } from './dates';
import { dayNumber } from './day-number';
import { resolveWallTime } from './resolve-wall-time';
import { isKnownZone, wallTimeAt, type WallTime } from './zones';

/** A recipient and their `timezone` as the server has it, empty if not set. */
export interface RecipientZone {
  readonly name: string;
  readonly timezone: string;
}

/** What the recipients' clocks show when the message is sent. */
export interface RecipientClocks {
  /**
   * Zones whose clocks show the earliest and the latest time; equal if all clocks show the same.
   */
  readonly first: string;
  readonly last: string;
  /**
   * Names of recipients for whom it is before 8:00 or from 18:00 on; `onWeekend`: for whom it is
   * Saturday or Sunday.
   */
  readonly outOfHours: readonly string[];
  readonly onWeekend: readonly string[];
  /** Number of recipients whose zone is known. */
  readonly known: number;
}

const isWeekend = (wall: WallTime) => weekdayOf(wall) % 6 === 0;

/** Hours in which it's reasonable to message someone. */
export const workingHours = { from: 8, to: 18 } as const;
const inHours = ({ hour }: WallTime) => hour >= workingHours.from && hour < workingHours.to;

/** Minutes since 1970 on a wall clock, to compare the clocks of two zones. */
const reading = (wall: WallTime) => dayNumber(wall) * 1440 + wall.hour * 60 + wall.minute;

const withZone = (readers: readonly RecipientZone[]) =>
  readers.filter(({ timezone }) => isKnownZone(timezone));

/** Null if no recipient's zone is known, or all their clocks show the same as the user's. */
export function recipientClocks(
  timestamp: number,
  ownZone: string,
  readers: readonly RecipientZone[],
): RecipientClocks | null {
  const clocks = withZone(readers).map(({ name, timezone }) => {
    const wall = wallTimeAt(timestamp, timezone);
    return { name, zone: timezone, wall, reading: reading(wall) };
  });
  const own = reading(wallTimeAt(timestamp, ownZone));
  if (clocks.every((clock) => clock.reading === own)) return null;
  const ordered = clocks.toSorted((a, b) => a.reading - b.reading);
  const names = (which: (wall: WallTime) => boolean) =>
    clocks.filter(({ wall }) => which(wall)).map(({ name }) => name);
  return {
    first: ordered[0]!.zone,
    last: ordered.at(-1)!.zone,
    outOfHours: names((wall) => !inHours(wall)),
    onWeekend: names(isWeekend),
    known: clocks.length,
  };
}

const quarter = 15 * 60;
const daysAhead = 8;

/**
 * The next time from `earliest` on that suits all recipients with a known zone. For one zone: 9:00
 * there on a working day. For several: the first quarter hour between 9:00 and 18:00 on a working
 * day in all of them. Null if there is none within eight days, or if all their clocks show the same
 * as the user's.
 */
export function nextRecipientMorning(
  earliest: number,
  ownZone: string,
  readers: readonly RecipientZone[],
): number | null {
  const zones = [...new Set(withZone(readers).map(({ timezone }) => timezone))];
  if (!recipientClocks(earliest, ownZone, readers)) return null;
  const [zone] = zones;
  if (zones.length === 1 && zone) {
    const today = wallTimeAt(earliest, zone);
    for (let ahead = 0; ahead < daysAhead; ahead++) {
      const wall = { ...addDays(today, ahead), hour: 9, minute: 0 };
      const { timestamp } = resolveWallTime(wall, zone);
      if (timestamp >= earliest && !isWeekend(wall)) return timestamp;
    }
    return null;
  }
  const start = Math.ceil(earliest / quarter) * quarter;
  for (let at = start; at < start + daysAhead * 86_400; at += quarter) {
    const fits = zones.every((one) => {
      const wall = wallTimeAt(at, one);
      return wall.hour >= 9 && wall.hour < 18 && !isWeekend(wall);
    });
    if (fits) return at;
  }
  return null;
}
