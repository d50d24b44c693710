import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMessage } from '../../../../tests/support/state';
import {
  button,
  list,
  row,
  scheduled,
  setup,
  some,
  soon,
  underKeys,
} from '../../../../tests/support/ui/scheduled-page.svelte';
import type { RegisterState } from '../../api/register';
import { ApiError } from '../../api/errors';

type Reminder = NonNullable<RegisterState['reminders']>[number];

const reminder: Reminder = {
  reminder_id: 4,
  type: 'private',
  to: [7],
  content:
    '@**Ada|7**, you asked to be reminded of [this message](/#x).\n\nAsk her\n\n@_**Grace|8** wrote:\n```quote\nThe figures\n```',
  rendered_content: '<p>you asked to be reminded</p>',
  scheduled_delivery_timestamp: soon + 90,
  failed: false,
  reminder_target_message_id: 33,
};
const target = {
  message: aMessage(33, { subject: 'numbers', display_recipient: 'design' }),
  raw_content: 'The figures of May',
};

const open = (messages = some, more = {}, reminders = [reminder]) =>
  setup(messages, { getMessage: () => Promise.resolve(target), ...more }, { reminders });

const refuse = (operation: string, words: string) => () =>
  Promise.reject(new ApiError(operation, 400, 'BAD_REQUEST', words, {}));

describe('ScheduledPage, reminders', () => {
  it('lists them among the messages by time, and failed ones of both on top', async () => {
    await open([scheduled(3, 'Never sent', { failed: true }), ...some], {}, [
      reminder,
      { ...reminder, reminder_id: 5, failed: true, reminder_target_message_id: 34 },
    ]);
    await expect.element(row(/design numbers The figures of May Ask her/).first()).toBeVisible();
    const shown = list().innerText;
    const order = [
      'Not sent',
      'The figures',
      'Never sent',
      'The blue one',
      'The figures',
      'For Gr',
    ];
    let from = 0;
    for (const words of order) {
      expect(shown.indexOf(words, from), words).toBeGreaterThanOrEqual(from);
      from = shown.indexOf(words, from) + words.length;
    }
  });

  it('filters to reminders, with their number', async () => {
    await open();
    await button('Filter by conversation').click();
    await page.getByRole('menuitemradio', { name: 'Reminders (1)' }).click();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.element(row(/figures/)).toBeVisible();
    await page.getByRole('searchbox').fill('nothing like it');
    await button('Clear search').click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('deletes a reminder, and restores it with its note on Undo', async () => {
    const { calls } = await open();
    await row(/figures/).click();
    await expect.element(page.getByText(/^Reminds you/)).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/figures/)).not.toBeInTheDocument();
    await expect.poll(() => calls('deleteReminder')).toEqual([{ reminder_id: 4 }]);
    await button('Undo').click();
    await expect
      .poll(() => calls('createMessageReminder'))
      .toEqual([{ message_id: 33, scheduled_delivery_timestamp: soon + 90, note: 'Ask her' }]);
  });

  it('activates a restored reminder', async () => {
    const { calls, tell } = await open(some, {
      createMessageReminder: () => Promise.resolve({ reminder_id: 4 }),
    });
    await expect.element(row(/figures/)).toBeVisible();
    list().focus();
    await userEvent.keyboard('{ArrowDown}{Backspace}');
    await expect.element(row(/figures/)).not.toBeInTheDocument();
    await button('Undo').click();
    await expect.poll(() => calls('createMessageReminder')).toHaveLength(1);
    tell({ type: 'reminders', op: 'add', reminders: [reminder] });
    await expect.element(row(/figures/)).toBeVisible();
    await expect.element(page.getByRole('listbox', { name: 'Scheduled' })).toHaveFocus();
    await expect.poll(underKeys).toContain('figures');
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/figures/)).not.toBeInTheDocument();
    await expect.element(row(/blue/)).toBeVisible();
    await expect.element(row(/Grace/)).toBeVisible();
  });

  it('says that the message of a reminder is gone', async () => {
    await open(some, { getMessage: refuse('getMessage', 'Invalid message(s)') });
    await expect.element(row(/this reminder is about was deleted/)).toBeVisible();
  });

  it('keeps a reminder that the server doesn’t delete', async () => {
    await open(some, { deleteReminder: refuse('deleteReminder', 'Not today.') });
    await row(/figures/).click();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText(/^Couldn’t make that change\./).last()).toBeVisible();
    await expect.element(row(/figures/)).toBeVisible();
  });

  it('sends the selected messages, says that selected reminders stay, and deletes both', async () => {
    const { calls } = await open();
    await expect.element(row(/figures/)).toBeVisible();
    list().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await button('Send selected now…').click();
    await expect.element(page.getByText(/^Reminders can’t be sent/).last()).toBeVisible();
    await button('Send 2 messages').click();
    await expect.poll(() => calls('sendMessage'), { timeout: 10_000 }).toHaveLength(2);
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.element(row(/figures/)).toBeVisible();
    expect(calls('deleteReminder')).toEqual([]);
  });

  it('deletes selected messages and reminders together', async () => {
    const { calls } = await open();
    await expect.element(row(/figures/)).toBeVisible();
    list().focus();
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    await expect.element(page.getByText('No scheduled messages')).toBeVisible();
    await expect.poll(() => calls('deleteReminder')).toHaveLength(1);
    await expect.poll(() => calls('deleteScheduledMessage')).toHaveLength(2);
  });

  it('says in a calendar that reminders are in the list', async () => {
    await open();
    await page.getByText('Week', { exact: true }).click();
    await expect.element(page.getByText('1 reminder is shown in the list view.')).toBeVisible();
    await button('Show list').click();
    await expect.element(row(/figures/)).toBeVisible();
  });
});
