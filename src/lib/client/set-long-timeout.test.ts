import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLongTimeout } from './set-long-timeout';

const day = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  // Restore the spy first: restored after the real timers, it would bring the fake ones back.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it.each([[1000], [2 ** 31 - 1], [2 ** 31], [100 * day]])('waits %d ms', (milliseconds) => {
  const run = vi.fn();
  setLongTimeout(milliseconds, run);
  vi.advanceTimersByTime(milliseconds - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2);
  expect(run).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('never requests a longer delay than a timer supports', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  setLongTimeout(1e300, () => undefined);
  setLongTimeout(Infinity, () => undefined);
  vi.advanceTimersByTime(60 * day);
  for (const [, milliseconds] of timer.mock.calls) expect(milliseconds).toBeLessThan(2 ** 31);
});

it.each([[day], [100 * day]])('can be canceled at any point of %d ms', (milliseconds) => {
  const run = vi.fn();
  const cancel = setLongTimeout(milliseconds, run);
  vi.advanceTimersByTime(milliseconds / 2);
  cancel();
  vi.advanceTimersByTime(milliseconds);
  expect(run).not.toHaveBeenCalled();
});
