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

describe('DraftsPage, what goes out', () => {
  it('needs no headings where nothing does', async () => {
    await setup();
    await expect.element(list()).not.toHaveTextContent('Not sent');
    await expect.element(list()).not.toHaveTextContent(/^Drafts/);
  });

  it('shows what could not be sent on top, why, and the ways out', async () => {
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

  it('keeps what failed as a draft by one key in the list', async () => {
    await setup(refuse);
    await send(/For Grace/);
    await expect.element(first()).toHaveTextContent(/For Grace.*Not sent/);
    (list().element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}u');
    await expect.element(list()).not.toHaveTextContent('Not sent');
  });

  it('leads from a row that can go nowhere to where that is mended', async () => {
    await setup();
    await expect.element(row(/closed.*This channel is archived/)).toBeVisible();
    await row(/closed/)
      .getByText('Choose another channel', { exact: true })
      .click();
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
  });

  it('shows what waits for the network on top until it is out, and sends it once', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { drafts, calls } = await setup(() => promise as never);
    drafts.setConnection(false, true);
    await send(/For Grace/);
    await expect
      .element(list())
      .toHaveTextContent(/^Waiting to go out.*For Grace.*Waiting.*Drafts/s);
    drafts.setConnection(true, true);
    await expect.poll(() => calls('sendMessage')).toHaveLength(1);
    // Under way it keeps its place.
    await expect.element(list()).toHaveTextContent(/^Waiting to go out.*For Grace.*Drafts/s);
    resolve({ id: 99 });
    await expect.element(list()).not.toHaveTextContent('For Grace');
    expect(calls('sendMessage')).toHaveLength(1);
  });

  it('leaves what goes out at once where it is', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await setup(() => promise as never);
    await send(/For Grace/);
    await expect.element(row(/For Grace.*Sending/)).toBeVisible();
    await expect.element(list()).not.toHaveTextContent('Waiting to be sent');
    await expect.element(first()).toHaveTextContent(/blue/);
    resolve({ id: 99 });
    await expect.element(row(/For Grace/)).not.toBeInTheDocument();
  });

  it('has the bin in a line under the list, with how much is in it', async () => {
    await setup();
    (list().element() as HTMLElement).focus();
    await userEvent.keyboard('{Backspace}');
    await page.getByRole('button', { name: /^Bin\s*1$/ }).click();
    await page.getByRole('option', { name: /blue/ }).click();
    await button('Bring back').click();
    await expect.element(row(/blue/)).toBeVisible();
  });
});
