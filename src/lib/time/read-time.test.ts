import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekdayOf } from './dates';
import { loadDateParsers } from './date-parsers';
import { readTime, type TimeContext } from './read-time';
import phrases from '../../../tests/corpora/typed-phrases.json';
import { resolveWallTime } from './resolve-wall-time';
import { wallTimeAt } from './zones';

const zone = 'Europe/Berlin';
const two = (value: number) => String(value).padStart(2, '0');
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

async function contextOf(locale: string, more: Partial<TimeContext> = {}): Promise<TimeContext> {
  const wall = { year: 2026, month: 11, day: 18, hour: 10, minute: 20, second: 30 };
  const now = resolveWallTime(wall, zone).timestamp;
  return { now, zone, locale, parsers: await loadDateParsers(locale), ...more };
}

function readText(text: string, context: TimeContext): string {
  const read = readTime(text, context);
  if (read.fit === 'refused') return read.why;
  const wall = wallTimeAt(read.timestamp, context.zone);
  const { year, month, day, hour, minute, second } = wall;
  const date = `${weekdays[weekdayOf(wall)]} ${year}-${two(month)}-${two(day)}`;
  return `${date} ${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ''}`;
}

describe('readTime', () => {
  // As of Wednesday, 18 November 2026, 10:20:30 in Berlin. A refused text has its reason as the
  // result.
  for (const [locale, rows] of Object.entries(phrases)) {
    it(`reads or refuses the phrases of ${locale}`, async () => {
      const context = await contextOf(locale);
      const read = Object.keys(rows).map((text) => [text, readText(text, context)]);
      expect(Object.fromEntries(read)).toEqual(rows);
    });
  }

  it('understands digits and plain English before the parsers are loaded', async () => {
    const context = await contextOf('fr-FR', { parsers: [] });
    expect(readText('tmrw 9', context)).toBe('Thu 2026-11-19 09:00');
    expect(readText('25.12. 10:00', context)).toBe('Fri 2026-12-25 10:00');
    expect(readText('demain', context)).toBe('unclear');
  });

  it("uses the account's zone, not the device's", async () => {
    // Berlin has 10:20 on Wednesday; Kiritimati already has Thursday.
    const context = await contextOf('en-GB', { zone: 'Pacific/Kiritimati' });
    expect(readText('tomorrow 9:00', context)).toBe('Thu 2026-11-19 09:00');
    const later = { ...context, now: context.now + 3600 };
    expect(readText('today 9:00', later)).toBe('Thu 2026-11-19 09:00');
    expect(readText('tomorrow 9:00', later)).toBe('Fri 2026-11-20 09:00');
    expect(readText('25 december 9:00', later)).toBe('Fri 2026-12-25 09:00');
  });

  it('reports times that the clock skips or shows twice', async () => {
    const context = await contextOf('en-GB');
    const skipped = readTime('28.3.2027 2:30', context);
    expect(skipped.fit).toBe('gap');
    expect(readText('28.3.2027 2:30', context)).toBe('Sun 2027-03-28 03:30');
    const twice = readTime('31.10.2027 2:30', context);
    expect(twice).toMatchObject({ fit: 'doubled' });
    expect(twice.fit === 'doubled' && twice.second - twice.timestamp).toBe(3600);
  });

  it('adds hours as elapsed time and days by the calendar', async () => {
    const now = resolveWallTime(
      { year: 2027, month: 3, day: 27, hour: 12, minute: 0 },
      zone,
    ).timestamp;
    const context = await contextOf('en-GB', { now });
    expect(readText('in 24 hours', context)).toBe('Sun 2027-03-28 13:00');
    expect(readText('in 1 day', context)).toBe('Sun 2027-03-28 12:00');
    expect(readText('in 11 months', context)).toBe('Sun 2028-02-27 12:00');
  });

  it('always returns a future time for a written day and time', async () => {
    const context = await contextOf('en-GB');
    const days = ['', 'today ', 'tmrw ', 'mon ', 'next tue ', '24.12. ', '1/1 ', '3 may '];
    fc.assert(
      fc.property(
        fc.constantFrom(...days),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 0, max: 400 * 86_400 }),
        (day, hour, minute, passed) => {
          const now = context.now + passed;
          const text = `${day}${hour}:${two(minute)}`;
          const read = readTime(text, { ...context, now });
          if (read.fit === 'refused') {
            expect([day, read.why]).toEqual(['today ', 'past']);
            return;
          }
          expect(read.timestamp).toBeGreaterThan(now);
          const shown = wallTimeAt(read.timestamp, zone);
          if (read.fit !== 'gap') expect([shown.hour, shown.minute]).toEqual([hour, minute]);
        },
      ),
    );
  });

  it('handles any text quickly without failing', async () => {
    const context = await contextOf('de-DE');
    const word = fc.constantFrom(
      'in',
      'fri',
      '9',
      ':',
      'am',
      'a',
      '12',
      '.',
      'tmrw',
      'h',
      '午',
      '/',
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 90 }),
      fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
      fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const read = readTime(typed, context);
        expect(read.fit === 'refused' || read.timestamp > context.now).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(readTime('a'.repeat(100_000), context)).toEqual({ fit: 'refused', why: 'unclear' });
  });
});
