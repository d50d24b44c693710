import { expect, test, withServiceWorker } from '../support/app';
import { DraftsPage } from '../support/drafts-page';

test.use(withServiceWorker);

test.describe('the shell', () => {
  test('runs commands from the palette and by key', async ({ page, shared }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'member');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What do you want to do?' }).fill('new draft');
    await page.keyboard.press('Enter');
    await expect(drafts.box).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Drafts' }).focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Drafts' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(drafts.box).toBeFocused();
  });

  test('leads a phone to every page from its bar, or from the menu beside it', async ({
    page,
    shared,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await DraftsPage.signIn(page, shared, 'member');
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText([/Inbox/, /Drafts/, /Scheduled/]);
    for (const link of await links.all()) {
      const isWhole = await link.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
      );
      expect(isWhole, await link.innerText()).toBe(true);
    }
    await links.last().click();
    await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Recent' }).click();
    await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Snippets' }).click();
    await expect(page.getByRole('heading', { name: 'Snippets' })).toBeVisible();
    await page.getByRole('button', { name: 'Commands' }).click();
    await expect(page.getByRole('combobox')).toBeVisible();
  });

  test('paints a known account from local data while the server is down', async ({ page, own }) => {
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await drafts.readyForOffline();
    await expect(drafts.rows).not.toHaveCount(0);
    const count = await drafts.rows.count();
    await own.stop();
    await drafts.open();
    await expect(drafts.rows).toHaveCount(count);
    await drafts.says('No connection');
    await own.restart();
    await page.getByRole('button', { name: 'Now' }).click();
    await drafts.says('Online');
  });
});
