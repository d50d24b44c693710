import { createMutation, createQuery } from '@tanstack/svelte-query';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { createDrafts, getDrafts } from '../api/drafts';
import { ApiError, NetworkFailure, type AnyFailure } from '../api/errors';
import type { Call } from './call';
import { createQueryClient, mutationOf, queryOf } from './query';

type Answer = (id: string) => unknown;

function setup(answer: Answer) {
  const asked: string[] = [];
  const call = (async (operation: { id: string }) => {
    asked.push(operation.id);
    return answer(operation.id);
  }) as unknown as Call;
  const client = createQueryClient(call);
  const options = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries: { ...options.queries, retryDelay: 0 } });
  return { asked, client };
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

describe('queryOf', () => {
  it('asks once for the same operation and parameters', async () => {
    const { asked, client } = setup(() => nothing);
    const make = () =>
      createQuery(
        () => queryOf(getDrafts, {}),
        () => client,
      );
    const [one, two] = [inEffect(make), inEffect(make)];
    await vi.waitFor(() => expect(two.value.data).toEqual(nothing));
    expect(one.value.data).toEqual(nothing);
    expect(asked).toEqual(['getDrafts']);
    one.stop();
    two.stop();
  });

  it.each<[string, AnyFailure, number]>([
    ['a lost connection', new NetworkFailure('getDrafts', 'unreachable'), 4],
    ['a full minute', new ApiError('getDrafts', 429, 'RATE_LIMIT_HIT', ''), 4],
    ['a refusal', new ApiError('getDrafts', 400, 'BAD_REQUEST', ''), 1],
    ['a lost sign-in', new ApiError('getDrafts', 401, 'UNAUTHORIZED', ''), 1],
  ])('after %s a read is tried as often as makes sense', async (_name, failure, times) => {
    const { asked, client } = setup(() => {
      throw failure;
    });
    const query = inEffect(() =>
      createQuery(
        () => queryOf(getDrafts, {}),
        () => client,
      ),
    );
    await vi.waitFor(() => expect(query.value.error).toBe(failure));
    expect(asked).toHaveLength(times);
    query.stop();
  });
});

describe('mutationOf', () => {
  it('reads again what the operation declares stale, and nothing after a failure', async () => {
    let works = false;
    const { asked, client } = setup((id) => {
      if (id === 'getDrafts') return nothing;
      if (!works) throw new NetworkFailure(id, 'unreachable');
      return { ids: [1] };
    });
    const query = inEffect(() =>
      createQuery(
        () => queryOf(getDrafts, {}),
        () => client,
      ),
    );
    const mutation = inEffect(() =>
      createMutation(
        () => mutationOf(createDrafts),
        () => client,
      ),
    );
    await vi.waitFor(() => expect(query.value.data).toEqual(nothing));
    await expect(mutation.value.mutateAsync({ drafts: [] })).rejects.toThrow('unreachable');
    expect(asked).toEqual(['getDrafts', 'createDrafts']);
    works = true;
    expect(await mutation.value.mutateAsync({ drafts: [] })).toEqual({ ids: [1] });
    await vi.waitFor(() =>
      expect(asked).toEqual(['getDrafts', 'createDrafts', 'createDrafts', 'getDrafts']),
    );
    query.stop();
    mutation.stop();
  });
});
