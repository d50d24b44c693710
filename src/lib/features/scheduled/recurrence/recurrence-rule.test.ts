import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { addDays, daysInMonth, weekdayOf } from '../../../time/dates';
import { dayNumber } from '../../../time/day-number';
import { resolveWallTime } from '../../../time/resolve-wall-time';
import { wallTimeAt } from '../../../time/zones';
import { ruleFromNow, shiftRule } from './recurrence-plans';
import {
  recurrenceRuleSchema,
  ruleStartingAfter,
  timesAfter,
  timesOf,
  type RecurrenceRule,
} from './recurrence-rule';

const zones = Intl.supportedValuesOf('timeZone');
const monday = { year: 2026, month: 11, day: 23 };
const base: RecurrenceRule = {
  pattern: { every: 'week', weekdays: [1] },
  interval: 1,
  hour: 9,
  minute: 0,
  zone: 'Europe/Berlin',
  start: monday,
  end: { kind: 'never' },
};
const now = Date.UTC(2026, 10, 21, 15) / 1000;
const early = Date.UTC(2026, 9, 1) / 1000;

const walls = (rule: RecurrenceRule, most: number) =>
  timesAfter(rule, now, most).map((time) => {
    const { year, month, day, hour, minute } = wallTimeAt(time, rule.zone);
    const two = (number: number) => String(number).padStart(2, '0');
    return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
  });

