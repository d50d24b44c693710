import { describe, expect, it, vi } from 'vitest';
import { aState } from '../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../api/errors';
import { deleteWholeTopic, runConcurrently, moveTopic } from './topic-mutations';

const topic = { name: 'logo', max_id: 30 };
const refused = () => new ApiError('updateMessage', 400, 'BAD_REQUEST', 'Invalid message(s)');

/** A server that has these topics after it was asked to move one. */
function aServer(names: readonly string[], failure: Error = refused()) {
  const call = vi.fn(({ id }: { id: string }) => {
    if (id === 'updateMessage') return Promise.reject(failure);
    if (id === 'deleteTopic') return Promise.reject(failure);
    return Promise.resolve({ topics: names.map((name) => ({ name, max_id: 30 })) });
  });
  return { call: call as never, state: aState() };
}

describe('moveTopic', () => {
  const from = { stream_id: 5, topic };
  const to = { stream_id: 5, name: '✔ logo' };
  const announce = { old: false, new: true };

  it('succeeds if an earlier try without a reply has moved the topic', async () => {
    await moveTopic(aServer(['✔ logo', 'colours']), from, to, announce);
  });

  it('succeeds if its own reply was lost but the topic has moved', async () => {
    const lost = new NetworkFailure('updateMessage', 'timeout');
    await moveTopic(aServer(['✔ logo', 'colours'], lost), from, to, announce);
    await expect(moveTopic(aServer(['logo'], lost), from, to, announce)).rejects.toBe(lost);
  });

  it('fails if the server refuses the move', async () => {
    await expect(moveTopic(aServer(['logo']), from, to, announce)).rejects.toThrow(
      'Invalid message',
    );
  });
});

describe('deleteWholeTopic', () => {
  it('repeats the call until the whole topic is deleted', async () => {
    const answers = [false, false, true];
    const call = vi.fn(() => Promise.resolve({ complete: answers.shift() }));
    await deleteWholeTopic({ call: call as never, state: aState() }, 5, 'logo');
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('succeeds if the reply was lost but no message of the topic is left', async () => {
    const lost = new NetworkFailure('deleteTopic', 'timeout');
    await deleteWholeTopic(aServer(['colours'], lost), 5, 'logo');
    await expect(deleteWholeTopic(aServer(['logo'], lost), 5, 'logo')).rejects.toBe(lost);
  });
});

describe('runConcurrently', () => {
  it('runs a few at a time, and a refusal does not stop the others', async () => {
    let running = 0;
    let most = 0;
    const { done, failure } = await runConcurrently([1, 2, 3, 4, 5, 6, 7, 8], async (one) => {
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      running -= 1;
      if (one === 3) throw refused();
      return one;
    });
    expect([done.length, failure?.message, most]).toEqual([7, refused().message, 4]);
  });

  it('stops if the server is unreachable', async () => {
    const action = vi.fn(() => Promise.reject(new NetworkFailure('updateMessage', 'unreachable')));
    const { done, failure } = await runConcurrently([1, 2, 3, 4, 5, 6, 7, 8], action);
    expect(done).toEqual([]);
    expect(failure).toBeInstanceOf(NetworkFailure);
    expect(action).toHaveBeenCalledTimes(4);
  });
});
