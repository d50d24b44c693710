import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDay } from '../../../time/dates';
import { dayNumber } from '../../../time/day-number';
import { utcOffsetAt, resolveWallTime } from '../../../time/resolve-wall-time';
import { isSameWallTime, wallTimeAt } from '../../../time/zones';
import { timeScaleOf, timeAtOffset, scaleOffsetOf } from './time-scale';
import { monthOf, startOfDay, weekOf, itemsBetween, zoneDay } from './zone-days';
import { layOutLanes } from './lane-layout';
import { moveToDay, moveTargetAt, moveRefusalOf, stepMove, stepMinutes } from './move-target';

const dayOf = ({ year, month, day }: CalendarDay) => ({ year, month, day });
const zones = Intl.supportedValuesOf('timeZone');
const aZone = fc.constantFrom(...zones);
const aDay = fc
  .integer({ min: Date.UTC(2026, 10, 1) / 86_400_000, max: Date.UTC(2029, 10, 1) / 86_400_000 })
  .map((number) => addDays({ year: 1970, month: 1, day: 1 }, number));

/** Days on which a zone's clocks change, and the days around them. */
const changes = zones.flatMap((zone) => {
  const week = 7 * 86_400;
  const starts = Array.from({ length: 156 }, (_, at) => Date.UTC(2026, 10, 1) / 1000 + at * week);
  return starts
    .filter((start) => utcOffsetAt(start, zone) !== utcOffsetAt(start + week, zone))
    .flatMap((start) => Array.from({ length: 8 }, (_, at) => start + at * 86_400))
    .map((moment) => ({ zone, day: dayOf(wallTimeAt(moment, zone)) }));
});
const aZoneDay = fc.oneof(fc.record({ zone: aZone, day: aDay }), fc.constantFrom(...changes));
const berlin = 'Europe/Berlin';
const weekAxis = (day: CalendarDay, zone: string) =>
  timeScaleOf(weekOf(day, 1).map((one) => zoneDay(one, zone)));
const hours = (day: CalendarDay, zone: string) => {
  const { start, end } = zoneDay(day, zone);
  return (end - start) / 3600;
};

describe('zoneDay', () => {
  it('has as many hours as the zone’s clocks show', () => {
    expect(hours({ year: 2027, month: 3, day: 27 }, berlin)).toBe(24);
    expect(hours({ year: 2027, month: 3, day: 28 }, berlin)).toBe(23);
    expect(hours({ year: 2027, month: 10, day: 31 }, berlin)).toBe(25);
    expect(hours({ year: 2027, month: 4, day: 4 }, 'Australia/Lord_Howe')).toBe(24.5);
  });

  it('starts after a midnight that the clocks skip', () => {
    const day = { year: 2027, month: 4, day: 30 };
    const { start, segments: pieces } = zoneDay(day, 'Africa/Cairo');
    expect(wallTimeAt(start, 'Africa/Cairo')).toMatchObject({ ...day, hour: 1, minute: 0 });
    expect(pieces).toEqual([{ from: 60, to: 1440, start }]);
  });

  it('is empty for a day that the zone skipped', () => {
    const { segments: pieces } = zoneDay({ year: 2011, month: 12, day: 30 }, 'Pacific/Apia');
    expect(pieces).toEqual([]);
    expect(weekAxis({ year: 2011, month: 12, day: 30 }, 'Pacific/Apia').length).toBe(1440);
  });

  it('follows the day before and is covered by its segments, in every zone', () => {
    fc.assert(
      fc.property(aZoneDay, ({ zone, day }) => {
        const { start, end, segments: pieces } = zoneDay(day, zone);
        expect(end).toBe(startOfDay(addDays(day, 1), zone));
        expect(pieces[0]!.start).toBe(start);
        const length = pieces.reduce((all, { from, to }) => all + (to - from) * 60, 0);
        expect(length).toBe(end - start);
        for (const { from, start: first } of pieces) {
          const { hour, minute } = wallTimeAt(first, zone);
          expect((hour * 60 + minute - from) % 1440).toBe(0);
        }
      }),
    );
  });
});

