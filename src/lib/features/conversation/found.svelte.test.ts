import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aMessage, aState } from '../../../../tests/support/state';
import { FoundMessages } from './found.svelte';
import { narrowOf } from './narrow-of';

const narrow = narrowOf('has:link wind');

function open(answers: Answers) {
  const world = anAccount({ answers, state: aState({ user_id: 7 }) });
  let found!: FoundMessages;
  const stop = $effect.root(() => {
    found = new FoundMessages(world.account, narrow);
  });
  flushSync();
  onTestFinished(stop);
  const ids = () => found.messages.map(({ id }) => id);
  const told = (id: number) => {
    const { flags, ...message } = aMessage(id);
    world.tell({ type: 'message', message, flags });
  };
  return { ...world, found, ids, told };
}

const marked = (id: number) => ({ ...aMessage(id), match_content: 'the <b>wind</b>' });

describe('messages that were searched for', () => {
  it('come newest first and by pages, as the server finds them', async () => {
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

  it('are joined by new ones which the server says belong there, and by no others', async () => {
    const { ids, told, calls } = open({
      getMessages: () => ({ messages: [marked(3)], found_oldest: true }),
      checkMessagesMatchNarrow: ({ msg_ids: [id] }) => ({
        messages: id === 9 ? { 9: { match_content: 'the <b>wind</b>', match_subject: 'x' } } : {},
      }),
    });
    await expect.poll(ids).toEqual([3]);
    told(8);
    told(9);
    await expect.poll(ids).toEqual([9, 3]);
    expect(calls('checkMessagesMatchNarrow')).toEqual([
      { msg_ids: [8], narrow },
      { msg_ids: [9], narrow },
    ]);
  });

  it('are all read anew where one has gone on to older ones', async () => {
    const all = Array.from({ length: 120 }, (_, at) => marked(at + 1));
    const { found, ids, calls, told } = open({
      getMessages: ({ anchor, num_before = 0 }) => {
        const older = all.filter(({ id }) => anchor === 'newest' || id < Number(anchor));
        return { messages: older.slice(-num_before), found_oldest: older.length <= num_before };
      },
    });
    await expect.poll(ids).toHaveLength(50);
    await found.older();
    expect(ids()).toHaveLength(100);
    told(121);
    await found.reload();
    expect(calls('getMessages').at(-1)).toMatchObject({ anchor: 'newest', num_before: 100 });
    expect(ids()).toHaveLength(100);
    expect(found.isWhole).toBe(false);
  });

  it('leave when they are deleted, and are looked for again when one is edited', async () => {
    let messages = [marked(3), marked(5)];
    const { ids, tell } = open({ getMessages: () => ({ messages, found_oldest: true }) });
    await expect.poll(ids).toEqual([5, 3]);
    tell({ type: 'delete_message', message_ids: [3], message_type: 'stream' });
    expect(ids()).toEqual([5]);
    messages = [];
    tell({
      type: 'update_message',
      message_id: 5,
      rendered_content: 'calm',
      rendering_only: false,
    });
    await expect.poll(ids).toEqual([]);
  });
});
