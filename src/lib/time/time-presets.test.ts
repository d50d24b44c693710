import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timePresetsAt, type TimePreset } from './time-presets';
import {
  noTimePreferences,
  withOwnPreset,
  withoutOwnPreset,
  type TimePreferences,
} from './time-preferences';
import type { TimeContext } from './read-time';
import { resolveWallTime } from './resolve-wall-time';
import { wallTimeAt } from './zones';

const zone = 'Europe/Berlin';

/** November 2026: the 16th is a Monday. */
function contextAt(day: number, hour: number, minute = 0): TimeContext {
  const now = resolveWallTime({ year: 2026, month: 11, day, hour, minute }, zone).timestamp;
  return { now, zone, locale: 'en-GB', parsers: [] };
}

function shown(presets: readonly TimePreset[]) {
  return presets.map(({ kind, timestamp }) => {
    const { day, hour, minute } = wallTimeAt(timestamp, zone);
    return `${kind} ${day} ${hour}:${String(minute).padStart(2, '0')}`;
  });
}

const offered = (context: TimeContext, remembered: TimePreferences = noTimePreferences) =>
  shown(timePresetsAt(context, [], remembered));

describe('presets', () => {
  it('depend on the time of day', () => {
    expect(offered(contextAt(16, 7))).toEqual(['today 16 9:00', 'tomorrow 17 9:00']);
    expect(offered(contextAt(16, 8, 30))).toEqual(['today 16 13:00', 'tomorrow 17 9:00']);
    expect(offered(contextAt(16, 18, 30))).toEqual(['today 16 20:00', 'tomorrow 17 9:00']);
    expect(offered(contextAt(16, 21))).toEqual(['tomorrow 17 9:00']);
    expect(offered(contextAt(16, 1))).toEqual(['today 16 9:00', 'tomorrow 17 9:00']);
  });

  it('include Monday from Thursday noon on, but not twice on Sunday', () => {
    expect(offered(contextAt(19, 11))).not.toContain('monday 23 9:00');
    expect(offered(contextAt(19, 12))).toContain('monday 23 9:00');
    expect(offered(contextAt(20, 21))).toEqual(['tomorrow 21 9:00', 'monday 23 9:00']);
    expect(offered(contextAt(21, 21))).toEqual(['tomorrow 22 9:00', 'monday 23 9:00']);
    expect(offered(contextAt(22, 21))).toEqual(['tomorrow 23 9:00']);
  });

  it("include the recipients' morning", () => {
    const aiko = { name: 'Aiko', timezone: 'Asia/Tokyo' };
    const presets = timePresetsAt(contextAt(16, 21), [aiko], noTimePreferences);
    expect(shown(presets)).toEqual(['tomorrow 17 9:00', 'theirs 17 1:00']);
  });

  it('start with the last used one', () => {
    const context = contextAt(16, 7);
    expect(offered(context, { ...noTimePreferences, last: { kind: 'tomorrow' } })[0]).toBe(
      'tomorrow 17 9:00',
    );
    const phrase = { ...noTimePreferences, last: { kind: 'phrase', phrase: 'fri 14:30' } } as const;
    expect(offered(context, phrase)[0]).toBe('last 20 14:30');
    const timestamp = context.now + 3600;
    const time = { ...noTimePreferences, last: { kind: 'time', timestamp } } as const;
    expect(offered(context, time)[0]).toBe('last 16 8:00');
    expect(offered({ ...context, now: timestamp - 30 }, time)[0]).toBe('today 16 9:00');
  });

  it('include saved phrases, read again each time, if they are in the future', () => {
    const own = withOwnPreset(withOwnPreset(noTimePreferences, 'thu 16:00'), '16.11.2026 8:00');
    expect(offered(contextAt(16, 7), own)).toContain('own 19 16:00');
    expect(offered(contextAt(16, 7), own)).toContain('own 16 8:00');
    expect(offered(contextAt(20, 7), own)).toContain('own 26 16:00');
    expect(offered(contextAt(20, 7), own).join()).not.toContain('8:00');
    expect(withoutOwnPreset(own, 'thu 16:00').own).toEqual(['16.11.2026 8:00']);
  });

  it('are never in the past or within a minute, and contain no time twice', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const aReader = fc.record({ name: fc.constant('N'), timezone: fc.constantFrom(...zones, '') });
    const own = ['9:00', 'in 1 min', 'tomorrow 9:00', 'mon', 'nonsense'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1_793_000_000, max: 1_888_000_000 }),
        fc.constantFrom(...zones),
        fc.array(aReader, { maxLength: 3 }),
        (now, ownZone, readers) => {
          const context = { now, zone: ownZone, locale: 'en', parsers: [] };
          const times = timePresetsAt(context, readers, { own, last: { kind: 'monday' } });
          const moments = times.map(({ timestamp }) => timestamp);
          expect(new Set(moments).size).toBe(moments.length);
          expect(Math.min(...moments)).toBeGreaterThan(now + 60);
        },
      ),
    );
  });
});
