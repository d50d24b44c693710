import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  absoluteTime,
  dayComesFirst,
  longDate,
  dayName,
  fullTime,
  regionalLocale,
  shortTime,
  timeInSentence,
  timeOfDay,
  zoneName,
} from './format-time';
import { relativeTime } from './relative-time';
import { firstDayOfWeek } from './first-day-of-week';
import { resolveWallTime } from './resolve-wall-time';

const zone = 'Europe/Berlin';
const at = (day: number, hour: number, minute = 0, second = 0, month = 11, year = 2026) =>
  resolveWallTime({ year, month, day, hour, minute, second }, zone).timestamp;
const british = { locale: 'en-GB', zone };
const american = { locale: 'en-US', zone };
/** Spaces and commas differ between versions of the locale data. */
const plain = (text: string) => text.replaceAll(/,?\s/g, ' ');

afterEach(() => vi.restoreAllMocks());

describe('absolute times', () => {
  it('are the time of day in a sentence if today, otherwise also the date', () => {
    const now = at(20, 14, 31, 10);
    const of = (timestamp: number) => plain(timeInSentence(timestamp, now, british));
    expect(of(now)).toBe('14:31');
    expect(of(at(20, 14, 26, 30))).toBe('14:26');
    expect(of(at(19, 23, 59, 30))).toBe('Thu 19 Nov 23:59');
  });

  it('follow the clock setting, or the locale if it is not set', () => {
    const time = at(20, 14, 30);
    expect(timeOfDay(time, british)).toBe('14:30');
    expect(plain(timeOfDay(time, american))).toBe('2:30 PM');
    expect(timeOfDay(time, { ...american, twentyFour: true })).toBe('14:30');
    expect(plain(timeOfDay(time, { ...british, twentyFour: false }))).toBe('2:30 pm');
    expect(plain(timeOfDay(time, { ...american, twentyFour: null }))).toBe('2:30 PM');
    expect(timeOfDay(at(20, 0, 5), { ...american, twentyFour: true })).toBe('00:05');
  });

  it('contain the weekday, the year if it differs, and the zone on request', () => {
    const now = at(18, 10);
    expect(plain(absoluteTime(at(20, 14, 30), now, british))).toBe('Fri 20 Nov 14:30');
    expect(plain(absoluteTime(at(20, 14, 30, 15), now, british))).toBe('Fri 20 Nov 14:30:15');
    expect(plain(absoluteTime(at(4, 9, 0, 0, 1, 2027), now, british))).toBe('Mon 4 Jan 2027 09:00');
    expect(plain(absoluteTime(at(20, 9), now, british, true))).toMatch(
      /^Fri 20 Nov 09:00 (CET|GMT\+1)$/,
    );
    expect(plain(longDate(at(20, 9), british))).toBe('Friday 20 November 2026');
  });

  it('use words for nearby days, and the date for others, with the year if it differs', () => {
    const now = at(18, 23, 50);
    const named = (time: number) => plain(dayName(time, now, british));
    expect(named(at(17, 0, 5))).toBe('Yesterday');
    expect(named(at(18, 0, 5))).toBe('Today');
    expect(named(at(19, 0, 5))).toBe('Tomorrow');
    expect(named(at(20, 9))).toBe('Fri 20 Nov');
    expect(named(at(4, 9, 0, 0, 1, 2027))).toBe('Mon 4 Jan 2027');
  });

  it('name a zone by its city and its offset at that time', () => {
    expect(zoneName('America/New_York', at(20, 9), 'en')).toBe('New York (GMT-5)');
    expect(zoneName('Asia/Kolkata', at(20, 9), 'en')).toMatch(/\(GMT\+5:30\)$/);
    expect(zoneName(zone, at(20, 9, 0, 0, 7), 'en')).toBe('Berlin (GMT+2)');
    expect(zoneName('UTC', at(20, 9), 'en')).toBe('UTC');
  });
});

