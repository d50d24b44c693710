import { expect, it, vi } from 'vitest';
import { aMessage } from '../../../../tests/support/state';
import type { ApiCaller } from '../../client/calls/call';
import { findOlderThan } from './find-older-than';

/** Message n was sent at second 10 n. `gone`: ids of deleted messages. */
const server = (gone: readonly number[] = []) =>
  vi.fn((_operation: unknown, { anchor }: { anchor: string }) => {
    let id = Number(anchor);
    while (gone.includes(id)) id += 1;
    const messages = id > 50_000 ? [] : [aMessage(id, { timestamp: id * 10 })];
    return Promise.resolve({ messages });
  });
const findOlder = (ids: readonly number[], time: number, call = server()) =>
  findOlderThan(ids, time, { call: call as unknown as ApiCaller });

it('finds older messages with few requests', async () => {
  const call = server();
  const ids = Array.from({ length: 50_000 }, (_, at) => at + 1);
  expect(await findOlder(ids, 123_450, call)).toEqual(ids.slice(0, 12_344));
  expect(call.mock.calls.length).toBeLessThan(20);
});

it.each([
  [[], 100, []],
  [[5, 9], 10, []],
  [[5, 9], 1000, [5, 9]],
  [[5, 9, 20], 90, [5]],
])('finds in %j before second %i: %j', async (ids, time, old) => {
  expect(await findOlder(ids, time)).toEqual(old);
});

it('uses the next message if one is gone', async () => {
  expect(await findOlder([5, 9, 20], 95, server([9]))).toEqual([5]);
  expect(await findOlder([50_001], 1, server())).toEqual([]);
});
