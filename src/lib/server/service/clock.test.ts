import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

it('runs work at its time, immediately if that has passed, and once', () => {
  const work = vi.fn();
  systemClock.at(1_000_000 + 86_400_000, work);
  vi.advanceTimersByTime(86_399_999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.advanceTimersByTime(86_400_000);
  expect(work).toHaveBeenCalledOnce();
  const late = vi.fn();
  systemClock.at(5, late);
  vi.advanceTimersByTime(0);
  expect(late).toHaveBeenCalledOnce();
});

it('doesn’t run canceled work', () => {
  const work = vi.fn();
  const stop = systemClock.at(1_005_000, work);
  vi.advanceTimersByTime(3_000);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});

it('notices within a second that the clock was changed', () => {
  const ahead = vi.fn();
  systemClock.at(1_000_000 + 3_600_000, ahead);
  vi.setSystemTime(1_000_000 + 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(ahead).toHaveBeenCalledOnce();

  const back = vi.fn();
  systemClock.at(Date.now() + 500, back);
  vi.setSystemTime(Date.now() - 60_000);
  vi.advanceTimersByTime(60_000);
  expect(back).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(back).toHaveBeenCalledOnce();
});