describe('relative times', () => {
  const now = at(18, 20);
  const formatted = (time: number) => relativeTime(time, now, british);

  it('use the unit that fits', () => {
    expect(formatted(now)).toBe('now');
    expect(formatted(now + 59)).toBe('in 59 seconds');
    expect(formatted(now + 60)).toBe('in 1 minute');
    expect(formatted(now + 59 * 60 + 29)).toBe('in 59 minutes');
    expect(formatted(now + 59 * 60 + 31)).toBe('in 1 hour');
    expect(formatted(at(19, 19))).toBe('in 23 hours');
    expect(formatted(now - 300)).toBe('5 minutes ago');
    expect(relativeTime(now + 300, now, british, 'short')).toBe('in 5 min');
  });

  it('count days as nights in between', () => {
    expect(formatted(at(20, 9))).toBe('in 2 days');
    expect(formatted(at(21, 9))).toBe('in 3 days');
    expect(formatted(at(21, 23))).toBe('in 3 days');
    expect(formatted(at(18, 20, 0, 0, 3, 2027))).toBe('in 4 months');
    expect(formatted(at(18, 20, 0, 0, 11, 2029))).toBe('in 3 years');
  });
});

describe('the time in a list row', () => {
  const now = at(18, 23);
  const formatted = (time: number, style: object = {}) =>
    plain(shortTime(time, now, { ...british, ...style }));

  it('is shorter for recent times', () => {
    expect(formatted(now + 20)).toBe('now');
    expect(formatted(now - 5 * 60)).toMatch(/^5 mins?$/);
    expect(formatted(at(18, 15, 5, 30))).toBe('15:05');
    expect(formatted(at(14, 9))).toBe('Sat');
    expect(formatted(at(2, 9))).toBe('2 Nov');
    expect(formatted(at(2, 9, 0, 0, 11, 2025))).toBe('2 Nov 2025');
    expect(formatted(at(19, 9))).toBe('19 Nov');
  });

  it('uses the zone and clock of the messages', () => {
    const messages = { zone: 'Asia/Tokyo', twentyFour: false };
    expect(formatted(at(18, 17, 5), messages)).toBe(
      plain(timeOfDay(at(18, 17, 5), { ...british, ...messages })),
    );
    // It was the day before in that zone.
    expect(formatted(at(18, 15, 5), messages)).toBe('Wed');
    expect(formatted(at(18, 0, 7), { twentyFour: true })).toBe('00:07');
  });

  it('is available in full, with date, seconds and zone', () => {
    expect(plain(fullTime(at(18, 15, 5), { ...british, twentyFour: true }))).toMatch(
      /^Wednesday 18 November 2026 (at )?15:05:00 (CET|GMT\+1)$/,
    );
    expect(plain(fullTime(at(18, 15, 5), { ...british, zone: 'UTC', twentyFour: false }))).toMatch(
      /2:05:00 pm (UTC|GMT)/,
    );
  });
});

describe('the region', () => {
  it('decides the first day of the week, with week data or without', () => {
    const expected = { 'en-US': 0, 'en-GB': 1, 'de-DE': 1, 'ar-EG': 6, 'pt-BR': 0 };
    for (const [locale, day] of Object.entries(expected)) expect(firstDayOfWeek(locale)).toBe(day);
    const { prototype } = Intl.Locale as unknown as { prototype: Record<string, unknown> };
    const saved = ['getWeekInfo', 'weekInfo'].map(
      (name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const,
    );
    for (const [name] of saved) delete prototype[name];
    try {
      for (const [locale, day] of Object.entries(expected)) {
        expect([locale, firstDayOfWeek(locale)]).toEqual([locale, day]);
      }
    } finally {
      for (const [name, was] of saved) if (was) Object.defineProperty(prototype, name, was);
    }
  });

  it('comes from the browser if the language is the same', () => {
    expect(regionalLocale('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
    expect(regionalLocale('en', ['de-DE', 'en', 'not a tag'])).toBe('en');
    expect(regionalLocale('en-AU', ['en-GB'])).toBe('en-AU');
  });

  it('decides whether day or month comes first', () => {
    expect([dayComesFirst('en-GB'), dayComesFirst('en-US'), dayComesFirst('de-DE')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
