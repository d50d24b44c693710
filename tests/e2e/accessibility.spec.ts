import { expect, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('signing in', async ({ page, shared }) => {
    await page.goto(shared.url);
    await lookAround(page, page.getByRole('button', { name: 'Sign in' }));
  });

  test('drafts: list, box, recipient, palette, help, trash', async ({ page, shared }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'member');
    await lookAround(page, drafts.rows.first());
    await drafts.rows.nth(1).click();
    await lookAround(page, drafts.box);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Go to a conversation or run a command' });
    await lookAround(page, palette);
    await palette.fill('>open trash');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await lookAround(page, page.getByText('Trash is empty'));
  });

  test('an account without drafts', async ({ page, shared, someone }) => {
    await DraftsPage.signIn(page, shared, someone);
    await lookAround(page, page.getByText('No drafts yet'));
  });
});
