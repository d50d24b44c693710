import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aMessage, aPerson, aState } from '../../../../tests/support/state';
import type { Outbox } from '../../client/outbox/outbox.svelte';
import type { DesiredChange } from '../../client/outbox/pending-change';
import { NoReplyReminders } from './no-reply-reminders.svelte';

const soon = Math.floor(Date.now() / 1000) + 3600;
const mine = aMessage(10, { sender_id: 7 });

/** An outbox that applies changes immediately. */
function anOutbox() {
  const requested: DesiredChange[] = [];
  const request = (change: DesiredChange) => {
    requested.push(change);
    return Promise.resolve({ state: 'done' as const, row: 77 });
  };
  return {
    requested,
    outbox: {
      request,
      make: (kind: DesiredChange['kind'], to: DesiredChange['to']) => ({
        row: -1,
        outcome: request({ kind, row: -1, from: null, to }),
      }),
      changesOfKind: () => [],
    } as unknown as Outbox,
  };
}

let number = 0;
beforeEach(() => void (number += 1));

function setup(answers: Answers = {}) {
  const bot = aPerson(20, { is_bot: true });
  const state = aState({ user_id: 7, realm_users: [aPerson(7), aPerson(8), bot] });
  const world = anAccount({ answers, state, id: `unanswered-${number}` });
  const { requested, outbox } = anOutbox();
  const open = () => {
    let made!: NoReplyReminders;
    const stop = $effect.root(() => {
      made = new NoReplyReminders(world.account, outbox);
    });
    flushSync();
    onTestFinished(stop);
    return { made, stop };
  };
  const come = (id: number, sender_id: number, topic = 'logo') => {
    const { flags, ...message } = aMessage(id, { sender_id, subject: topic });
    world.tell({ type: 'message', message, flags });
  };
  const gone = () => requested.filter(({ to }) => to === null);
  return { ...world, open, come, gone, requested };
}

describe('a reminder if no one replies', () => {
  it('is set, and is deleted when someone else writes there', async () => {
    const { open, come, gone, requested } = setup();
    open().made.watch(mine, soon);
    await Promise.resolve();
    expect(requested).toMatchObject([{ to: { message: 10, timestamp: soon } }]);
    come(11, 7);
    come(12, 20);
    come(13, 8, 'fonts');
    expect(gone()).toEqual([]);
    come(14, 8, 'Logo');
    expect(gone()).toMatchObject([{ kind: 'reminder', from: { message: 10, timestamp: soon } }]);
    come(15, 8);
    expect(gone()).toHaveLength(1);
  });

  it('follows the message to another topic', () => {
    const { open, come, gone, tell } = setup();
    open().made.watch(mine, soon);
    tell({
      type: 'update_message',
      message_id: 10,
      message_ids: [10],
      propagate_mode: 'change_all',
      stream_id: 5,
      orig_subject: 'logo',
      subject: 'fonts',
      edit_timestamp: 1,
    });
    come(11, 8);
    expect(gone()).toEqual([]);
    come(12, 8, 'fonts');
    expect(gone()).toHaveLength(1);
  });

  it('is deleted on the next start if the reply came while the app was closed', async () => {
    let answers: unknown[] = [];
    const world = setup({ getMessages: () => ({ messages: answers }) });
    const { made, stop } = world.open();
    made.watch(mine, soon);
    await expect.poll(() => world.calls('getMessages')).toHaveLength(1);
    stop();
    answers = [aMessage(11, { sender_id: 8 })];
    const reminder = {
      reminder_id: 77,
      type: 'private' as const,
      to: [7],
      content: '',
      rendered_content: '',
      scheduled_delivery_timestamp: soon,
      failed: false,
      reminder_target_message_id: 10,
    };
    world.register(aState({ user_id: 7, reminders: [reminder] }));
    world.open();
    await expect.poll(() => world.gone()).toMatchObject([{ row: 77 }]);
  });

  it('can be undone', () => {
    const { open, come, gone } = setup();
    open().made.watch(mine, soon)();
    expect(gone()).toHaveLength(1);
    come(11, 8);
    expect(gone()).toHaveLength(1);
  });
});
