import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../../tests/support/account';
import { aState } from '../../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../../api/errors';
import { SeenMarks } from './marks.svelte';

function setup(answers: Answers = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const told: Answers = { updateMessageFlags: ({ messages }) => ({ messages }) };
  const world = anAccount({ answers: { ...told, ...answers }, state: aState({ user_id: 7 }) });
  const open = () => {
    let marks!: SeenMarks;
    const stop = $effect.root(() => {
      marks = new SeenMarks(world.account);
    });
    flushSync();
    onTestFinished(stop);
    return marks;
  };
  const flags = () => world.calls('updateMessageFlags');
  return { ...world, open, flags };
}

const over = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

afterEach(() => void vi.useRealTimers());

describe('what was read', () => {
  it('is told in batches, one a second, each message once', async () => {
    const { open, flags } = setup();
    const marks = open();
    marks.mark('a', [1]);
    marks.mark('a', [1, 2]);
    marks.mark('a', [3]);
    await over(999);
    expect(flags()).toEqual([{ messages: [1], op: 'add', flag: 'read' }]);
    await over(1);
    expect(flags()[1]).toEqual({ messages: [2, 3], op: 'add', flag: 'read' });
    marks.mark('a', [1, 2, 3]);
    await over(2000);
    expect(flags()).toHaveLength(2);
  });

  it('is told when there is a connection again, and not what the server refuses', async () => {
    const failures = [
      new NetworkFailure('updateMessageFlags', 'unreachable'),
      new ApiError('updateMessageFlags', 400, 'BAD_REQUEST', 'Invalid message(s)'),
    ];
    const { open, flags, connect } = setup({
      updateMessageFlags: () => {
        const failure = failures.shift();
        if (failure) throw failure;
        return { messages: [] };
      },
    });
    const marks = open();
    marks.mark('a', [1]);
    await over(0);
    connect('offline');
    flushSync();
    await over(5000);
    expect(flags()).toHaveLength(1);
    connect('online');
    flushSync();
    await over(1000);
    expect(flags()).toHaveLength(2);
    await over(5000);
    expect(flags()).toHaveLength(2);
  });

  it('can be unread again: what eyes read in a list together, a decision alone, after a reload', async () => {
    const { open, flags } = setup();
    const marks = open();
    marks.mark('a', [1]);
    marks.mark('a', [2, 3]);
    await over(2000);
    marks.mark('a', [4, 5], true);
    await over(2000);
    expect(marks.last).toEqual([4, 5]);
    expect(await marks.undo()).toBe(2);
    const later = open();
    expect(later.last).toEqual([1, 2, 3]);
    await later.undo();
    expect(flags().slice(-2)).toEqual([
      { messages: [4, 5], op: 'remove', flag: 'read' },
      { messages: [1, 2, 3], op: 'remove', flag: 'read' },
    ]);
    expect(later.last).toEqual([]);
    expect([...later.undone]).toEqual([1, 2, 3]);
  });

  it('stays undoable where the undoing failed', async () => {
    const { open } = setup({
      updateMessageFlags: ({ op }) => {
        if (op === 'remove') throw new NetworkFailure('updateMessageFlags', 'unreachable');
        return { messages: [] };
      },
    });
    const marks = open();
    marks.mark('a', [1]);
    await over(1000);
    await expect(marks.undo()).rejects.toThrow(NetworkFailure);
    expect(marks.last).toEqual([1]);
  });

  it('is read anew once it was made unread elsewhere', async () => {
    const { open, flags, tell } = setup();
    const marks = open();
    marks.mark('a', [1]);
    await over(2000);
    tell({ type: 'update_message_flags', op: 'remove', flag: 'read', all: false, messages: [1] });
    marks.mark('a', [1]);
    await over(2000);
    expect(flags()).toHaveLength(2);
  });
});