const patterns = fc.oneof(
  fc.constant({ every: 'day' as const }),
  fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }).map((weekdays) => ({
    every: 'week' as const,
    weekdays,
  })),
  fc.integer({ min: 1, max: 31 }).map((day) => ({ every: 'month' as const, day })),
  fc
    .tuple(fc.constantFrom(1, 2, 3, 4, -1), fc.integer({ min: 0, max: 6 }))
    .map(([nth, weekday]) => ({ every: 'nth' as const, nth, weekday })),
);
const rules = fc
  .record({
    pattern: patterns,
    interval: fc.integer({ min: 1, max: 5 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
    zone: fc.constantFrom(...zones),
    start: fc
      .integer({ min: 0, max: 1000 })
      .map((days) => addDays({ year: 2026, month: 11, day: 1 }, days)),
  })
  .map((rule) => v.parse(recurrenceRuleSchema, { ...rule, end: { kind: 'never' } }));

function fits(
  { pattern }: RecurrenceRule,
  day: { year: number; month: number; day: number },
): boolean {
  const last = daysInMonth(day.year, day.month);
  switch (pattern.every) {
    case 'day':
      return true;
    case 'week':
      return pattern.weekdays.includes(weekdayOf(day));
    case 'month':
      return day.day === pattern.day || (day.day === last && pattern.day > last);
    case 'nth':
      return (
        weekdayOf(day) === pattern.weekday &&
        (pattern.nth > 0 ? Math.ceil(day.day / 7) === pattern.nth : day.day + 7 > last)
      );
  }
}

describe('timesOf', () => {
  it('returns every Monday at nine, in winter and in summer', () => {
    const times = walls(base, 26);
    expect(times).toHaveLength(26);
    expect(times[0]).toBe('2026-11-23 09:00');
    expect(times[18]).toBe('2027-03-29 09:00');
    expect(times.every((time) => time.endsWith('09:00'))).toBe(true);
  });

  it('uses the last day of months that are too short', () => {
    const rule: RecurrenceRule = { ...base, pattern: { every: 'month', day: 31 } };
    expect(walls(rule, 5).map((time) => time.slice(0, 10))).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ]);
  });

  it('finds the last Friday and the second Tuesday of a month', () => {
    const friday: RecurrenceRule = { ...base, pattern: { every: 'nth', nth: -1, weekday: 5 } };
    expect(walls(friday, 2)).toEqual(['2026-11-27 09:00', '2026-12-25 09:00']);
    const tuesday: RecurrenceRule = { ...base, pattern: { every: 'nth', nth: 2, weekday: 2 } };
    expect(walls(tuesday, 2)).toEqual(['2026-12-08 09:00', '2027-01-12 09:00']);
  });

  it('counts every second week from Monday', () => {
    const rule: RecurrenceRule = {
      ...base,
      interval: 2,
      pattern: { every: 'week', weekdays: [0, 1] },
    };
    expect(walls(rule, 4).map((time) => time.slice(5, 10))).toEqual([
      '11-23',
      '11-29',
      '12-07',
      '12-13',
    ]);
  });

  it('ends after its number of times, or with its last day', () => {
    expect(walls({ ...base, end: { kind: 'times', times: 3 } }, 26)).toHaveLength(3);
    const day = { year: 2026, month: 12, day: 7 };
    expect(walls({ ...base, end: { kind: 'date', day } }, 26)).toHaveLength(3);
    const before = { year: 2026, month: 11, day: 22 };
    expect(walls({ ...base, end: { kind: 'date', day: before } }, 26)).toEqual([]);
  });

  it('follows the rule of resolveWallTime when the clocks change', () => {
    const night: RecurrenceRule = {
      ...base,
      pattern: { every: 'day' },
      hour: 2,
      minute: 30,
      start: { year: 2027, month: 3, day: 27 },
    };
    expect(walls(night, 3)).toEqual(['2027-03-27 02:30', '2027-03-28 03:30', '2027-03-29 02:30']);
  });

  it('agrees with the wall clock in every zone', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        let before = -Infinity;
        const times = timesAfter(rule, early, 12);
        expect(times).toHaveLength(12);
        for (const time of times) {
          expect(time).toBeGreaterThan(before);
          before = time;
          const wall = wallTimeAt(time, rule.zone);
          // If the clocks skip the end of a day, its time is on the next day.
          const named = [wall, addDays(wall, -1)].find(({ year, month, day }) => {
            const { hour, minute } = rule;
            return (
              resolveWallTime({ year, month, day, hour, minute }, rule.zone).timestamp === time
            );
          });
          expect(named && fits(rule, named)).toBe(true);
          expect(dayNumber(named ?? wall)).toBeGreaterThanOrEqual(dayNumber(rule.start));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('skips no matching day when the interval is one', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const every = { ...rule, interval: 1, zone: 'UTC' };
        const times = timesAfter(every, early, 8);
        const named = new Set(times.map((time) => dayNumber(wallTimeAt(time, 'UTC'))));
        const last = times.at(-1) ?? 0;
        for (let day = rule.start; dayNumber(day) * 86_400 < last; day = addDays(day, 1)) {
          expect(named.has(dayNumber(day))).toBe(fits(every, day));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('ruleStartingAfter', () => {
  it('counts from the named day if the clocks skip its last hour', () => {
    const saturdays: RecurrenceRule = {
      ...base,
      pattern: { every: 'week', weekdays: [6] },
      hour: 23,
      minute: 30,
      zone: 'America/Nuuk',
      start: { year: 2027, month: 3, day: 20 },
    };
    expect(walls(saturdays, 3)).toEqual([
      '2027-03-20 23:30',
      '2027-03-28 00:30',
      '2027-04-03 23:30',
    ]);
    const [, skipped = 0] = timesAfter(saturdays, now, 2);
    const started = ruleStartingAfter(saturdays, skipped - 1);
    expect(started.start).toEqual({ year: 2027, month: 3, day: 27 });
    expect(timesAfter(started, now, 2)).toEqual(timesAfter(saturdays, skipped - 1, 2));
  });

  it('changes no time after the moment', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 90_000_000 }), (rule, later) => {
        const moment = now + later;
        const started = ruleStartingAfter(rule, moment);
        expect(timesAfter(started, moment, 6)).toEqual(timesAfter(rule, moment, 6));
        expect(timesOf(started).next().value).toBe(timesAfter(rule, moment, 1)[0]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('ruleFromNow', () => {
  it('keeps the remaining number of times', () => {
    const rule: RecurrenceRule = { ...base, end: { kind: 'times', times: 5 } };
    const later = now + 15 * 86_400;
    expect(ruleFromNow(rule, later).end).toEqual({ kind: 'times', times: 3 });
    expect(timesAfter(ruleFromNow(rule, later), later, 26)).toEqual(timesAfter(rule, later, 26));
  });
});

describe('shiftRule', () => {
  const hours = fc.integer({ min: -200, max: 200 });

  it('moves every time by the same amount, or returns null', () => {
    fc.assert(
      fc.property(rules, hours, (rule, by) => {
        const plain = { ...rule, zone: 'UTC' };
        const moved = shiftRule(plain, by * 3600);
        if (!moved) return;
        expect(v.is(recurrenceRuleSchema, moved)).toBe(true);
        const wanted = timesAfter(plain, early - 200 * 3600, 8).map((time) => time + by * 3600);
        expect(timesAfter(moved, early - 400 * 3600, 8)).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it('always supports another hour of the same day', () => {
    expect(shiftRule(base, 3600)).toMatchObject({ hour: 10, pattern: base.pattern });
    expect(shiftRule(base, 86_400)?.pattern).toEqual({ every: 'week', weekdays: [2] });
    expect(shiftRule({ ...base, pattern: { every: 'month', day: 31 } }, 86_400)).toBeNull();
  });
});
