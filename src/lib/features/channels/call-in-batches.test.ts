import { expect, it, vi } from 'vitest';
import { ApiError, NetworkFailure } from '../../api/errors';
import { callInBatches } from './call-in-batches';

const numbers = Array.from({ length: 20 }, (_, at) => at);
const refusal = new ApiError('unsubscribe', 400, 'STREAM_DOES_NOT_EXIST', 'Gone.');

it('makes one call per batch', async () => {
  const call = vi.fn(() => Promise.resolve([]));
  const { done, refused } = await callInBatches(numbers, 8, call);
  expect(call).toHaveBeenCalledTimes(3);
  expect(done).toEqual(numbers);
  expect(refused).toEqual([]);
});

it('completes the other items if a call is refused because of some', async () => {
  const call = (part: readonly number[]) =>
    part.includes(3) || part.includes(11) ? Promise.reject(refusal) : Promise.resolve([19]);
  const { done, refused, reason } = await callInBatches(numbers, 100, call);
  expect([...refused].sort((a, b) => a - b)).toEqual([3, 11, 19]);
  expect(done).toHaveLength(17);
  expect(reason).toBe(refusal);
});

it('makes no more calls if the server does not respond', async () => {
  const lost = new NetworkFailure('subscribe', 'unreachable');
  const call = vi.fn((part: readonly number[]) =>
    part[0] === 0 ? Promise.resolve([]) : Promise.reject(lost),
  );
  const { done, refused, reason } = await callInBatches(numbers, 5, call);
  expect(call).toHaveBeenCalledTimes(2);
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(refused).toEqual(numbers.slice(5));
  expect(reason).toBe(lost);
});

it('gives up finding the refused items after a while', async () => {
  const call = vi.fn(() => Promise.reject(refusal));
  const many = Array.from({ length: 1000 }, (_, at) => at);
  const { refused } = await callInBatches(many, 1000, call);
  expect(refused).toHaveLength(1000);
  expect(call.mock.calls.length).toBeLessThan(100);
});
