import { flushSync } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../api/errors';
import { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { accountStorageKey } from '../../client/storage/account-storage';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { LiveUnread } from '../../writing/unread/live-unread.svelte';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aState, aSubscription } from '../../../../tests/support/state';
import { InboxState } from './inbox-state.svelte';
import { SnoozedConversations } from './snoozed-conversations.svelte';

const topics = ['one', 'two', 'three', 'four', 'five'];

/** Five topics of a channel with one unread message each, newest first. The list order is held. */
function setup(mark: (messages: number[]) => object = (messages) => ({ messages })) {
  const streams = topics.map((topic, at) => ({
    ...{ stream_id: 5, topic, unread_message_ids: [100 - at] },
  }));
  const state = aState({
    user_id: 7,
    streams: [aChannel(5)],
    subscriptions: [aSubscription(5)],
    unread_msgs: { pms: [], huddles: [], streams, mentions: [] },
  });
  const answers = {
    updateMessageFlags: ({ messages }: { messages: number[] }) => mark(messages),
  };
  const world = anAccount({ state, answers });
  const onback = vi.fn<(keys: readonly string[] | null) => void>();
  const toasts = new ToastQueue();
  let inbox!: InboxState;
  let snoozed!: SnoozedConversations;
  onTestFinished(
    $effect.root(() => {
      const marks = new ReadMarks(world.account);
      snoozed = new SnoozedConversations(world.account);
      inbox = new InboxState({
        ...{ account: world.account, marks, toasts },
        list: { deselect: () => undefined },
        unread: new LiveUnread(world.account, marks),
        snoozed,
        folders: () => [],
        hasFolders: () => true,
        isLive: () => true,
        timeWords: String,
        remind: () => undefined,
      });
    }),
  );
  flushSync();
  toasts.undos.onRestored('inbox', (keys) => {
    inbox.restored(keys ?? []);
    onback(keys ?? []);
  });
  inbox.hold();
  const shown = () => inbox.rows.map(({ recipient: { topic }, ids }) => `${topic} ${ids.length}`);
  const backs = () =>
    onback.mock.calls.map(([keys]) =>
      inbox.rows.filter(({ key }) => keys?.includes(key)).map(({ recipient }) => recipient.topic),
    );
  const done = () => inbox.done(inbox.rows.slice(0, 1));
  const { account } = world;
  return { account, inbox, snoozed, toasts, shown, backs, done };
}

it('undoes one action at a time and nothing else with it', async () => {
  const { inbox, toasts, shown, backs, done } = setup();
  for (let at = 0; at < 4; at++) await done();
  expect(shown()).toEqual(['five 1']);
  inbox.undo();
  expect(shown()).toEqual(['four 1', 'five 1']);
  expect(backs()).toEqual([['four']]);
  inbox.undo();
  expect(shown()).toEqual(['three 1', 'four 1', 'five 1']);
  inbox.undo();
  inbox.undo();
  expect(shown()).toEqual(topics.map((topic) => `${topic} 1`));
  expect(backs().at(-1)).toEqual(['one']);
  expect(toasts.all).toHaveLength(1);
});

it('takes back the Undo of a failed mark, and not that of a newer one', async () => {
  const refusal = new ApiError('updateMessageFlags', 400, 'BAD_REQUEST', 'Not today.');
  const { toasts, shown, done } = setup((messages) => {
    if (messages.includes(100)) throw refusal;
    return { messages };
  });
  const both = [done(), done()];
  expect(shown()).toEqual(['three 1', 'four 1', 'five 1']);
  await Promise.all(both);
  expect(shown()).toEqual(['one 1', 'three 1', 'four 1', 'five 1']);
  expect(toasts.all).toMatchObject([{ text: expect.stringContaining('two') }]);
  toasts.undo();
  expect(shown()).toEqual(topics.map((topic) => `${topic} 1`));
  expect(toasts.undos.last).toBeUndefined();
});

it('restores snoozed conversations and reports which', () => {
  const { inbox, backs, shown } = setup();
  inbox.snooze(inbox.rows.slice(1, 2), Date.now() / 1000 + 3600);
  expect(shown().at(-1)).toBe('two 1');
  inbox.undo();
  expect(shown()[1]).toBe('two 1');
  expect(backs()).toEqual([['two']]);
});

it('follows what other tabs have snoozed, and keeps it', () => {
  const { account, inbox, snoozed } = setup();
  const key = accountStorageKey(account.id, 'put-off');
  const [one, two] = inbox.rows.map((row) => row.key);
  const until = Date.now() / 1000 + 3600;
  localStorage.setItem(key, JSON.stringify([{ key: one, until, newest: 100 }]));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect([...snoozed.all.keys()]).toEqual([one]);
  inbox.snooze(inbox.rows.slice(1, 2), until);
  const stored = JSON.parse(localStorage.getItem(key) ?? '[]') as { key: string }[];
  expect(stored.map((entry) => entry.key)).toEqual([one, two]);
});
