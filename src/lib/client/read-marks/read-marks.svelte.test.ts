import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import { ApiError, NetworkFailure, ServerFault } from '../../api/errors';
import { markedCountOf, markedIdsOf } from './read-mark';
import { ReadMarks } from './read-marks.svelte';
import { ReadMarkBatcher } from './read-mark-batcher';

const marked: Answers = { updateMessageFlags: ({ messages }) => ({ messages }) };
const unread_msgs = {
  pms: [{ other_user_id: 8, unread_message_ids: [10, 12] }],
  huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [15] }],
  streams: [{ stream_id: 5, topic: 'logo', unread_message_ids: [1, 2, 3, 4, 5] }],
  mentions: [3],
};
const all = [1, 2, 3, 4, 5, 10, 12, 15];

function setup(answers: Answers = marked, id?: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const state = aState({ user_id: 7, unread_msgs });
  const world = anAccount({ answers, state, ...(id !== undefined && { id }) });
  /** The marks of one tab, until `stop`. */
  const open = () => {
    let marks!: ReadMarks;
    const stop = $effect.root(() => {
      marks = new ReadMarks(world.account);
    });
    flushSync();
    onTestFinished(stop);
    return { marks, stop };
  };
  const connect = (kind: 'online' | 'offline') => {
    world.connect(kind);
    flushSync();
  };
  const flags = () =>
    world.calls('updateMessageFlags') as { messages: number[]; op: string; flag: string }[];
  /** Flags once time has passed: tasks come from the browser, outside the test's clock. */
  const flagsInTime = () => expect.poll(async () => (await over(1000), flags()));
  return { ...world, connect, open, flags, flagsInTime };
}

const over = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const read = (...messages: number[]) => ({ messages, op: 'add', flag: 'read' });
const unread = (...messages: number[]) => ({ messages, op: 'remove', flag: 'read' });
const idsIn = ({ marks }: { marks: ReadMarks }) =>
  [marks.unread!.pms, marks.unread!.huddles, marks.unread!.streams]
    .flat()
    .flatMap(({ unread_message_ids: ids }) => ids)
    .sort((a, b) => a - b);

afterEach(() => void vi.useRealTimers());

describe('a mark as read', () => {
  it('is sent in batches, one per second, each message once', async () => {
    const { open, flags, flagsInTime } = setup();
    const { marks } = open();
    marks.markSeen('a', [1]);
    await expect.poll(flags).toHaveLength(1);
    marks.markSeen('a', [1, 2]);
    marks.markSeen('a', [3]);
    await over(900);
    expect(flags()).toEqual([read(1)]);
    await flagsInTime().toEqual([read(1), read(2, 3)]);
    marks.markSeen('a', [1, 2, 3]);
    await over(3000);
    expect(flags()).toHaveLength(2);
  });

  it('shows immediately, and survives a reload while offline', async () => {
    const { account, connect, open, flags } = setup();
    connect('offline');
    const before = open();
    before.marks.markSeen('a', [1, 2]);
    before.marks.markRead([10]);
    expect(idsIn(before)).toEqual([3, 4, 5, 12, 15]);
    expect(before.marks.isUnread({ id: 1, flags: [] })).toBe(false);
    await over(60_000);
    before.stop();
    expect(flags()).toEqual([]);

    const reloaded = setup(marked, account.id);
    reloaded.connect('offline');
    const after = reloaded.open();
    expect(idsIn(after)).toEqual([3, 4, 5, 12, 15]);
    reloaded.connect('online');
    await expect.poll(() => reloaded.flags()).toEqual([read(1, 2, 10)]);
  });

  it('is sent again if no reply came, in the original order', async () => {
    let isCut = true;
    const { open, flags, flagsInTime } = setup({
      updateMessageFlags: ({ messages }) => {
        if (isCut) throw new NetworkFailure('updateMessageFlags', 'unreachable');
        return { messages };
      },
    });
    const { marks } = open();
    const marked = marks.markRead([1, 2])!;
    expect(await marked.outcome).toEqual({ state: 'waits' });
    expect(await marks.undo(marked.mark)).toEqual({ state: 'waits' });
    void marks.markRead([2]);
    isCut = false;
    const before = flags();
    await flagsInTime().toEqual([...before, unread(1, 2), read(2)]);
  });

  it('succeeds for the others when some messages have been deleted', async () => {
    const { open, flags } = setup({
      updateMessageFlags: ({ messages }) => {
        if (!messages.includes(4)) return { messages };
        throw new ApiError('updateMessageFlags', 400, 'BAD_REQUEST', 'Invalid message(s)');
      },
    });
    const tab = open();
    expect(await tab.marks.markRead(all)!.outcome).toEqual({ state: 'done', ignored: 0 });
    expect(idsIn(tab)).toEqual([4]);
    expect(markedIdsOf(tab.marks.last!).sort((a, b) => a - b)).toEqual(
      all.filter((id) => id !== 4),
    );
    const taken = flags().filter(({ messages }) => !messages.includes(4));
    expect(taken.flatMap(({ messages }) => messages)).toHaveLength(7);
  });

  it('becomes unread again if the server refuses, with the reason', async () => {
    const failure = new ApiError('updateMessageFlags', 403, 'UNAUTHORIZED_PRINCIPAL', 'No.');
    const { open } = setup({
      updateMessageFlags: () => {
        throw failure;
      },
    });
    const tab = open();
    expect(await tab.marks.markRead([1, 2])!.outcome).toEqual({ state: 'failed', failure });
    expect(idsIn(tab)).toEqual(all);
    expect(tab.marks.all).toEqual([]);
  });

  it('can be sent again after the message was made unread elsewhere', async () => {
    const { open, flags, flagsInTime, tell } = setup();
    const { marks } = open();
    marks.markSeen('a', [1]);
    await expect.poll(flags).toHaveLength(1);
    await over(2000);
    tell({ type: 'update_message_flags', op: 'remove', flag: 'read', all: false, messages: [1] });
    expect(marks.isUnread({ id: 1, flags: [] })).toBe(true);
    marks.markSeen('a', [1]);
    await flagsInTime().toEqual([read(1), read(1)]);
  });
});

