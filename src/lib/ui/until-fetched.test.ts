import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilFetched } from './until-fetched';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('fetches again until it is there, and throws nothing on the way', async () => {
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
