import { describe, expect, it } from 'vitest';
import { personLocalTime } from './person-local-time';

const style = { locale: 'en-GB', zone: 'Europe/Berlin', twentyFour: true };
const evening = Date.UTC(2026, 10, 23, 21, 30, 12) / 1000;

describe('what the clock shows where somebody is', () => {
  it('is told with the place, and with the day where that is another one', () => {
    expect(personLocalTime({ timezone: 'Europe/Lisbon' }, evening, style)).toMatch(
      /^21:30 .*Lisbon/,
    );
    expect(personLocalTime({ timezone: 'Asia/Tokyo' }, evening, style)).toMatch(
      /^Tue 06:30 .*Tokyo/,
    );
  });

  it('is not told where nobody has said it', () => {
    expect(personLocalTime({ timezone: '' }, evening, style)).toBeUndefined();
    expect(personLocalTime({ timezone: 'Moon/Base' }, evening, style)).toBeUndefined();
  });
});
