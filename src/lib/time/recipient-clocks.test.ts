import { describe, expect, it } from 'vitest';
import { recipientClocks, nextRecipientMorning } from './recipient-clocks';
import { resolveWallTime } from './resolve-wall-time';
import { wallTimeAt } from './zones';

const berlin = 'Europe/Berlin';
const at = (day: number, hour: number, minute = 0) =>
  resolveWallTime({ year: 2026, month: 11, day, hour, minute }, berlin).timestamp;
const aiko = { name: 'Aiko', timezone: 'Asia/Tokyo' };
const iago = { name: 'Iago', timezone: 'America/New_York' };
const zoe = { name: 'Zoe', timezone: 'Europe/Paris' };
const hal = { name: 'Hal', timezone: '' };

describe('recipientClocks', () => {
  it('returns null if all clocks show the same, or no zone is known', () => {
    expect(recipientClocks(at(20, 9), berlin, [zoe, hal])).toBeNull();
    expect(recipientClocks(at(20, 9), berlin, [hal, { name: 'X', timezone: 'Mars/X' }])).toBeNull();
    expect(recipientClocks(at(20, 9), berlin, [])).toBeNull();
  });

  it('covers the earliest to the latest clock', () => {
    const clock = recipientClocks(at(20, 15), berlin, [zoe, aiko, iago, hal]);
    expect(clock).toEqual({
      first: 'America/New_York',
      last: 'Asia/Tokyo',
      outOfHours: ['Aiko'],
      onWeekend: [],
      known: 3,
    });
  });

  it('lists who is on a weekend, by their own calendar', () => {
    // Friday 20 November 17:00 in Berlin is Saturday 1:00 in Tokyo.
    const clock = recipientClocks(at(20, 17), berlin, [aiko, iago]);
    expect(clock).toMatchObject({ onWeekend: ['Aiko'], outOfHours: ['Aiko'] });
  });

  it('includes 8:00 and excludes 18:00', () => {
    const outAt = (hour: number, minute: number) =>
      recipientClocks(at(18, hour, minute), berlin, [iago])?.outOfHours.length;
    expect([outAt(13, 59), outAt(14, 0), outAt(23, 59)]).toEqual([1, 0, 0]);
    expect(recipientClocks(at(19, 0), berlin, [iago])?.outOfHours).toEqual(['Iago']);
  });
});

describe('nextRecipientMorning', () => {
  it('is 9:00 on the next working day for one recipient', () => {
    // Friday 20 November 12:00 in Berlin is 20:00 in Tokyo, so the next working day is Monday.
    const time = nextRecipientMorning(at(20, 12), berlin, [aiko]);
    expect(wallTimeAt(time!, aiko.timezone)).toMatchObject({ day: 23, hour: 9, minute: 0 });
    const soon = nextRecipientMorning(at(20, 12), berlin, [iago]);
    expect(wallTimeAt(soon!, iago.timezone)).toMatchObject({ day: 20, hour: 9, minute: 0 });
  });

  it('suits everyone in a group, or is null', () => {
    const time = nextRecipientMorning(at(18, 22), berlin, [zoe, iago]);
    expect(wallTimeAt(time!, berlin)).toMatchObject({ day: 19, hour: 15, minute: 0 });
    expect(nextRecipientMorning(at(18, 22), berlin, [aiko, iago])).toBeNull();
    expect(nextRecipientMorning(at(18, 22), berlin, [zoe, hal])).toBeNull();
  });
});
