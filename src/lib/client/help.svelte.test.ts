import { describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkFailure, ServerFault, type AnyFailure } from '../api/errors';
import { getSubscribers } from '../api/streams';
import type { Call } from './call';
import { readHelp } from './help';
import { createQueryClient } from './query';

function setup(answer: () => unknown) {
  const call = vi.fn(async () => answer());
  const client = createQueryClient(call as unknown as Call);
  const account = { queryClient: () => client };
  const read = (stream_id = 5) => readHelp(account, getSubscribers, { stream_id });
  return { call, read };
}

describe('a read that is only a help', () => {
  it.each<[string, AnyFailure, number]>([
    ['a refusal', new ApiError('getSubscribers', 400, 'BAD_NARROW', ''), 1],
    ['a fault', new ServerFault('getSubscribers', 502), 1],
    ['a full minute', new ApiError('getSubscribers', 429, 'RATE_LIMIT_HIT', ''), 1],
    ['no answer, which costs the server nothing', new NetworkFailure('x', 'unreachable'), 3],
  ])('is asked as often as makes sense after %s', async (_name, failure, times) => {
    const { call, read } = setup(() => {
      throw failure;
    });
    for (let key = 0; key < 3; key++) await expect(read()).rejects.toBe(failure);
    expect(call).toHaveBeenCalledTimes(times);
  });

  it('is asked once for a good answer, and for each other thing by itself', async () => {
    const { call, read } = setup(() => ({ subscribers: [1] }));
    for (const id of [5, 5, 6]) expect(await read(id)).toEqual({ subscribers: [1] });
    expect(call).toHaveBeenCalledTimes(2);
  });
});
