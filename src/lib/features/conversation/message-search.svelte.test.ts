import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Message } from '../../api/read-messages';
import { NetworkFailure } from '../../api/errors';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aMessage, aState } from '../../../../tests/support/state';
import { OfflineMessageCache } from '../../writing/message-cache/offline-message-cache';
import { MessageSearch } from './message-search.svelte';

const narrow = [
  { operator: 'has', operand: 'link' },
  { operator: 'search', operand: 'wind' },
];

function open(answers: Answers, around?: number, isLive = true) {
  const world = anAccount({ answers, state: isLive ? aState({ user_id: 7 }) : null });
  const kept = isLive ? undefined : new OfflineMessageCache(world.account.id);
  let found!: MessageSearch;
  const stop = $effect.root(() => {
    found = new MessageSearch(world.account, narrow, undefined, kept, around);
  });
  flushSync();
  onTestFinished(stop);
  const ids = () => found.messages.map(({ id }) => id);
  const announceMessage = (id: number) => {
    const { flags, ...message } = aMessage(id);
    world.tell({ type: 'message', message, flags });
  };
  const edited = (message_id: number) =>
    world.tell({
      type: 'update_message',
      message_id,
      message_ids: [message_id],
      rendered_content: 'new text',
      rendering_only: false,
    });
  return { ...world, found, ids, announceMessage, edited };
}

const marked = (id: number) => ({ ...aMessage(id), match_content: 'the <b>wind</b>' });