describe('undo', () => {
  it('restores what was seen in a list together, an action alone, also after a reload', async () => {
    const { open, flags } = setup();
    const first = open();
    first.marks.markSeen('a', [1]);
    first.marks.markSeen('a', [2, 3]);
    await over(2000);
    await first.marks.markRead([4, 10])!.outcome;
    await expect.poll(() => idsIn(first)).toEqual([5, 12, 15]);
    first.stop();
    const { marks } = open();
    expect(marks.all.map(markedIdsOf)).toEqual([
      [4, 10],
      [1, 2, 3],
    ]);
    expect(await marks.undo(marks.last!)).toEqual({ state: 'done', ignored: 0 });
    await marks.undo(marks.last!);
    expect(flags().slice(-2)).toEqual([unread(4, 10), unread(1, 2, 3)]);
    expect(marks.all).toEqual([]);
    expect([...marks.undoneIds]).toEqual([1, 2, 3]);
    expect(idsIn({ marks })).toEqual(all);
    expect(marks.unread!.mentions).toEqual([3]);
  });

  it('restores exactly 5,000 messages in a dozen topics', async () => {
    const { open, register, flags } = setup();
    const streams = Array.from({ length: 12 }, (_, at) => ({
      stream_id: 5,
      topic: `topic ${at}`,
      unread_message_ids: Array.from({ length: 417 }, (_id, n) => 1000 + at * 1000 + n),
    }));
    register(aState({ user_id: 7, unread_msgs: { pms: [], huddles: [], streams, mentions: [] } }));
    const tab = open();
    const before = idsIn(tab);
    const marked = tab.marks.markRead(before)!;
    expect(idsIn(tab)).toEqual([]);
    await marked.outcome;
    expect(markedCountOf(marked.mark)).toBe(5004);
    tab.stop();
    const later = open();
    expect(idsIn(later)).toEqual([]);
    await later.marks.undo(later.marks.last!);
    expect(idsIn(later)).toEqual(before);
    expect(flags().every(({ messages }) => messages.length <= 1000)).toBe(true);
  });

  it('makes no call if the mark was never sent', async () => {
    const { connect, open, flags } = setup();
    connect('offline');
    const tab = open();
    const { mark } = tab.marks.markRead([1])!;
    expect(await tab.marks.undo(mark)).toEqual({ state: 'done', ignored: 0 });
    connect('online');
    await over(10_000);
    // Another device may have read it since, which must stay.
    expect(flags()).toEqual([]);
    expect(idsIn(tab)).toEqual(all);
  });

  it('skips channels the user isn’t subscribed to, and reports how many', async () => {
    const { open } = setup({
      updateMessageFlags: ({ messages, op }) =>
        op === 'add' ? { messages } : { messages, ignored_because_not_subscribed_channels: [5] },
    });
    const tab = open();
    const { mark, outcome } = tab.marks.markRead([1, 10])!;
    await outcome;
    expect(await tab.marks.undo(mark)).toEqual({ state: 'done', ignored: 1 });
    expect(idsIn(tab)).toEqual([2, 3, 4, 5, 10, 12, 15]);
  });

  it('can be repeated after the server refused it', async () => {
    const { open } = setup({
      updateMessageFlags: ({ messages, op }) => {
        if (op === 'add') return { messages };
        throw new ApiError('updateMessageFlags', 403, 'UNAUTHORIZED_PRINCIPAL', 'No.');
      },
    });
    const { marks } = open();
    const { mark, outcome } = marks.markRead([1])!;
    await outcome;
    expect(await marks.undo(mark)).toMatchObject({ state: 'failed' });
    expect(marks.all.map(markedIdsOf)).toEqual([[1]]);
  });

  it('works for the last 200 marks', async () => {
    const { open } = setup();
    const { marks } = open();
    for (let id = 1; id <= 210; id += 1) await marks.markRead([100 + id])!.outcome;
    expect(marks.all).toHaveLength(200);
    expect(open().marks.all.map(markedIdsOf)).toEqual(marks.all.map(markedIdsOf));
    expect(markedIdsOf(marks.all.at(-1)!)).toEqual([111]);
  });
});

