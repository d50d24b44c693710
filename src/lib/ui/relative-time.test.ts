import { describe, expect, it } from 'vitest';
import { fullTime, shortTime } from './relative-time';

const at = (hour: number, minute: number) => new Date(2026, 2, 10, hour, minute).getTime();
const now = at(23, 0);

describe('shortTime', () => {
  it('follows the clock that the account has chosen', () => {
    expect(shortTime(at(15, 5), now, 'en', true)).toMatch(/^3:05\sPM$/u);
    expect(shortTime(at(15, 5), now, 'en', false)).toBe('15:05');
  });

  it('starts the day at zero on a 24-hour clock', () => {
    expect(shortTime(at(0, 7), now, 'en', false)).toBe('00:07');
  });

  it('leaves the clock to the language where none is chosen', () => {
    expect(shortTime(at(15, 5), now, 'de')).toBe('15:05');
    expect(shortTime(at(15, 5), now, 'en')).toMatch(/PM$/u);
  });

  it('takes a time a little ahead for now', () => {
    expect(shortTime(now + 20_000, now, 'en')).toBe('now');
  });
});

describe('fullTime', () => {
  it('has date, time and zone, by the same clock', () => {
    expect(fullTime(at(15, 5), 'en', false)).toMatch(/^Tuesday, March 10, 2026.*15:05:00/u);
    expect(fullTime(at(15, 5), 'en', true)).toMatch(/3:05:00\sPM/u);
  });
});
