import { expect, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { aPng } from '../support/pictures';

test.describe('emoji', () => {
  test('can be found by search, complete names, and are remembered until sign-out', async ({
    page,
    shared,
    someone,
  }) => {
    const drafts = await DraftsPage.signIn(page, shared, someone);
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    await drafts.write('Well done ');
    await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    await page.keyboard.type('clapping');
    // Drawn in color even if the system has no emoji font.
    const isDrawn = () =>
      [...document.fonts].some(({ family, status }) => family === 'Emoji' && status === 'loaded');
    await page.waitForFunction(isDrawn);
    await page.keyboard.press('Enter');
    await expect(drafts.box).toHaveValue('Well done 👏');
    await expect(drafts.box).toBeFocused();
    await page.keyboard.type(' :tad');
    await expect(page.getByRole('option', { name: 'tada' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(drafts.box).toHaveValue('Well done 👏 🎉 ');
    // Both come first when the picker opens again, even after a reload.
    await page.reload();
    await drafts.row('Well done').click();
    await drafts.box.click();
    await drafts.waitForComposeTools();
    await page.keyboard.press('Control+Shift+E');
    await expect(picker.getByRole('row').first()).toContainText('Recently used');
    await expect(picker.getByRole('row').first().getByRole('gridcell')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(picker).toBeHidden();
    const kept = () => page.evaluate(() => JSON.stringify(localStorage).includes('emoji-recent'));
    expect(await kept()).toBe(true);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(await kept()).toBe(false);
  });

  test('of the organization appear without a reload wherever they are used', async ({
    page,
    shared,
  }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'owner');
    await drafts.write('We have ');
    await page.keyboard.type(':inkw');
    const { email, key } = await shared.zuliprc('admin');
    const form = new FormData();
    form.append('filename', new File([new Uint8Array(aPng(8, 4))], 'inkwell.png'));
    const added = await fetch(`${shared.url}/api/v1/realm/emoji/inkwell`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
      body: form,
    });
    expect(added.status).toBe(200);
    await page.getByRole('option', { name: 'inkwell' }).click();
    await expect(drafts.box).toHaveValue('We have :inkwell: ');
    await page.keyboard.press('Control+Shift+E');
    await page.getByRole('button', { name: 'Custom' }).click();
    await page.getByRole('gridcell', { name: 'inkwell' }).last().click();
    await expect(drafts.box).toHaveValue('We have :inkwell: :inkwell:');
    await page.keyboard.press('Alt+P');
    const shown = page.getByRole('region', { name: 'Preview' }).locator('img.emoji').last();
    await expect(shown).toHaveAttribute('alt', ':inkwell:');
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(8);
  });

  test.describe('at every size, theme and text direction', () => {
    test.use(onAWalk);

    test('the picker', async ({ page, shared, someone }) => {
      const drafts = await DraftsPage.signIn(page, shared, someone);
      await drafts.newDraft.click();
      await drafts.box.click();
      await page.getByRole('button', { name: 'Emoji', exact: true }).click();
      await lookAround(page, page.getByRole('gridcell').first());
      await page.keyboard.type('hand');
      await expect(page.getByRole('row').first()).toContainText('Search results');
      await lookAround(page, page.getByRole('gridcell').first());
    });
  });
});
