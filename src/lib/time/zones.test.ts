import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveWallTime } from './resolve-wall-time';
import { isKnownZone, isSameWallTime, wallTimeAt, zoneOf, type WallTime } from './zones';

const from = Date.UTC(2026, 10, 1) / 1000;
const until = Date.UTC(2029, 10, 1) / 1000;
const week = 7 * 24 * 3600;

/** The offset as the platform formats it, `GMT+05:30`, to compare with ours. */
function offsetOf(zone: string) {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return (timestamp: number) => {
    const name = format.formatToParts(timestamp * 1000).find(({ type }) => type === 'timeZoneName');
    const [, sign, hour, minute, second] = /GMT([+-])?(\d+)?:?(\d+)?:?(\d+)?/.exec(name!.value)!;
    const size = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0);
    return sign === '-' ? -size : size;
  };
}

interface Transition {
  readonly zone: string;
  /** The first second of the new offset. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

function transitionsOf(zone: string): Transition[] {
  const offset = offsetOf(zone);
  const found: Transition[] = [];
  for (let start = from; start < until; start += week) {
    const before = offset(start);
    const after = offset(start + week);
    if (before === after) continue;
    let [low, high] = [start, start + week];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    found.push({ zone, at: high, before, after });
  }
  return found;
}

const zones = Intl.supportedValuesOf('timeZone');
const transitions = zones.flatMap(transitionsOf);

/** The wall time shown by a clock with this offset. */
function wallOf(timestamp: number, offset: number): WallTime {
  const date = new Date((timestamp + offset) * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function agrees({ zone, at, before, after }: Transition, distance: number) {
  // A wall time near the transition, by the clock before it.
  const instant = at + distance;
  const wall = wallOf(instant, before);
  const placed = resolveWallTime(wall, zone);
  const shown = wallTimeAt(placed.timestamp, zone);
  const change = after - before;
  if (distance < 0 && distance >= change) {
    expect(placed).toEqual({ fit: 'doubled', timestamp: instant, second: instant - change });
    expect(shown).toEqual(wall);
    expect(wallTimeAt(instant - change, zone)).toEqual(wall);
  } else if (distance >= 0 && distance < change) {
    expect(placed).toEqual({ fit: 'gap', timestamp: instant });
    expect(shown).toEqual(wallOf(instant, after));
    expect(wallOf(instant, before)).toEqual(wall);
  } else {
    expect(placed).toEqual({ fit: 'exact', timestamp: distance < 0 ? instant : instant - change });
    expect(shown).toEqual(wall);
  }
}

describe('wall times and timestamps', () => {
  it('cover the transitions of three years', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(transitions.length).toBeGreaterThan(500);
  });

  it('agree at the edges of every transition in every zone', () => {
    for (const transition of transitions) {
      const change = transition.after - transition.before;
      for (const edge of [0, change, -change]) {
        for (const side of [-60, -1, 0, 1, 60]) agrees(transition, edge + side);
      }
    }
  }, 60_000);

  it('agree near every transition, and skipped and repeated times follow the rule', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...transitions),
        fc.integer({ min: -4 * 3600, max: 4 * 3600 }),
        agrees,
      ),
      { numRuns: 2000 },
    );
  });

  it('agree at any other time in any zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: until }), (zone, at) => {
        const wall = wallTimeAt(at, zone);
        expect(wall).toEqual(wallOf(at, offsetOf(zone)(at)));
        const placed = resolveWallTime(wall, zone);
        expect(isSameWallTime(wallTimeAt(placed.timestamp, zone), wall)).toBe(true);
        expect([placed.timestamp, 'second' in placed && placed.second]).toContain(at);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("an account's zone", () => {
  it('is its own if set and known, otherwise the browser’s', () => {
    expect(zoneOf('Asia/Tokyo', 'Europe/Berlin')).toBe('Asia/Tokyo');
    for (const unset of ['', undefined, 'Mars/Olympus', '../../etc']) {
      expect(zoneOf(unset, 'Europe/Berlin')).toBe('Europe/Berlin');
    }
    expect(isKnownZone('')).toBe(false);
  });
});
