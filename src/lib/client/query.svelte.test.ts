import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { anAccount } from '../../../tests/support/account';
import { aState } from '../../../tests/support/state';
import { getDrafts } from '../api/drafts';
import { getStreams } from '../api/streams';
import { ApiError, NetworkFailure, type AnyFailure } from '../api/errors';
import { createQueryClient, useRead } from './query';

function setup(answer: () => unknown) {
  const { account, asked } = anAccount({ answers: { getDrafts: answer } });
  const client = account.queryClient(createQueryClient);
  const options = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries: { ...options.queries, retryDelay: 0 } });
  return { account, asked };
}

function inEffect<T>(make: () => T): { value: T; stop: () => void } {
  const made: T[] = [];
  const stop = $effect.root(() => void made.push(make()));
  flushSync();
  const [value] = made;
  if (!value) throw new Error('Nothing was made.');
  return { value, stop };
}

const nothing = { count: 0, drafts: [] };

describe('useRead', () => {
  it('asks once for the same operation and parameters', async () => {
    const { asked, account } = setup(() => nothing);
    const make = () => useRead(account, getDrafts, () => ({ params: {} }));
    const [one, two] = [inEffect(make), inEffect(make)];
    await expect.poll(() => two.value.data).toEqual(nothing);
    expect(one.value.data).toEqual(nothing);
    expect(asked).toHaveBeenCalledOnce();
    one.stop();
    two.stop();
  });

  it('of a server whose age is unknown is not asked for what only newer ones understand', async () => {
    const { account, calls, register } = anAccount({
      state: null,
      answers: { getStreams: () => ({ streams: [] }), getDrafts: () => nothing },
    });
    const all = inEffect(() =>
      useRead(account, getStreams, () => ({ params: { include_all: true } })),
    );
    const drafts = inEffect(() => useRead(account, getDrafts, () => ({ params: {} })));
    await expect.poll(() => drafts.value.data).toEqual(nothing);
    expect(calls('getStreams')).toEqual([]);
    register(aState());
    await expect.poll(() => all.value.data).toEqual({ streams: [] });
    expect(calls('getStreams')).toEqual([{ include_all: true }]);
    all.stop();
    drafts.stop();
  });

  it.each<[string, AnyFailure, number]>([
    ['a lost connection', new NetworkFailure('getDrafts', 'unreachable'), 4],
    ['a full minute', new ApiError('getDrafts', 429, 'RATE_LIMIT_HIT', ''), 4],
    ['a refusal', new ApiError('getDrafts', 400, 'BAD_REQUEST', ''), 1],
    ['a lost sign-in', new ApiError('getDrafts', 401, 'UNAUTHORIZED', ''), 1],
  ])('after %s a read is tried as often as makes sense', async (_name, failure, times) => {
    const { asked, account } = setup(() => {
      throw failure;
    });
    const query = inEffect(() => useRead(account, getDrafts, () => ({ params: {} })));
    await expect.poll(() => query.value.error).toBe(failure);
    expect(asked).toHaveBeenCalledTimes(times);
    query.stop();
  });
});
