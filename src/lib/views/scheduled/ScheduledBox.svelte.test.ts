import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-svelte';
import {
  button,
  row,
  scheduled,
  setup,
  some,
} from '../../../../tests/support/ui/scheduled-page.svelte';
import ScheduledFrame from '../../../../tests/support/ui/ScheduledFrame.svelte';

describe('editing a scheduled message', () => {
  const box = () => page.getByRole('textbox', { name: 'Message' });
  const change = async (text: string) => {
    await row(/blue/).click();
    await userEvent.keyboard('e');
    await box().fill(text);
  };

  it('leaves it scheduled unchanged until it is saved, and can be undone', async () => {
    const { calls } = await setup();
    await change('The red one');
    await expect.element(page.getByText(/the original message is still scheduled/)).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
    await button('Save').click();
    await expect.element(page.getByText(/^Saved\. Scheduled for/).last()).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([
      { scheduled_message_id: 1, content: 'The red one' },
    ]);
    await expect.element(row(/The red one/)).toBeVisible();
    await button('Undo').click();
    await expect.element(row(/The blue one/)).toBeVisible();
    await expect
      .poll(() => calls('updateScheduledMessage')[1])
      .toEqual({ scheduled_message_id: 1, content: 'The blue one' });
  });

  it('keeps an unsaved edit when the user leaves the page', async () => {
    const { account, drafts } = await setup();
    await change('Half a thou');
    await userEvent.keyboard('{Escape}');
    await expect.element(row(/Unsaved change/)).toBeVisible();
    cleanup();
    await render(ScheduledFrame, { account, drafts });
    await row(/blue/).click();
    await expect.element(box()).toHaveValue('Half a thou');
  });

  it('waits for the connection, and saves then', async () => {
    const { connect, calls } = await setup();
    await change('Written in the train');
    connect('offline');
    await button('Save').click();
    await expect.element(row(/Written in the train.*Will be changed/)).toBeVisible();
    await expect.element(row(/Unsaved change/)).not.toBeInTheDocument();
    expect(calls('updateScheduledMessage')).toEqual([]);
    connect('online');
    await expect
      .poll(() => calls('updateScheduledMessage'))
      .toEqual([{ scheduled_message_id: 1, content: 'Written in the train' }]);
    await expect.element(row(/Will be changed/)).not.toBeInTheDocument();
  });

  it('reports a change elsewhere, overwrites it only on request, and keeps both', async () => {
    const { tell, calls, drafts } = await setup();
    await change('Mine');
    tell({ type: 'scheduled_messages', op: 'update', scheduled_message: scheduled(1, 'Theirs') });
    await expect
      .element(page.getByText(/changed somewhere else in the meantime/).first())
      .toBeVisible();
    await expect.element(box()).toHaveValue('Mine');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(calls('updateScheduledMessage')).toEqual([]);
    await button('Keep mine, move the other version to drafts').click();
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Theirs']);
    await button('Save').click();
    await expect
      .poll(() => calls('updateScheduledMessage'))
      .toEqual([{ scheduled_message_id: 1, content: 'Mine' }]);
  });

  it('says that it was sent in the meantime, and turns the text into a draft', async () => {
    const { tell, drafts } = await setup();
    await change('Too slow');
    tell({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 });
    await expect.element(page.getByText(/sent or deleted somewhere else/).first()).toBeVisible();
    await expect.element(box()).toHaveValue('Too slow');
    await button('Move my text to drafts').click();
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Too slow']);
  });

  it('shows the other version on request, if nothing is typed yet', async () => {
    const { tell } = await setup();
    await row(/blue/).click();
    await userEvent.keyboard('e');
    await expect.element(box()).toHaveFocus();
    const element = box().element();
    tell({ type: 'scheduled_messages', op: 'update', scheduled_message: scheduled(1, 'Newer') });
    await expect.element(page.getByText(/changed somewhere else in the meantime/)).toBeVisible();
    await expect.element(box()).toHaveValue('The blue one');
    await button('Show latest version').click();
    await expect.element(box()).toHaveValue('Newer');
    await expect.element(box()).toHaveFocus();
    expect(box().element()).toBe(element);
  });

  it('stays open with its text if the message is sent before a key was pressed', async () => {
    const { tell, drafts } = await setup();
    await row(/blue/).click();
    await userEvent.keyboard('e');
    await expect.element(box()).toHaveFocus();
    const element = box().element();
    tell({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 });
    await expect.element(button('Move my text to drafts')).toBeVisible();
    await userEvent.keyboard('!{Backspace}?');
    await expect.element(box()).toHaveValue('The blue one?');
    await expect.element(box()).toHaveFocus();
    expect(box().element()).toBe(element);
    await button('Move my text to drafts').click();
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['The blue one?']);
  });

  it('keeps its text while another tab edits the same message, and neither is lost', async () => {
    const { account, drafts } = await setup();
    await change('Written here');
    const own = (one: string) => one.includes(account.id) && one.endsWith('scheduled/1');
    const name = Object.keys(localStorage).find(own)!;
    const theirs = localStorage.getItem(name)!.replace('Written here', 'Written there');
    localStorage.setItem(name, theirs);
    window.dispatchEvent(new StorageEvent('storage', { key: name }));
    await expect.element(box()).toHaveValue('Written here');
    localStorage.removeItem(name);
    window.dispatchEvent(new StorageEvent('storage', { key: name }));
    await expect.element(box()).toHaveValue('Written here');
    localStorage.setItem(name, theirs);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Written here']);
    cleanup();
    await render(ScheduledFrame, { account, drafts });
    await row(/blue/).click();
    await expect.element(box()).toHaveValue('Written there');
  });

  it('accepts a new time typed in words', async () => {
    const { calls } = await setup();
    await row(/blue/).click();
    await userEvent.keyboard('h');
    await page.getByRole('dialog').getByRole('textbox').first().fill('in 5 days');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => calls('updateScheduledMessage')).toHaveLength(1);
    const [params] = calls('updateScheduledMessage') as { scheduled_delivery_timestamp: number }[];
    const inDays = (params!.scheduled_delivery_timestamp - Date.now() / 1000) / 86_400;
    expect(inDays).toBeGreaterThan(4.9);
    expect(inDays).toBeLessThan(5.1);
  });

  it('shows the fix first, in the row and beside it, with the caret in its field', async () => {
    const doomed = scheduled(3, 'To nowhere', { to: 6 });
    await setup([doomed, ...some]);
    await expect.element(row(/To nowhere.*Choose another channel.*archived/)).toBeVisible();
    await row(/To nowhere/)
      .getByText('Choose another channel', { exact: true })
      .click();
    const channel = page.getByRole('combobox', { name: 'Channel' });
    await expect.element(channel).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await row(/To nowhere/)
      .getByText('To nowhere')
      .click();
    const notice = page.getByText(/^This message can’t be sent as scheduled/);
    await expect.element(notice).toBeVisible();
    const first = page.getByRole('button', { name: 'Choose another channel' });
    await first.click();
    await expect.element(channel).toHaveFocus();
    await userEvent.keyboard('des{Enter}');
    await expect.element(channel).toHaveValue('design');
  });
});
