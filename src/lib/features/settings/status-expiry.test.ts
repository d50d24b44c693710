import { describe, expect, it } from 'vitest';
import { statusExpiryTime } from './status-expiry';

const at = (text: string) => Date.parse(text) / 1000;
const zone = 'Europe/Berlin';

describe('the end of a status', () => {
  it.each([
    ['never', '2026-11-23T21:30:00Z', undefined],
    ['half', '2026-11-23T21:30:00Z', '2026-11-23T22:00:00Z'],
    ['hours', '2026-11-23T21:30:00Z', '2026-11-24T01:30:00Z'],
    ['today', '2026-11-23T21:30:00Z', '2026-11-23T23:00:00Z'],
    // It is already Tuesday in Berlin.
    ['today', '2026-11-23T23:30:00Z', '2026-11-24T23:00:00Z'],
    ['monday', '2026-11-23T12:00:00Z', '2026-11-29T23:00:00Z'],
    ['monday', '2026-11-29T12:00:00Z', '2026-11-29T23:00:00Z'],
    // Clocks go back that night.
    ['monday', '2026-10-23T12:00:00Z', '2026-10-25T23:00:00Z'],
  ] as const)('for %s at %s', (kind, now, end) => {
    expect(statusExpiryTime(kind, at(now), zone)).toBe(end === undefined ? undefined : at(end));
  });
});
