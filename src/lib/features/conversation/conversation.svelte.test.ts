import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aMessage, aState } from '../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { Recipient } from '../../writing/recipient';
import { ConversationMessages } from './conversation.svelte';

const logo: Recipient = { type: 'stream', to: [5], topic: 'logo' };

function open(answers: Answers) {
  const world = anAccount({ answers, state: aState({ user_id: 7 }) });
  let read!: ConversationMessages;
  const stop = $effect.root(() => {
    read = new ConversationMessages(world.account, logo);
  });
  flushSync();
  onTestFinished(stop);
  const ids = () => read.messages.map(({ id }) => id);
  const told = (id: number) => {
    const { flags: _flags, ...message } = aMessage(id);
    world.tell({ type: 'message', message, flags: [] });
  };
  return { ...world, read, ids, told };
}

describe('the messages of a conversation', () => {
  it('come by pages, the newest first, until there are no older ones', async () => {
    const getMessages = vi.fn(({ anchor = '' }) =>
      anchor === 'newest'
        ? { messages: [aMessage(3), aMessage(4)], found_oldest: false }
        : { messages: [aMessage(1), aMessage(2), aMessage(3)], found_oldest: true },
    );
    const { read, ids } = open({ getMessages });
    await vi.waitFor(() => expect(read.hasBegun).toBe(true));
    expect(ids()).toEqual([3, 4]);
    expect(read.firstUnread).toBe(3);
    await read.older();
    expect(ids()).toEqual([1, 2, 3, 4]);
    expect(read.isWhole).toBe(true);
    await read.older();
    expect(getMessages).toHaveBeenCalledTimes(2);
  });

  it('miss nothing that is told while a page is on its way', async () => {
    const answer = Promise.withResolvers<object>();
    const { read, ids, told, tell } = open({ getMessages: () => answer.promise });
    told(5);
    tell({ type: 'delete_message', message_ids: [3], message_type: 'stream' });
    answer.resolve({ messages: [aMessage(3), aMessage(4)], found_oldest: true });
    await vi.waitFor(() => expect(read.hasBegun).toBe(true));
    expect(ids()).toEqual([4, 5]);
  });

  it('are read again when a new queue begins: nobody told what happened before', async () => {
    let newest = 2;
    const { read, ids, register } = open({
      getMessages: () => ({ messages: [aMessage(newest)], found_oldest: true }),
    });
    await vi.waitFor(() => expect(ids()).toEqual([2]));
    newest = 9;
    register(aState({ user_id: 7, queue_id: 'q2' }));
    await vi.waitFor(() => expect(ids()).toEqual([9]));
    expect(read.failure).toBeUndefined();
  });

  it('are marked as read once, and again where that failed', async () => {
    let fails = true;
    const updateMessageFlags = vi.fn(() => {
      if (fails) throw new Error('no connection');
      return { messages: [] };
    });
    const { read } = open({
      getMessages: () => ({ messages: [aMessage(1)], found_oldest: true }),
      updateMessageFlags,
    });
    await vi.waitFor(() => expect(read.unread).toEqual([1]));
    await read.markRead();
    fails = false;
    await Promise.all([read.markRead(), read.markRead()]);
    expect(updateMessageFlags).toHaveBeenCalledTimes(2);
  });

  it('are reacted to once, however often that is pressed, and whatever became of a reply', async () => {
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
    await vi.waitFor(() => expect(read.messages).toHaveLength(1));
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
