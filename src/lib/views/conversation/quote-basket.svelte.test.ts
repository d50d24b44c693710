import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  box,
  notices,
  on,
  openTalk,
  textOfBox,
} from '../../../../tests/support/ui/conversation-page';
import { accountStorageNames, readAccountStorage } from '../../client/storage/account-storage';

const dialog = () => page.getByRole('dialog', { name: 'Collected quotes' });
const rows = () => dialog().getByRole('listitem');
const open = () => page.getByRole('button', { name: /collected quote/ });

/** Two quotes, the later message collected first. */
async function collectTwo() {
  const world = await openTalk();
  for (const text of ['The last', 'The first']) {
    await on(text);
    await userEvent.keyboard('x');
    await expect.element(notices()).toHaveTextContent('Quote collected');
  }
  await expect.element(page.getByRole('button', { name: '2 collected quotes' })).toBeVisible();
  return world;
}

describe('the quote basket', () => {
  it('is sorted by keys and inserted into the text with links to the messages, undone by one key', async () => {
    await collectTwo();
    await box().fill('Both said it');
    await on('The first');
    await userEvent.keyboard('{Shift>}v{/Shift}');
    await expect.element(rows().first()).toHaveTextContent('The last');
    (rows().last().element() as HTMLElement).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect.element(rows().first()).toHaveTextContent('The first');
    await expect.element(rows().first()).toHaveFocus();
    await dialog().getByRole('button', { name: 'Insert 2 quotes' }).click();
    await expect
      .poll(textOfBox)
      .toMatch(
        /^Both said it\n@_\*\*Grace\|8\*\* \[said\]\(.*\/near\/1\)[^]*\n\n@_.*\/near\/3\):\n```quote\nThe last\n```\n$/,
      );
    await expect.element(open()).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(textOfBox).toBe('Both said it');
    // Undo restores the quotes.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(open()).toBeVisible();
  });

  it('removes a quote with Undo, and is erased with the account', async () => {
    const { account } = await collectTwo();
    await open().click();
    await expect.element(rows().first()).toBeVisible();
    (rows().first().element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await expect.element(rows()).toHaveTextContent('The first');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(rows().first()).toHaveTextContent('The last');
    await expect.element(rows().first()).toHaveFocus();
    expect(readAccountStorage(account.id, 'quote-basket')).toHaveLength(2);
    await account.erase();
    expect(accountStorageNames(account.id, 'quote-basket')).toEqual([]);
  });
});
