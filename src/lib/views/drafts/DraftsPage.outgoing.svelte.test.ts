import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { row, setup } from '../../../../tests/support/ui/drafts-page';
import { ApiError } from '../../api/errors';

const list = () => page.getByRole('listbox', { name: 'Drafts' });
const first = () => page.getByRole('option').first();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const refuse = () =>
  Promise.reject(new ApiError('sendMessage', 400, 'BAD_REQUEST', 'Not in this channel', {}));

async function send(name: RegExp) {
  await row(name).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
}

describe('DraftsPage, outgoing messages', () => {
  it('has no headings if there are none', async () => {
    await setup();
    await expect.element(list()).not.toHaveTextContent('Not sent');
    await expect.element(list()).not.toHaveTextContent(/^Drafts/);
  });

  it('shows messages that couldn’t be sent on top, with the reason and actions', async () => {
    await setup(refuse);
    await send(/For Grace/);
    await expect.element(first()).toHaveTextContent(/For Grace.*Not in this channel.*Not sent/);
    await expect.element(list()).toHaveTextContent(/^Not sent.*For Grace.*Drafts.*blue/s);
    await expect.element(button('Send again')).toBeVisible();
    await expect
      .element(page.getByRole('alert').getByRole('button', { name: 'Send later' }))
      .toBeVisible();
    await button('Keep as draft').click();
    await expect.element(list()).not.toHaveTextContent('Not sent');
    await expect.element(row(/For Grace/)).toBeVisible();
  });

  it('turns a failed message back into a draft by one key in the list', async () => {
    await setup(refuse);
    await send(/For Grace/);
    await expect.element(first()).toHaveTextContent(/For Grace.*Not sent/);
    (list().element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}u');
    await expect.element(list()).not.toHaveTextContent('Not sent');
  });

  it('leads from a row that can’t be sent to the field that fixes it', async () => {
    await setup();
    await expect.element(row(/closed.*This channel is archived/)).toBeVisible();
    await row(/closed/)
      .getByText('Choose another channel', { exact: true })
      .click();
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
  });

  it('shows messages that wait for the network on top until they are sent once', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { drafts, calls } = await setup(() => promise as never);
    drafts.setConnection(false, true);
    await send(/For Grace/);
    await expect
      .element(list())
      .toHaveTextContent(/^Waiting to be sent.*For Grace.*Waiting.*Drafts/s);
    drafts.setConnection(true, true);
    await expect.poll(() => calls('sendMessage')).toHaveLength(1);
    // It keeps its place while it is being sent.
    await expect.element(list()).toHaveTextContent(/^Waiting to be sent.*For Grace.*Drafts/s);
    resolve({ id: 99 });
    await expect.element(list()).not.toHaveTextContent('For Grace');
    expect(calls('sendMessage')).toHaveLength(1);
  });

  it('keeps messages in place that are sent immediately', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await setup(() => promise as never);
    await send(/For Grace/);
    await expect.element(row(/For Grace.*Sending/)).toBeVisible();
    await expect.element(list()).not.toHaveTextContent('Waiting to be sent');
    await expect.element(first()).toHaveTextContent(/blue/);
    resolve({ id: 99 });
    await expect.element(row(/For Grace/)).not.toBeInTheDocument();
  });

  it('reads, deletes and leaves texts in the trash by keys', async () => {
    const { drafts } = await setup();
    drafts.remove(drafts.list.map(({ key }) => key));
    await expect.poll(() => drafts.trash.length).toBe(3);
    await page.getByRole('button', { name: /^Trash\s*3$/ }).click();
    const keys = page.getByRole('listbox', { name: 'Trash' });
    await expect.element(keys).toHaveFocus();
    await userEvent.keyboard('j{Enter}');
    const second = drafts.trash[1]!;
    await expect.element(page.getByText(second.body.content).last()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(keys).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Delete forever' }).click();
    await expect.poll(() => drafts.trash.length).toBe(2);
    // The focus returns to the list, at the next text.
    await expect.element(keys).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => drafts.list.length).toBe(1);
    expect(drafts.trash.map(({ id }) => id)).not.toContain(second.id);
  });

  it('has a line for the trash under the list, with the number of drafts in it', async () => {
    await setup();
    (list().element() as HTMLElement).focus();
    await userEvent.keyboard('{Backspace}');
    await page.getByRole('button', { name: /^Trash\s*1$/ }).click();
    await page.getByRole('option', { name: /blue/ }).click();
    await button('Restore').click();
    await expect.element(row(/blue/)).toBeVisible();
  });
});
