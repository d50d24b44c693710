import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilFetched } from './until-fetched';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('retries until it is loaded, and never throws', async () => {
  const fetch = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue('code');
  const fetched = untilFetched(fetch);
  await vi.runAllTimersAsync();
  expect(await fetched).toBe('code');
  expect(fetch).toHaveBeenCalledTimes(3);
});
