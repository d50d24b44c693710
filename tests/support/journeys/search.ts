import { expect, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';
import { openChannel, writeIn } from '../reading/messages';
import { signIn } from '../session';

interface Sides {
  readonly server: Inkwell;
  readonly url: string;
  /** The searching user in two browsers, and another user who writes at the same time. */
  readonly page: Page;
  readonly elsewhere: Page;
  readonly account: string;
  readonly other: string;
  readonly name: string;
  /** The server doesn't support saved searches, so saving isn't offered. */
  readonly isOld?: boolean;
}

/**
 * A search includes messages that arrive while it is open, links to results and back, and is saved
 * for other browsers.
 */
export async function searchLive(sides: Sides): Promise<void> {
  const { server, url, page, elsewhere: there, account, other, name, isOld = false } = sides;
  const channel = await openChannel(server, name, [other, account]);
  await writeIn(server, other, [channel, 'harbour'], 'Two zeppelins over the pier.');
  await signIn(page.context(), server, account, url);
  await page.goto(`${url}/inbox`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search messages' })).toBeFocused();
  await page.keyboard.type(`channel:${name}`);
  await page.getByRole('option', { name: `Channel: ${name}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('zeppelin');
  await page.keyboard.press('Enter');
  const found = page.getByRole('feed', { name: 'Search results' });
  await expect(found.locator('.highlight')).toHaveText(['zeppelins']);
  await writeIn(server, other, [channel, 'harbour'], 'A third Zeppelin, in red.');
  await expect(found.locator('.highlight')).toHaveText(['Zeppelin', 'zeppelins']);

  await signIn(there.context(), server, account, url);
  const save = page.getByRole('button', { name: 'Save search' });
  if (isOld) {
    await expect(save).toHaveCount(0);
    await there.goto(page.url());
  } else {
    await save.click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Airships of ${name}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove saved search' })).toBeVisible();
    await there.goto(`${url}/inbox`);
    await there.getByRole('link', { name: `Airships of ${name}` }).click();
  }
  await expect(there.getByRole('button', { name: `Remove “Channel: ${name}”` })).toBeVisible();
  await there.locator('.highlight').first().click();
  await expect(there).toHaveURL(/\/conversation/);
  await expect(there.getByRole('article').and(there.locator(':focus'))).toContainText('in red');
  await there.goBack();
  await expect(there.locator('.highlight')).toHaveText(['Zeppelin', 'zeppelins']);

  // The official app's URL leads to the same search.
  await there.goto(`${url}/#narrow/stream/${channel}/search/zeppelin`);
  await expect(there.locator('.highlight')).toHaveText(['Zeppelin', 'zeppelins']);
  if (isOld) return;
  await page.getByRole('button', { name: 'Remove saved search' }).click();
  await expect(there.getByRole('link', { name: `Airships of ${name}` })).toBeHidden();
}