describe('weeks and months', () => {
  it('begin on the given weekday', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 0, max: 6 }), (day, firstDay) => {
        const week = weekOf(day, firstDay);
        expect(new Date(dayNumber(week[0]!) * 86_400_000).getUTCDay()).toBe(firstDay);
        expect(week.map(dayNumber)).toContain(dayNumber(day));
        const month = monthOf(day, firstDay);
        expect(month.length).toBeGreaterThanOrEqual(4);
        expect(month.flat().filter((one) => one.month === day.month).length).toBeGreaterThan(27);
      }),
    );
  });

  it('find the items in a range', () => {
    const items = [3, 5, 5, 8, 13].map((timestamp) => ({ timestamp }));
    expect(itemsBetween(items, 5, 13).map(({ timestamp }) => timestamp)).toEqual([5, 5, 8]);
    expect(itemsBetween(items, 14, 20)).toEqual([]);
    expect(itemsBetween([], 0, 1)).toEqual([]);
  });
});

describe('the time scale', () => {
  it('equals the clock in an ordinary week', () => {
    const axis = weekAxis({ year: 2026, month: 11, day: 25 }, berlin);
    expect(axis.length).toBe(1440);
    expect(axis.hours.map(({ at }) => at)).toEqual(axis.hours.map(({ minute }) => minute));
    expect(axis.columns.flatMap(({ gaps: voids }) => voids)).toEqual([]);
  });

  it('leaves the hour that the clocks skip empty', () => {
    const axis = weekAxis({ year: 2027, month: 3, day: 28 }, berlin);
    expect(axis.length).toBe(1440);
    expect(axis.columns.at(-1)!.gaps).toEqual([{ top: 120, bottom: 180, skipped: true }]);
    expect(axis.columns[0]!.gaps).toEqual([]);
  });

  it('repeats the hour that the clocks repeat, leaving it empty on other days', () => {
    const axis = weekAxis({ year: 2027, month: 10, day: 31 }, berlin);
    expect(axis.length).toBe(1500);
    const [sunday, monday] = [axis.columns.at(-1)!, axis.columns[0]!];
    expect(sunday.gaps).toEqual([]);
    expect(monday.gaps).toEqual([{ top: 180, bottom: 240, skipped: false }]);
    const at = (hour: number) => axis.hours.filter(({ minute }) => minute === hour * 60);
    expect(at(2).map(({ at: place }) => place)).toEqual([120, 180]);
    expect(at(9).map(({ at: place }) => place)).toEqual([600]);
    const nine = (day: CalendarDay) =>
      resolveWallTime({ ...day, hour: 9, minute: 0 }, berlin).timestamp;
    expect(scaleOffsetOf(sunday, nine(sunday.day))).toBe(600);
    expect(scaleOffsetOf(monday, nine(monday.day))).toBe(600);
  });

  it('maps each moment to its own offset and back, in every zone', () => {
    fc.assert(
      fc.property(aZoneDay, fc.double({ min: 0, max: 1, noNaN: true }), ({ zone, day }, share) => {
        const { length, columns } = weekAxis(day, zone);
        for (const column of columns) {
          const moment = Math.floor(column.start + share * (column.end - 1 - column.start));
          const place = scaleOffsetOf(column, moment);
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThan(length);
          expect(timeAtOffset(column, place)).toBeCloseTo(moment, 3);
        }
      }),
    );
  });

  it('follows the rule of resolveWallTime for times that don’t exist, in every zone', () => {
    const minutes = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
    fc.assert(
      fc.property(aZoneDay, minutes, ({ zone, day }, minute) => {
        const axis = timeScaleOf([zoneDay(day, zone)]);
        const wall = { ...day, hour: Math.floor(minute / 60), minute: minute % 60 };
        const placed = resolveWallTime(wall, zone);
        const [first, second] = axis.columns[0]!.segments;
        const isLater = second !== undefined && placed.timestamp >= second.start;
        const repeated = second && isLater ? Math.max(0, first!.to - second.from) : 0;
        expect(timeAtOffset(axis.columns[0]!, minute + repeated)).toBe(placed.timestamp);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps any offset within its day, except where that rule applies', () => {
    fc.assert(
      fc.property(aZoneDay, fc.integer({ min: -60, max: 1600 }), ({ zone, day }, place) => {
        for (const column of weekAxis(day, zone).columns) {
          const moment = timeAtOffset(column, place);
          const gap = column.gaps.find(({ top, bottom }) => top <= place && place < bottom);
          if (gap?.skipped) continue;
          if (place >= 0) expect(moment).toBeGreaterThanOrEqual(column.start);
          expect(moment).toBeLessThan(column.end);
        }
      }),
    );
  });
});

describe('overlapping blocks', () => {
  const tops = fc.array(fc.integer({ min: 0, max: 1400 }), { maxLength: 300 });
  const laid = (all: readonly number[], lanes: number) =>
    layOutLanes(
      [...all].sort((a, b) => a - b).map((top, item) => ({ item, top })),
      45,
      lanes,
    );

  it('are side by side only where they overlap', () => {
    expect(laid([60, 75, 200], 3).blocks.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  it('are counted if there is no room', () => {
    const { blocks, more } = laid([60, 60, 60, 60, 200], 2);
    expect(blocks.map(({ crowded }) => crowded)).toEqual([true, true, false]);
    expect(more).toEqual([{ top: 60, items: [2, 3] }]);
  });

  it('all appear once and never cover each other', () => {
    fc.assert(
      fc.property(tops, fc.integer({ min: 1, max: 4 }), (all, lanes) => {
        const { blocks, more } = laid(all, lanes);
        const shown = [...blocks.map(({ item }) => item), ...more.flatMap(({ items }) => items)];
        expect(shown.sort((a, b) => a - b)).toEqual(all.map((_, at) => at));
        for (let lane = 0; lane < lanes; lane++) {
          const own = blocks.filter((block) => block.lane === lane);
          for (const [at, { top }] of own.entries()) {
            if (at > 0) expect(top - own[at - 1]!.top).toBeGreaterThanOrEqual(45);
          }
        }
        for (const [at, { top }] of more.entries()) {
          if (at > 0) expect(top - more[at - 1]!.top).toBeGreaterThanOrEqual(45);
        }
        expect(blocks.every((block) => block.lane < block.lanes)).toBe(true);
      }),
    );
  });
});

describe('moving', () => {
  const aMoment = fc.integer({ min: 1_793_500_000, max: 1_888_000_000 });

  it('steps by quarter hours, first to the nearest one', () => {
    const at = (hour: number, minute: number) =>
      resolveWallTime({ year: 2026, month: 11, day: 25, hour, minute }, berlin).timestamp;
    const step = (from: number, by: 1 | -1) =>
      stepMove(moveTargetAt(from, berlin), { unit: 'quarter', by }, berlin).timestamp;
    expect(step(at(9, 7), 1)).toBe(at(9, 15));
    expect(step(at(9, 7), -1)).toBe(at(9, 0));
    expect(step(at(9, 15), 1)).toBe(at(9, 30));
    expect(step(at(9, 15), -1)).toBe(at(9, 0));
  });

  it('steps forward and back by a quarter hour across every clock change', () => {
    fc.assert(
      fc.property(aZone, aMoment, (zone, moment) => {
        const from = stepMove(moveTargetAt(moment, zone), { unit: 'quarter', by: 1 }, zone);
        expect(from.timestamp).toBeGreaterThan(moment);
        expect(from.timestamp - moment).toBeLessThanOrEqual(stepMinutes * 60);
        const on = stepMove(from, { unit: 'quarter', by: 1 }, zone);
        expect(on.timestamp - from.timestamp).toBe(stepMinutes * 60);
        const back = stepMove(on, { unit: 'quarter', by: -1 }, zone);
        expect(back.timestamp).toBe(from.timestamp);
      }),
    );
  });

  it('keeps the time of day from day to day, even after a day that lacks it', () => {
    const half = { year: 2027, month: 3, day: 27, hour: 2, minute: 30 };
    const start = moveTargetAt(resolveWallTime(half, berlin).timestamp, berlin);
    const sunday = stepMove(start, { unit: 'day', by: 1 }, berlin);
    expect(wallTimeAt(sunday.timestamp, berlin)).toMatchObject({ day: 28, hour: 3, minute: 30 });
    const monday = stepMove(sunday, { unit: 'day', by: 1 }, berlin);
    expect(wallTimeAt(monday.timestamp, berlin)).toMatchObject({ day: 29, hour: 2, minute: 30 });
  });

  it('places a time of day on any day, in every zone', () => {
    fc.assert(
      fc.property(aZoneDay, aMoment, ({ zone, day }, moment) => {
        const place = moveToDay(moveTargetAt(moment, zone), day, zone);
        const wanted = { ...wallTimeAt(moment, zone), ...day };
        const placed = resolveWallTime(wanted, zone);
        expect(place.timestamp).toBe(placed.timestamp);
        if (placed.fit !== 'gap')
          expect(isSameWallTime(wallTimeAt(place.timestamp, zone), wanted)).toBe(true);
      }),
    );
  });

  it('refuses times that are too early', () => {
    expect(moveRefusalOf(1000, 1000)).toBe('past');
    expect(moveRefusalOf(1059, 1000)).toBe('soon');
    expect(moveRefusalOf(1060, 1000)).toBeNull();
  });
});
