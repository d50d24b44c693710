import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aMessage } from '../../../../tests/support/state';
import {
  button,
  list,
  row,
  setup,
  some,
  soon,
} from '../../../../tests/support/ui/scheduled-page.svelte';

const answers = {
  getMessages: () => ({
    messages: [aMessage(33, { content: '<p>The figures of May</p>' })],
    found_oldest: true,
    found_newest: true,
  }),
  getMessage: () => ({ message: aMessage(33), raw_content: 'The figures of May' }),
};
const message = () => page.getByRole('article', { name: 'The figures of May' });
const view = (text: string) =>
  page.getByRole('region', { name: 'Scheduled message' }).getByText(text);
const box = () => page.getByRole('textbox', { name: 'Message' });

describe('the conversation beside scheduled messages', () => {
  it('shows above the next one, which the user has not opened, so no keys act on it', async () => {
    const { calls } = await setup(some, answers);
    await expect.element(view('The blue one')).toBeVisible();
    await expect.element(message()).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard('{Backspace}{Control>}{Enter}{/Control}');
    await expect.element(row(/blue/)).toBeVisible();
    expect(calls('deleteScheduledMessage')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(view('The blue one')).not.toBeInTheDocument();
    expect(document.activeElement).toBe(list());
  });

  it('shows beside the list, but not beside a calendar', async () => {
    await setup(some, answers);
    await expect.element(message()).toBeVisible();
    await page.getByText('Week', { exact: true }).click();
    await expect.element(message()).not.toBeInTheDocument();
    await page.getByText('List', { exact: true }).click();
    await expect.element(message()).toBeVisible();
  });

  it('inserts a quote into a text being edited', async () => {
    await setup(some, answers);
    await row(/blue/).click();
    await button('Edit').first().click();
    await expect.element(box()).toHaveFocus();
    await expect.element(message()).toBeVisible();
    await userEvent.keyboard('{F6}{ArrowUp}');
    await expect.element(message()).toHaveFocus();
    await userEvent.keyboard('>');
    await expect.element(box()).toHaveFocus();
    await expect.element(page.getByText(/the original message is still scheduled/)).toBeVisible();
  });

  it('gives the focus back to a text being edited when its row is pressed again', async () => {
    await setup(some, answers);
    await row(/blue/).click();
    await button('Edit').first().click();
    await expect.element(box()).toHaveFocus();
    await row(/blue/).click();
    await expect.element(box()).toHaveFocus();
  });

  it('stays after Send now', async () => {
    const { drafts } = await setup(some, answers);
    await row(/blue/).click();
    await expect.element(message()).toBeVisible();
    await button('Send now').click();
    const going = page.getByRole('article', { name: 'Sending message' });
    await expect.element(going).toHaveTextContent('The blue one');
    await expect.element(message()).toBeVisible();
    await expect.element(view('The blue one')).not.toBeInTheDocument();
    await expect.poll(() => drafts.list).toEqual([]);
    await expect.poll(() => document.activeElement).toBe(list());
  });

  it('shows the next message when the open one is deleted', async () => {
    await setup(some, answers);
    await row(/blue/).click();
    await button('Delete').click();
    await expect.element(view('For Grace alone')).toBeVisible();
  });

  it('shows the surroundings of a reminder’s message', async () => {
    const reminder = {
      reminder_id: 4,
      type: 'private' as const,
      to: [7],
      content: 'A word',
      failed: false,
      rendered_content: '<p>A word</p>',
      reminder_target_message_id: 33,
      scheduled_delivery_timestamp: soon + 10,
    };
    const { calls } = await setup(some, answers, { reminders: [reminder] });
    await expect.element(page.getByText('A word', { exact: true }).last()).toBeVisible();
    await expect.element(message()).toBeVisible();
    expect(calls('getMessages')[0]).toMatchObject({ anchor: '33' });
    expect(calls('updateMessageFlags')).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  });
});
