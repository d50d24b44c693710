import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../../tests/support/account';
import { aMessage, aState } from '../../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../../api/errors';
import {
  OfflineMessageCache,
  type CachedMessages,
} from '../../../writing/message-cache/offline-message-cache';
import { ReadMarks } from '../../../client/read-marks/read-marks.svelte';
import type { MessageRecipient } from '../../../writing/recipients/recipient';
import { MessageLists } from './message-lists.svelte';
import { MessageList } from './message-list.svelte';

const logo: MessageRecipient = { type: 'stream', to: [5], topic: 'logo' };

function open(answers: Answers, near?: number) {
  const world = anAccount({ answers, state: aState({ user_id: 7 }) });
  let read!: MessageList;
  const stop = $effect.root(() => {
    const narrow = { kind: 'conversation', recipient: logo } as const;
    read = new MessageList(
      new MessageLists(world.account, new ReadMarks(world.account)),
      narrow,
      near,
    );
  });
  flushSync();
  onTestFinished(stop);
  const ids = () => read.messages.map(({ id }) => id);
  const announceMessage = (id: number) => {
    const { flags: _flags, ...message } = aMessage(id);
    world.tell({ type: 'message', message, flags: [] });
  };
  return { ...world, read, ids, announceMessage };
}

describe('the messages of a conversation', () => {
  it('load by pages, the newest first, until there are no older ones', async () => {
    const getMessages = vi.fn(({ anchor = '' }) =>
      anchor === 'newest'
        ? { messages: [aMessage(3), aMessage(4)], found_oldest: false }
        : { messages: [aMessage(1), aMessage(2), aMessage(3)], found_oldest: true },
    );
    const { read, ids } = open({ getMessages });
    await expect.poll(() => read.hasBegun).toBe(true);
    expect(ids()).toEqual([3, 4]);
    expect(read.firstUnread).toBe(3);
    await read.older();
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(read.isWhole).toBe(true);
    await read.older();
    expect(getMessages).toHaveBeenCalledTimes(2);
  });

  it('are fetched once when this device has some of them', async () => {
    const answer = Promise.withResolvers<object>();
    const world = anAccount({ answers: { getMessages: () => answer.promise }, state: null });
    const kept = new OfflineMessageCache(world.account.id);
    const looking = Promise.withResolvers<CachedMessages>();
    kept.findConversation = () => looking.promise;
    let lists!: MessageLists;
    const narrow = { kind: 'conversation', recipient: logo } as const;
    const stop = $effect.root(() => {
      lists = new MessageLists(world.account, new ReadMarks(world.account), kept);
      new MessageList(lists, narrow);
    });
    onTestFinished(stop);
    flushSync();
    world.register(aState({ user_id: 7 }));
    world.connect('online');
    looking.resolve({ messages: [aMessage(3)], at: 1 });
    await expect.poll(() => lists.window(narrow)?.ids).toEqual([3]);
    answer.resolve({ messages: [aMessage(3), aMessage(4)], found_oldest: true });
    await expect.poll(() => lists.window(narrow)?.ids).toEqual([3, 4]);
    await expect.poll(() => lists.window(narrow)?.requests).toEqual({});
    expect(world.calls('getMessages')).toHaveLength(1);
  });

  describe('that this device has', () => {
    function openCached(more: Answers) {
      const world = anAccount({ answers: more, state: aState({ user_id: 7 }) });
      const kept = new OfflineMessageCache(world.account.id, () => 7);
      onTestFinished(() => kept.erase());
      const narrow = { kind: 'conversation', recipient: logo } as const;
      let lists!: MessageLists;
      const begin = async () => {
        await kept.put([aMessage(2), aMessage(3)], 'q1');
        const stop = $effect.root(() => {
          lists = new MessageLists(world.account, new ReadMarks(world.account), kept);
          new MessageList(lists, narrow);
        });
        onTestFinished(stop);
        flushSync();
        await expect.poll(() => lists.window(narrow)?.ids).toEqual([2, 3]);
        return lists;
      };
      return { ...world, narrow, begin };
    }

    it('show at once, without a note, until the server’s arrive', async () => {
      const answer = Promise.withResolvers<object>();
      const { begin, narrow, calls } = openCached({ getMessages: () => answer.promise });
      const lists = await begin();
      expect(lists.cachedAt(narrow)).toBeUndefined();
      await lists.read(narrow, 'older');
      expect(calls('getMessages')).toHaveLength(1);
      answer.resolve({ messages: [aMessage(3), aMessage(4)], found_oldest: true });
      await expect.poll(() => lists.window(narrow)?.ids).toEqual([3, 4]);
      expect(calls('getMessages')).toHaveLength(1);
    });

    it('stay with a note if the server can’t be reached', async () => {
      const answer = Promise.withResolvers<object>();
      const { begin, narrow } = openCached({ getMessages: () => answer.promise });
      const lists = await begin();
      answer.reject(new NetworkFailure('getMessages', 'unreachable'));
      await expect.poll(() => lists.cachedAt(narrow)).toBeTypeOf('number');
      expect(lists.window(narrow)?.ids).toEqual([2, 3]);
    });

    it('leave if the server refuses them', async () => {
      const answer = Promise.withResolvers<object>();
      const { begin, narrow } = openCached({ getMessages: () => answer.promise });
      const lists = await begin();
      const refusal = new ApiError('getMessages', 400, 'BAD_REQUEST', 'Invalid channel ID');
      answer.reject(refusal);
      await expect.poll(() => lists.window(narrow)?.failure).toBe(refusal);
      expect(lists.window(narrow)?.ids).toEqual([]);
    });
  });

  it('include everything that events report while a page is loading', async () => {
    const answer = Promise.withResolvers<object>();
    const { read, ids, announceMessage, tell } = open({ getMessages: () => answer.promise });
    announceMessage(5);
    tell({ type: 'delete_message', message_ids: [3], message_type: 'stream' });
    answer.resolve({ messages: [aMessage(3), aMessage(4)], found_oldest: true });
    await expect.poll(() => read.hasBegun).toBe(true);
    expect(ids()).toEqual([4, 5]);
  });

  it('are fetched again when a new queue starts, because earlier events are lost', async () => {
    let newest = 2;
    const { read, ids, register } = open({
      getMessages: () => ({ messages: [aMessage(newest)], found_oldest: true }),
    });
    await expect.poll(ids).toEqual([2]);
    newest = 9;
    register(aState({ user_id: 7, queue_id: 'q2' }));
    await expect.poll(ids).toEqual([9]);
    expect(read.failure).toBeUndefined();
  });

  it('are fetched again from the end that the reader reached, if unread ones follow', async () => {
    const all = [aMessage(2), aMessage(4)].map((message) => ({ ...message, flags: ['read'] }));
    const getMessages = vi.fn(() => ({ messages: all, found_oldest: true, found_newest: true }));
    const { read, ids, register, calls } = open({ getMessages });
    await expect.poll(ids).toEqual([2, 4]);
    // The reader is at the end.
    read.savePosition(undefined);
    const unread = (unread_message_ids: number[]) => ({
      ...aState().unread_msgs!,
      streams: [{ stream_id: 5, topic: 'logo', unread_message_ids, sender_ids: [8] }],
    });
    register(aState({ user_id: 7, queue_id: 'q2', unread_msgs: unread([6, 7]) }));
    await expect.poll(() => read.isLoading).toBe(false);
    register(aState({ user_id: 7, queue_id: 'q3', unread_msgs: unread([]) }));
    await expect.poll(() => read.isLoading).toBe(false);
    const anchors = calls('getMessages').map((params) => (params as { anchor: string }).anchor);
    expect(anchors).toEqual(['newest', '4', 'newest']);
  });

  it('get a reaction once, however often the user presses it, even if a reply is lost', async () => {
    const failures = [
      new NetworkFailure('addReaction', 'timeout'),
      new ApiError('addReaction', 400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.'),
      new ApiError('addReaction', 400, 'BAD_REQUEST', 'Invalid message(s)'),
    ];
    const addReaction = vi.fn(() => Promise.reject(failures.shift() ?? new Error()));
    const { read } = open({
      getMessages: () => ({ messages: [aMessage(1)], found_oldest: true }),
      addReaction,
    });
    await expect.poll(() => read.messages).toHaveLength(1);
    const [message] = read.messages;
    const thumb = { emoji_name: '+1', emoji_code: '1f44d', people: [8] };
    const press = () =>
      message && read.react(message, { ...thumb, reaction_type: 'unicode_emoji' as const });
    await expect(Promise.all([press(), press()])).rejects.toThrow(NetworkFailure);
    expect(addReaction).toHaveBeenCalledTimes(1);
    await press();
    await expect(press()).rejects.toThrow(ApiError);
  });
});

describe('a conversation at one of its messages', () => {
  /** The server's messages, 1 to 200. */
  const all = Array.from({ length: 200 }, (_, at) => aMessage(at + 1));
  const getMessages: NonNullable<Answers['getMessages']> = (params) => {
    const { anchor = '', num_before = 0, num_after = 0 } = params;
    const at = anchor === 'newest' ? 200 : Number(anchor);
    const messages = all.filter(({ id }) => id >= at - num_before && id <= at + num_after);
    const has = (id: number) => messages.some((one) => one.id === id);
    return { messages, found_oldest: has(1), found_newest: has(200), found_anchor: has(at) };
  };

  it('loads messages around it, and continues both ways until it has all', async () => {
    const { read, ids, announceMessage } = open({ getMessages }, 100);
    await expect.poll(() => read.hasBegun).toBe(true);
    expect([ids()[0], ids().at(-1), read.hasNewest, read.isWhole]).toEqual([75, 125, false, false]);
    // There are unloaded messages between it and the loaded ones.
    announceMessage(201);
    expect(ids().at(-1)).toBe(125);
    all.push(aMessage(201));
    await read.newer();
    expect([ids().at(-1), read.hasNewest]).toEqual([175, false]);
    await read.older();
    await read.older();
    expect([ids()[0], read.isWhole]).toEqual([1, true]);
    await read.newer();
    expect(read.hasNewest).toBe(true);
    announceMessage(202);
    expect(ids().at(-1)).toBe(202);
    expect(ids()).toEqual([...new Set(ids())].sort((a, b) => a - b));
    all.pop();
  });

  it('stays there when a new queue starts, and goes to the newest on request', async () => {
    const { read, ids, register } = open({ getMessages }, 100);
    await expect.poll(() => read.hasBegun).toBe(true);
    register(aState({ user_id: 7, queue_id: 'q2' }));
    await expect.poll(() => read.isLoading).toBe(false);
    expect([ids()[0], ids().at(-1), read.hasNewest]).toEqual([75, 125, false]);
    await read.toNewest();
    expect([ids()[0], ids().at(-1), read.hasNewest]).toEqual([150, 200, true]);
  });

  it('reports where that message is when it is not in this conversation', async () => {
    const moved = aMessage(500, { subject: 'colours' });
    const elsewhere = open(
      { getMessages, getMessage: () => ({ message: moved, raw_content: '' }) },
      500,
    );
    await expect.poll(() => elsewhere.read.missingTarget).toBeDefined();
    expect(elsewhere.read.missingTarget).toMatchObject({
      kind: 'elsewhere',
      at: { topic: 'colours' },
    });
    const getMessage = () => {
      throw new ApiError('getMessage', 400, 'BAD_REQUEST', 'Invalid message(s)');
    };
    const { read } = open({ getMessages, getMessage }, 500);
    await expect.poll(() => read.missingTarget).toEqual({ kind: 'gone' });
    expect(read.hasBegun).toBe(true);
  });
});
