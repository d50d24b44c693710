import { flushSync } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aMessage, aState } from '../../../../tests/support/state';
import type { Reminder } from '../../api/reminder';
import { NetworkFailure } from '../../api/errors';
import { accountStorageNames } from '../../client/storage/account-storage';
import { newId } from '../../client/new-id';
import { useReminderTarget, type ReminderTarget } from './reminder-target.svelte';

const reminder = {
  reminder_id: 4,
  type: 'private' as const,
  to: [7],
  content: '',
  rendered_content: '',
  scheduled_delivery_timestamp: 100,
  failed: false,
  reminder_target_message_id: 33,
};

type GetMessage = NonNullable<Answers['getMessage']>;

/** One visit with these reminders on a device that stores data under this account id. */
function visitAll(
  id: string,
  getMessage: GetMessage,
  reminders: Reminder[],
): (() => ReminderTarget)[] {
  const { account } = anAccount({
    id,
    state: aState({ user_id: 7, reminders }),
    answers: { getMessage },
  });
  let targets!: (() => ReminderTarget)[];
  const stop = $effect.root(() => {
    targets = reminders.map((one) => useReminderTarget(account, () => one));
  });
  onTestFinished(stop);
  flushSync();
  return targets;
}

const visit = (id: string, getMessage: GetMessage): (() => ReminderTarget) =>
  visitAll(id, getMessage, [reminder])[0]!;

it('knows the conversation of its message offline once it has loaded', async () => {
  const id = newId();
  const message = aMessage(33, { subject: 'numbers', stream_id: 5, display_recipient: 'design' });
  const before = visit(id, () => ({ message, raw_content: 'The figures' }));
  await expect.poll(() => before().body?.content).toBe('The figures');
  const after = visit(id, () => {
    throw new NetworkFailure('getMessage', 'unreachable');
  });
  await expect.poll(() => after().isPending).toBe(false);
  expect(after().body).toBeNull();
  expect(after().recipient).toMatchObject({ type: 'stream', to: [5], topic: 'numbers' });
});

it('stores each message’s conversation once and drops those of past reminders', async () => {
  const id = newId();
  const reminders = Array.from({ length: 100 }, (_, at) => ({
    ...reminder,
    reminder_id: at,
    reminder_target_message_id: 1000 + at,
  }));
  const getMessage: GetMessage = ({ message_id }) => ({
    message: aMessage(message_id, {
      subject: 'numbers',
      stream_id: 5,
      display_recipient: 'design',
    }),
    raw_content: 'The figures',
  });
  const written = vi.spyOn(Storage.prototype, 'setItem');
  const targets = visitAll(id, getMessage, reminders);
  await expect.poll(() => targets.every((target) => target().body !== null)).toBe(true);
  const length = written.mock.calls.reduce((sum, [, value]) => sum + value.length, 0);
  written.mockRestore();
  expect(length).toBeLessThan(100 * 100);
  const [first] = visitAll(id, getMessage, reminders.slice(0, 10));
  await expect.poll(() => first!().body).not.toBeNull();
  await expect.poll(() => accountStorageNames(id, 'reminder-place')).toHaveLength(10);
});
