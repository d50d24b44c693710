import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMessage } from '../../../../tests/support/state';
import OutgoingFrame from '../../../../tests/support/ui/OutgoingFrame.svelte';
import {
  button,
  row,
  scheduled,
  setup,
  some,
  soon,
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
  scheduled_delivery_timestamp: soon + 500,
  failed: false,
  reminder_target_message_id: 33,
};
const target = {
  message: aMessage(33, { subject: 'numbers', display_recipient: 'design' }),
  raw_content: 'The figures of May',
};

const open = (messages = some, more = {}, reminders = [reminder]) =>
  setup(
    messages,
    { getMessage: () => Promise.resolve(target), ...more },
    { Frame: OutgoingFrame, reminders },
  );

const list = () => page.getByRole('listbox', { name: 'Outgoing' }).element() as HTMLElement;
const texts = () => list().innerText;

describe('OutgoingPage', () => {
  it('joins what was not sent, what has a time, reminders and drafts, in this order', async () => {
    const { drafts } = await open([scheduled(3, 'Never sent', { failed: true }), ...some]);
    const key = drafts.create({ type: 'private', to: [8], topic: '' });
    drafts.edit(key, 'Half a thought');
    drafts.blur(key);
    drafts.leave(key);
    await expect.element(row(/Half a thought/)).toBeVisible();
    await expect.element(row(/design numbers The figures of May Ask her/)).toBeVisible();
    const shown = texts();
    const order = ['Not sent', 'Never sent', 'The blue one', 'Reminders', 'Drafts', 'Half a'];
    const places = order.map((words) => shown.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  });

  it('shows one kind alone, with how many there are', async () => {
    await open();
    await button('Show one kind').click();
    await page.getByRole('menuitemradio', { name: 'Reminders (1)' }).click();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.element(row(/figures/)).toBeVisible();
    await page.getByRole('searchbox').fill('nothing like it');
    await button('Everything').click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('says why it is empty', async () => {
    await open([], {}, []);
    await expect.element(page.getByText('Nothing waits to go out')).toBeVisible();
  });

  it('deletes a reminder, and sets it again with its note on undo', async () => {
    const { calls } = await open();
    await row(/figures/).click();
    await expect.element(page.getByText(/^Reminds you/)).toBeVisible();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/figures/)).not.toBeInTheDocument();
    await expect.poll(() => calls('deleteReminder')).toEqual([{ reminder_id: 4 }]);
    await button('Undo').click();
    await expect
      .poll(() => calls('createMessageReminder'))
      .toEqual([{ message_id: 33, scheduled_delivery_timestamp: soon + 500, note: 'Ask her' }]);
  });

  it.each([
    ['a draft', /Half a thought/],
    ['a scheduled message', /The blue one/],
    ['a reminder', /figures/],
  ])('has %s that came back under the keyboard', async (_, name) => {
    const { drafts, calls, tell } = await open(some, {
      createScheduledMessage: () => Promise.resolve({ scheduled_message_id: 1 }),
      createMessageReminder: () => Promise.resolve({ reminder_id: 4 }),
    });
    const key = drafts.create({ type: 'private', to: [8], topic: '' });
    drafts.edit(key, 'Half a thought');
    drafts.leave(key);
    list().focus();
    await expect.element(row(name)).toBeVisible();
    for (let moves = 0; moves < 4; moves++) {
      const id = list().getAttribute('aria-activedescendant') ?? '';
      if (name.test(document.getElementById(id)?.innerText ?? '')) break;
      await userEvent.keyboard('{ArrowDown}');
    }
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(name)).not.toBeInTheDocument();
    await button('Undo').click();
    await expect
      .poll(() => calls('createScheduledMessage').length + calls('createMessageReminder').length)
      .toBe(/thought/.test(name.source) ? 0 : 1);
    tell({
      type: 'scheduled_messages',
      op: 'add',
      scheduled_messages: [scheduled(1, 'The blue one')],
    });
    tell({ type: 'reminders', op: 'add', reminders: [reminder] });
    await expect.element(row(name)).toBeVisible();
    await expect.element(page.getByRole('listbox', { name: 'Outgoing' })).toHaveFocus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(name)).not.toBeInTheDocument();
  });

  it('says that the message of a reminder is gone', async () => {
    await open(some, {
      getMessage: () =>
        Promise.reject(new ApiError('getMessage', 400, 'BAD_REQUEST', 'Invalid message(s)', {})),
    });
    await expect.element(row(/points at is gone/)).toBeVisible();
  });

  it('keeps a reminder that the server does not let go of', async () => {
    await open(some, {
      deleteReminder: () =>
        Promise.reject(new ApiError('deleteReminder', 400, 'BAD_REQUEST', 'Not today.')),
    });
    await row(/figures/).click();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText(/^Nothing was changed\./).last()).toBeVisible();
    await expect.element(row(/figures/)).toBeVisible();
  });

  it('has the actions of each kind: edit, reschedule, to drafts, send', async () => {
    const { calls, drafts } = await open();
    await row(/blue/).click();
    await userEvent.keyboard('e');
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('The red one');
    await button('Save').click();
    await expect
      .poll(() => calls('updateScheduledMessage'))
      .toEqual([{ scheduled_message_id: 1, content: 'The red one' }]);
    await row(/For Grace/).click();
    await userEvent.keyboard('u');
    await expect.element(row(/For Grace.*Saved/)).toBeVisible();
    expect(drafts.list.map(({ body }) => body.content)).toEqual(['For Grace alone']);
    list().focus();
    await row(/For Grace/).click();
    await button('Send').click();
    await expect.element(page.getByText('Sent to Grace').last()).toBeVisible();
    await expect.element(row(/For Grace/)).not.toBeInTheDocument();
  });

  it('asks before it sends several of different kinds', async () => {
    const { calls, drafts } = await open(some, {}, []);
    const key = drafts.create({ type: 'private', to: [8], topic: '' });
    drafts.edit(key, 'Half a thought');
    drafts.blur(key);
    drafts.leave(key);
    await expect.element(row(/Half a thought/)).toBeVisible();
    list().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await button('Send selected now').click();
    await button('Send 3 messages').click();
    await expect.poll(() => calls('sendMessage'), { timeout: 10_000 }).toHaveLength(3);
    expect(calls('deleteScheduledMessage')).toHaveLength(2);
  });

  it('shows a draft that could not be sent first, why, and the ways out', async () => {
    const { drafts } = await open(some, {
      sendMessage: () =>
        Promise.reject(new ApiError('sendMessage', 400, 'BAD_REQUEST', 'Not in this channel', {})),
    });
    const key = drafts.create({ type: 'private', to: [8], topic: '' });
    drafts.edit(key, 'Half a thought');
    drafts.blur(key);
    drafts.leave(key);
    await expect.element(row(/Half a thought/)).toBeVisible();
    drafts.send(key);
    await expect.element(page.getByRole('option').first()).toHaveTextContent('Not in this channel');
    await row(/Half a thought/).click();
    await expect.element(button('Send again')).toBeVisible();
    await expect
      .element(page.getByRole('alert').getByRole('button', { name: 'Send later' }))
      .toBeVisible();
    await button('Keep as draft').click();
    await expect.element(row(/Half a thought.*Not sent/)).not.toBeInTheDocument();
  });
});