describe('a message at which the server fails', () => {
  const failing = (isHard: (messages: number[]) => boolean): Answers => ({
    updateMessageFlags: ({ messages }) => {
      if (isHard(messages)) throw new ServerFault('updateMessageFlags', 500);
      return { messages };
    },
  });

  /** Lets minutes pass until it holds: tasks come from the browser, outside the test's clock. */
  const inMinutes = <T>(seen: () => T) =>
    expect.poll(async () => (await over(60_000), seen()), { timeout: 5000, interval: 5 });

  it('is skipped in the end, and holds up no other', async () => {
    const { open, flags } = setup(failing((messages) => messages.includes(3)));
    const tab = open();
    tab.marks.markRead(all);
    const taken = () => flags().flatMap(({ messages }) => (messages.includes(3) ? [] : messages));
    await inMinutes(() => new Set(taken()).size).toBe(all.length - 1);
    expect(idsIn(tab)).toEqual([3]);
  });

  it('is one of only a few that are skipped, even if the server fails at all', async () => {
    const { open, flags } = setup(failing(() => true));
    const tab = open();
    tab.marks.markRead(all);
    await inMinutes(() => flags().length).toBeGreaterThan(20);
    const left = idsIn(tab).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(4);
  });

  it('waits longer each time', () => {
    const sender = new ReadMarkBatcher();
    const waits = Array.from({ length: 6 }, () => sender.waitAfterFailure() / 1000);
    expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
    sender.recordSuccess();
    expect(sender.waitAfterFailure()).toBe(5000);
  });
});

describe('several tabs', () => {
  it('send a mark once', async () => {
    const { connect, open, flags } = setup();
    connect('offline');
    const first = open();
    first.marks.markSeen('a', [1, 2]);
    open();
    connect('online');
    await expect.poll(flags).toEqual([read(1, 2)]);
    await over(10_000);
    expect(flags()).toHaveLength(1);
  });

  it('keep the marks of each tab', () => {
    const { connect, open } = setup();
    connect('offline');
    const [first, second] = [open(), open()];
    first.marks.markRead([1]);
    second.marks.markRead([2]);
    expect(open().marks.all.map(markedIdsOf)).toEqual([[2], [1]]);
  });
});

it('is erased with the account', async () => {
  const { account, open } = setup();
  const tab = open();
  await tab.marks.markRead([1])!.outcome;
  tab.stop();
  await account.erase();
  expect(open().marks.all).toEqual([]);
});
