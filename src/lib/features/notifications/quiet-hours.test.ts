import { expect, it } from 'vitest';
import { minutesToClock, clockToMinutes, quietUntil } from './quiet-hours';

const at = (time: string) => new Date(`2026-11-23T${time}:00`);
const night = { isOn: true, from: 19 * 60, to: 8 * 60 + 30 };
const noon = { isOn: true, from: 12 * 60, to: 13 * 60 };

it.each([
  [night, '18:59', undefined],
  [night, '19:00', '2026-11-24T08:30:00'],
  [night, '23:59', '2026-11-24T08:30:00'],
  [night, '00:00', '2026-11-23T08:30:00'],
  [night, '08:29', '2026-11-23T08:30:00'],
  [night, '08:30', undefined],
  [noon, '11:59', undefined],
  [noon, '12:30', '2026-11-23T13:00:00'],
  [noon, '13:00', undefined],
  [{ ...noon, isOn: false }, '12:30', undefined],
  [{ ...noon, to: noon.from }, '12:30', undefined],
])('%j at %s is quiet until %s', (hours, time, end) => {
  expect(quietUntil(hours, at(time))).toBe(end && new Date(end).getTime());
});

it('reads and formats times of day', () => {
  expect([clockToMinutes('08:30'), clockToMinutes('08:30:00'), clockToMinutes('')]).toEqual([
    510,
    510,
    undefined,
  ]);
  expect([minutesToClock(510), minutesToClock(0)]).toEqual(['08:30', '00:00']);
});
