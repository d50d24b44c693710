import { describe, expect, it } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { ApiError, NetworkFailure, ServerFault, type AnyFailure } from '../../api/errors';
import { getSubscribers } from '../../api/streams';
import { readOptional } from './optional-reads';

function setup(answer: () => unknown) {
  const { account, calls } = anAccount({ answers: { getSubscribers: answer } });
  const read = (stream_id = 5) => readOptional(account, getSubscribers, { stream_id });
  return { calls: () => calls('getSubscribers'), read };
}

describe('an optional read', () => {
  it.each<[string, AnyFailure, number]>([
    ['a refusal', new ApiError('getSubscribers', 400, 'BAD_NARROW', ''), 1],
    ['a fault', new ServerFault('getSubscribers', 502), 1],
    ['a full minute', new ApiError('getSubscribers', 429, 'RATE_LIMIT_HIT', ''), 1],
    ['no answer, which costs the server nothing', new NetworkFailure('x', 'unreachable'), 3],
  ])('is asked as often as makes sense after %s', async (_name, failure, times) => {
    const { calls, read } = setup(() => {
      throw failure;
    });
    for (let key = 0; key < 3; key++) await expect(read()).rejects.toBe(failure);
    expect(calls()).toHaveLength(times);
  });

  it('calls the server once for a good reply, and separately for other parameters', async () => {
    const { calls, read } = setup(() => ({ subscribers: [1] }));
    for (const id of [5, 5, 6]) expect(await read(id)).toEqual({ subscribers: [1] });
    expect(calls()).toHaveLength(2);
  });
});
