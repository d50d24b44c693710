import { expect, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';

test.describe('signing out', () => {
  test('warns of a draft that is only here', async ({ page, own }) => {
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await own.kill();
    await drafts.write('only on this device');
    await drafts.says('Offline: will sync');
    await own.restart();
    await page.context().setOffline(true);
    await drafts.type(' and more');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'will be lost' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.context().setOffline(false);
    await drafts.says('Saved');
    await expect.poll(() => drafts.onServer('member')).toContain('only on this device and more');
  });

  test('erases what this browser kept', async ({ page, shared }) => {
    await DraftsPage.signIn(page, shared, 'member2');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  });
});
