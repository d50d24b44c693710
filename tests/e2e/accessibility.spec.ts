import { expect, test } from '../support/app';
import { expectClean, looks } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { Inkwell } from '../support/inkwell';

for (const { name, use, dir } of looks) {
  test.describe(name, () => {
    test.use(use);

    test('signing in and setting up', async ({ page, shared }) => {
      await page.goto(shared.url);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectClean(page, dir);
      const fresh = await Inkwell.start();
      try {
        await page.goto(fresh.url);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expectClean(page, dir);
      } finally {
        await fresh.dispose();
      }
    });

    test('drafts: list, box, recipient, palette, help, bin', async ({ page, shared }) => {
      const drafts = await DraftsPage.signIn(page, shared, 'member');
      await expectClean(page, dir);
      await drafts.rows.nth(1).click();
      await expect(drafts.box).toBeVisible();
      await expectClean(page, dir);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'What do you want to do?' })).toBeVisible();
      await expectClean(page, dir);
      await page.getByRole('combobox', { name: 'What do you want to do?' }).fill('bin');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expectClean(page, dir);
    });

    test('an account without drafts', async ({ page, shared }) => {
      await DraftsPage.signIn(page, shared, 'guest');
      await expectClean(page, dir);
    });
  });
}
