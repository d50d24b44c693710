import { describe, expect, it } from 'vitest';
import { personLocalTime } from './person-local-time';

const style = { locale: 'en-GB', zone: 'Europe/Berlin', twentyFour: true };
const evening = Date.UTC(2026, 10, 23, 21, 30, 12) / 1000;

describe('personLocalTime', () => {
  it('has the city, and the day if it differs', () => {
    expect(personLocalTime({ timezone: 'Europe/Lisbon' }, evening, style)).toMatch(
      /^21:30 .*Lisbon/,
    );
    expect(personLocalTime({ timezone: 'Asia/Tokyo' }, evening, style)).toMatch(
      /^Tue 06:30 .*Tokyo/,
    );
  });

  it('is undefined if the time zone is not set', () => {
    expect(personLocalTime({ timezone: '' }, evening, style)).toBeUndefined();
    expect(personLocalTime({ timezone: 'Moon/Base' }, evening, style)).toBeUndefined();
  });
});
