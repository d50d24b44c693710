import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../../tests/support/account';
import { aMessage, aState } from '../../../../../tests/support/state';
import { NetworkFailure } from '../../../api/errors';
import { OfflineMessageCache } from '../../../writing/message-cache/offline-message-cache';
import { readAccountStorage } from '../../../client/storage/account-storage';
import { OfflineMessageUpdater } from './offline-message-updater.svelte';

const unread_msgs = {
  pms: [],
  huddles: [],
  mentions: [],
  streams: [{ stream_id: 5, topic: 'old', unread_message_ids: [3] }],
};
const answers: Answers = {
  getMessages: ({ anchor, narrow = [], message_ids = [], num_after = 0 }) => {
    if (num_after > 0) return { messages: [102, 103].map((id) => aMessage(id)) };
    const ids = anchor === undefined ? message_ids : narrow.length > 0 ? [] : [100, 101, 102];
    return { messages: ids.map((id) => aMessage(id, { flags: id === 3 ? [] : ['read'] })) };
  },
};

function setup(more: Answers = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const state = aState({ user_id: 7, unread_msgs });
  const world = anAccount({ answers: { ...answers, ...more }, state });
  const kept = new OfflineMessageCache(world.account.id);
  onTestFinished(() => kept.erase());
  let stop = () => {};
  /** Opens another page of the same user. */
  const reopen = () => {
    stop();
    stop = $effect.root(() => void new OfflineMessageUpdater(world.account, kept));
    flushSync();
  };
  reopen();
  onTestFinished(() => stop());
  const ids = async () => (await kept.all()).map(({ id }) => id);
  /** Like `expect.poll`, while the test's clock advances. */
  const inTime = <T>(read: () => T) =>
    expect.poll(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return read();
    });
  return { ...world, kept, ids, inTime, reopen };
}

afterEach(() => void vi.useRealTimers());

describe('this device’s offline messages', () => {
  it('are the newest and the unread ones, fetched one request at a time', async () => {
    const { ids, inTime, calls } = setup();
    await inTime(ids).toEqual([3, 100, 101, 102]);
    expect(calls('getMessages')).toMatchObject([{ num_before: 1000 }, { message_ids: [3] }]);
  });

  it('are not fetched again by the next page, except new ones', async () => {
    const { ids, inTime, calls, account, kept, reopen } = setup();
    await inTime(ids).toHaveLength(4);
    await inTime(() => readAccountStorage(account.id, 'messages-filled')).not.toBeNull();
    const before = calls('getMessages').length;
    reopen();
    await inTime(() => calls('getMessages').length).toBe(before + 1);
    expect(calls('getMessages').at(-1)).toMatchObject({ anchor: '102', num_after: 1000 });
    await inTime(async () => (await kept.all()).map(({ id }) => id)).toEqual([
      3, 100, 101, 102, 103,
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(calls('getMessages')).toHaveLength(before + 1);
    vi.setSystemTime(Date.now() + 700_000);
    reopen();
    await inTime(() => calls('getMessages').at(-1)).toMatchObject({ message_ids: [3] });
  });

  it('follow events: new, edited, read, deleted', async () => {
    const { tell, kept, ids, inTime } = setup();
    await inTime(ids).toHaveLength(4);
    const { flags: _flags, ...message } = aMessage(103);
    tell({ type: 'message', message, flags: [] });
    tell({ type: 'update_message_flags', op: 'add', flag: 'read', all: false, messages: [3, 103] });
    const edit = { type: 'update_message', message_id: 101, message_ids: [101], flags: ['read'] };
    tell({ ...edit, content: 'New', rendered_content: '<p>New</p>', edit_timestamp: 9 });
    tell({ type: 'delete_message', message_ids: [100], message_type: 'stream' });
    await inTime(ids).toEqual([3, 101, 102, 103]);
    const now = await kept.byId([3, 101, 103]);
    expect(now.get(3)?.flags).toEqual(['read']);
    expect(now.get(101)?.content).toBe('<p>New</p>');
    expect(now.get(103)?.flags).toEqual(['read']);
    const recalled = await kept.find(({ id }) => id > 100);
    expect(recalled?.messages.map(({ id }) => id)).toEqual([101, 102, 103]);
    expect(recalled!.at).toBeLessThanOrEqual(Date.now());
  });

  it('are fetched again on the next connection after a failure', async () => {
    let isCut = true;
    const { ids, inTime, connect, calls } = setup({
      getMessages: (params) => {
        if (isCut) throw new NetworkFailure('getMessages', 'unreachable');
        return answers.getMessages!(params);
      },
    });
    await inTime(() => calls('getMessages')).toHaveLength(1);
    isCut = false;
    connect('offline');
    flushSync();
    connect('online');
    flushSync();
    await inTime(ids).toHaveLength(4);
  });

  it('are erased and stay erased', async () => {
    const { ids, inTime, kept, account } = setup();
    await inTime(ids).toHaveLength(4);
    await kept.erase();
    await kept.put([aMessage(7)], 'q1');
    const later = new OfflineMessageCache(account.id);
    expect(await later.all()).toEqual([]);
    await later.erase();
  });
});