describe('messages of a search', () => {
  it('come newest first and by pages, in the server’s order', async () => {
    const { found, ids, calls } = open({
      getMessages: ({ anchor }) =>
        anchor === 'newest'
          ? { messages: [marked(3), marked(5)], found_oldest: false }
          : { messages: [marked(2), marked(3)], found_oldest: true },
    });
    await expect.poll(ids).toEqual([5, 3]);
    await found.older();
    expect(ids()).toEqual([5, 3, 2]);
    expect(found.isWhole).toBe(true);
    expect(calls('getMessages').at(-1)).toMatchObject({ narrow, anchor: '3' });
  });

  it('are requested once by a page that opens before the account’s state is loaded', async () => {
    const { found, ids, calls, register, connect } = open(
      { getMessages: () => ({ messages: [marked(3)], found_oldest: true }) },
      undefined,
      false,
    );
    // The device's cache has been searched.
    await expect.poll(() => found.hasBegun).toBe(true);
    register(aState({ user_id: 7 }));
    connect('online');
    flushSync();
    await expect.poll(ids).toEqual([3]);
    await expect.poll(() => found.isLoading).toBe(false);
    expect(calls('getMessages')).toHaveLength(1);
  });

  it('are requested again when the connection returns too late for the first attempt', async () => {
    let tries = 0;
    const failing = Promise.withResolvers<object>();
    const { found, ids, calls, register, connect } = open(
      {
        getMessages: () => {
          tries += 1;
          return tries === 1 ? failing.promise : { messages: [marked(3)], found_oldest: true };
        },
      },
      undefined,
      false,
    );
    await expect.poll(() => found.hasBegun).toBe(true);
    register(aState({ user_id: 7 }));
    connect('online');
    flushSync();
    failing.reject(new NetworkFailure('getMessages', 'unreachable'));
    await expect.poll(ids).toEqual([3]);
    expect(calls('getMessages')).toHaveLength(2);
  });

  it('are joined by new messages that the server says match, and by no others', async () => {
    const { ids, announceMessage, calls } = open({
      getMessages: () => ({ messages: [marked(3)], found_oldest: true }),
      checkMessagesMatchNarrow: ({ msg_ids: [id] }) => ({
        messages: id === 9 ? { 9: { match_content: 'the <b>wind</b>', match_subject: 'x' } } : {},
      }),
    });
    await expect.poll(ids).toEqual([3]);
    announceMessage(8);
    announceMessage(9);
    await expect.poll(ids).toEqual([9, 3]);
    expect(calls('checkMessagesMatchNarrow')).toEqual([
      { msg_ids: [8], narrow },
      { msg_ids: [9], narrow },
    ]);
  });

  it('are those around a message, and continue at both ends', async () => {
    const all = Array.from({ length: 300 }, (_, at) => marked(at + 1));
    let release = () => {};
    const { found, ids, announceMessage, calls } = open(
      {
        getMessages: async ({ anchor, num_before = 0, num_after = 0 }) => {
          const older = all.filter(({ id }) => id <= Number(anchor)).slice(-num_before - 1);
          const newer = all.filter(({ id }) => id > Number(anchor)).slice(0, num_after);
          const found_newest = newer.at(-1)?.id === 300;
          if (found_newest) await new Promise<void>((done) => (release = done));
          return { messages: [...older, ...newer], found_oldest: false, found_newest };
        },
        checkMessagesMatchNarrow: ({ msg_ids }) => ({
          messages: Object.fromEntries(
            msg_ids.map((id) => [id, { match_content: 'wind', match_subject: 'x' }]),
          ),
        }),
      },
      220,
    );
    await expect.poll(() => [ids()[0], ids().at(-1)]).toEqual([270, 170]);
    expect([found.hasNewest, found.isWhole]).toEqual([false, false]);
    // Newer than messages that are not loaded, so it is not adjacent to the results.
    announceMessage(301);
    await found.older();
    expect(ids()[0]).toBe(270);
    const read = found.newer();
    // The pending page might be older than this message.
    announceMessage(302);
    expect(calls('checkMessagesMatchNarrow')).toEqual([]);
    await expect.poll(() => calls('getMessages')).toHaveLength(3);
    release();
    await read;
    await expect.poll(() => ids().slice(0, 2)).toEqual([302, 300]);
    expect(found.hasNewest).toBe(true);
  });

  it('are all fetched again after older ones were loaded', async () => {
    const all = Array.from({ length: 120 }, (_, at) => marked(at + 1));
    const { found, ids, calls, announceMessage } = open({
      getMessages: ({ anchor, num_before = 0 }) => {
        const older = all.filter(({ id }) => anchor === 'newest' || id < Number(anchor));
        return { messages: older.slice(-num_before), found_oldest: older.length <= num_before };
      },
    });
    await expect.poll(ids).toHaveLength(50);
    await found.older();
    expect(ids()).toHaveLength(100);
    announceMessage(121);
    await found.reload();
    expect(calls('getMessages').at(-1)).toMatchObject({ anchor: 'newest', num_before: 100 });
    expect(ids()).toHaveLength(100);
    expect(found.isWhole).toBe(false);
  });

  it('disappear when deleted or when an edited one no longer matches', async () => {
    const { ids, edited, tell, calls } = open({
      getMessages: () => ({ messages: [marked(3), marked(5)], found_oldest: true }),
      checkMessagesMatchNarrow: () => ({ messages: {} }),
    });
    await expect.poll(ids).toEqual([5, 3]);
    tell({ type: 'delete_message', message_ids: [3], message_type: 'stream' });
    expect(ids()).toEqual([5]);
    edited(5);
    await expect.poll(ids).toEqual([]);
    expect(calls('getMessages')).toHaveLength(1);
  });

  it('are not searched again when messages are edited that they don’t include', async () => {
    const { ids, edited, calls } = open({
      getMessages: () => ({ messages: [marked(3)], found_oldest: true }),
      checkMessagesMatchNarrow: () => ({ messages: {} }),
    });
    await expect.poll(ids).toEqual([3]);
    for (let id = 10; id < 20; id += 1) edited(id);
    await expect
      .poll(() =>
        calls('checkMessagesMatchNarrow').flatMap(
          (params) => (params as { msg_ids: number[] }).msg_ids,
        ),
      )
      .toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(ids()).toEqual([3]);
    expect(calls('getMessages')).toHaveLength(1);
  });

  it('are searched again when an edited message now matches', async () => {
    let messages = [marked(3), marked(9)];
    const match = { match_content: 'the <b>wind</b>', match_subject: 'x' };
    const { ids, edited } = open({
      getMessages: () => ({ messages, found_oldest: true }),
      checkMessagesMatchNarrow: ({ msg_ids: [id = 0] }) => ({ messages: { [id]: match } }),
    });
    await expect.poll(ids).toEqual([9, 3]);
    messages = [marked(3), marked(5), marked(9)];
    edited(5);
    await expect.poll(ids).toEqual([9, 5, 3]);
  });

  it('show the new text of an edited message', async () => {
    const match = { match_content: 'the <b>wind</b> again', match_subject: 'x' };
    const { found, ids, edited } = open({
      getMessages: () => ({ messages: [marked(3)], found_oldest: true }),
      checkMessagesMatchNarrow: () => ({ messages: { 3: match } }),
    });
    await expect.poll(ids).toEqual([3]);
    edited(3);
    await expect.poll(() => found.messages[0]).toMatchObject({ content: 'new text', ...match });
  });

  it('are checked again after the connection failed', async () => {
    let isAway = true;
    const { ids, edited, connect, calls } = open({
      getMessages: () => ({ messages: [marked(3)], found_oldest: true }),
      checkMessagesMatchNarrow: () =>
        isAway
          ? Promise.reject(new NetworkFailure('checkMessagesMatchNarrow', 'unreachable'))
          : { messages: {} },
    });
    await expect.poll(ids).toEqual([3]);
    connect('connecting');
    flushSync();
    edited(3);
    await expect.poll(() => calls('checkMessagesMatchNarrow')).toHaveLength(1);
    isAway = false;
    connect('online');
    await expect.poll(ids).toEqual([]);
  });

  it('come from this device’s cache while the server is unreachable', async () => {
    let isAway = true;
    const message = { ...aMessage(4), content: '<p>the wind <a href="/x">x</a></p>' };
    const kept = {
      find: (wanted: (one: Message) => boolean) =>
        Promise.resolve({ messages: [message, aMessage(5)].filter(wanted), at: 1000 }),
    };
    const world = anAccount({
      answers: {
        getMessages: () =>
          isAway
            ? Promise.reject(new NetworkFailure('getMessages', 'unreachable'))
            : { messages: [marked(9)], found_oldest: true },
      },
      state: aState({ user_id: 7 }),
    });
    let found!: MessageSearch;
    onTestFinished(
      $effect.root(() => {
        found = new MessageSearch(world.account, narrow, undefined, kept);
      }),
    );
    flushSync();
    await expect.poll(() => found.messages).toEqual([message]);
    expect(found.cachedAt).toBe(1000);
    isAway = false;
    world.connect('connecting');
    flushSync();
    world.connect('online');
    await expect.poll(() => found.messages.map(({ id }) => id)).toEqual([9]);
    expect(found.cachedAt).toBeUndefined();
  });
});
