import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import { getDrafts } from '../../api/drafts';
import { getStreams, getSubscribers } from '../../api/streams';
import { ApiError, NetworkFailure, type AnyFailure } from '../../api/errors';
import { readOptional } from './optional-reads';
import { createQueryClient, useRead } from './query';

function setup(answer: () => unknown) {
  const { account, callSpy, connect } = anAccount({ answers: { getDrafts: answer } });
  const client = account.queryClient(createQueryClient);
  const options = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries: { ...options.queries, retryDelay: 0 } });
  return { account, callSpy, connect };
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
  it('calls once for the same operation and parameters', async () => {
    const { callSpy, account } = setup(() => nothing);
    const make = () => useRead(account, getDrafts, () => ({ params: {} }));
    const [one, two] = [inEffect(make), inEffect(make)];
    await expect.poll(() => two.value.data).toEqual(nothing);
    expect(one.value.data).toEqual(nothing);
    expect(callSpy).toHaveBeenCalledOnce();
    one.stop();
    two.stop();
  });

  it('waits for the server’s feature level if parameters depend on it', async () => {
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

  it('fails immediately while offline, and reads again once the connection is back', async () => {
    let isCut = true;
    const failure = new NetworkFailure('getDrafts', 'unreachable');
    const { account, callSpy, connect } = setup(() => {
      if (isCut) throw failure;
      return nothing;
    });
    connect('offline');
    const query = inEffect(() => useRead(account, getDrafts, () => ({ params: {} })));
    await expect.poll(() => query.value.error).toBe(failure);
    expect(callSpy).toHaveBeenCalledOnce();
    isCut = false;
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => query.value.data).toEqual(nothing);
    query.stop();
  });

  it.each<[string, AnyFailure, number]>([
    ['a lost connection', new NetworkFailure('getDrafts', 'unreachable'), 4],
    ['a full minute', new ApiError('getDrafts', 429, 'RATE_LIMIT_HIT', ''), 4],
    ['a refusal', new ApiError('getDrafts', 400, 'BAD_REQUEST', ''), 1],
    ['a lost sign-in', new ApiError('getDrafts', 401, 'UNAUTHORIZED', ''), 1],
  ])('after %s a read is tried as often as makes sense', async (_name, failure, times) => {
    const { callSpy, account } = setup(() => {
      throw failure;
    });
    const query = inEffect(() => useRead(account, getDrafts, () => ({ params: {} })));
    await expect.poll(() => query.value.error).toBe(failure);
    expect(callSpy).toHaveBeenCalledTimes(times);
    query.stop();
  });
});

describe('a query that an event invalidates', () => {
  const joined = (user_id: number) => ({
    type: 'subscription',
    op: 'peer_add',
    stream_ids: [5],
    user_ids: [user_id],
  });

  /**
   * A channel that gains subscribers. The server reads them when it gets the call; `held` sends the
   * replies.
   */
  function aChannelThatFills() {
    const inside = [7];
    const held: (() => void)[] = [];
    const fake = anAccount({
      answers: {
        getSubscribers: () => {
          const subscribers = [...inside];
          return new Promise((resolve) => held.push(() => resolve({ subscribers })));
        },
      },
    });
    const read = () =>
      inEffect(() => useRead(fake.account, getSubscribers, () => ({ params: { stream_id: 5 } })));
    const join = (user_id: number) => {
      inside.push(user_id);
      fake.tell(joined(user_id));
    };
    return { ...fake, read, join, held };
  }

  it('is fetched once more if its first reply was on the way', async () => {
    const { read, join, held, calls } = aChannelThatFills();
    const people = read();
    await expect.poll(() => held).toHaveLength(1);
    for (const id of [8, 9, 10]) join(id);
    held[0]!();
    await expect.poll(() => held).toHaveLength(2);
    held[1]!();
    await expect.poll(() => people.value.data?.subscribers).toEqual([7, 8, 9, 10]);
    expect(calls('getSubscribers')).toHaveLength(2);
    people.stop();
  });

  it('stays on screen until the new reply comes, however many events arrive', async () => {
    const { read, join, held, calls } = aChannelThatFills();
    const people = read();
    await expect.poll(() => held).toHaveLength(1);
    held[0]!();
    await expect.poll(() => people.value.data?.subscribers).toEqual([7]);
    join(8);
    await expect.poll(() => held).toHaveLength(2);
    for (const id of [9, 10]) join(id);
    held[1]!();
    await expect.poll(() => people.value.data?.subscribers).toEqual([7, 8]);
    await expect.poll(() => held).toHaveLength(3);
    held[2]!();
    await expect.poll(() => people.value.data?.subscribers).toEqual([7, 8, 9, 10]);
    expect(calls('getSubscribers')).toHaveLength(3);
    people.stop();
  });

  it('is fetched again when a component next reads it', async () => {
    const { account, read, join, held } = aChannelThatFills();
    const known = readOptional(account, getSubscribers, { stream_id: 5 });
    await expect.poll(() => held).toHaveLength(1);
    held[0]!();
    expect((await known).subscribers).toEqual([7]);
    join(8);
    expect(held).toHaveLength(1);
    const again = read();
    expect(again.value.data?.subscribers).toEqual([7]);
    await expect.poll(() => held).toHaveLength(2);
    held[1]!();
    await expect.poll(() => again.value.data?.subscribers).toEqual([7, 8]);
    again.stop();
  });

  it('is every query read before a gap in the events', async () => {
    const { read, register, held } = aChannelThatFills();
    const people = read();
    await expect.poll(() => held).toHaveLength(1);
    register(aState());
    held[0]!();
    await expect.poll(() => held).toHaveLength(2);
    people.stop();
  });

  it('is not fetched after the account has ended', async () => {
    const { account, read, join, held } = aChannelThatFills();
    const people = read();
    await expect.poll(() => held).toHaveLength(1);
    join(8);
    people.stop();
    await account.erase();
    expect(held).toHaveLength(1);
  });
});
