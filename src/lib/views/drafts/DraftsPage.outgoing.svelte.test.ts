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
