import { expect, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { signIn } from '../support/session';

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('people: the directory, a person, the user’s own status', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'member');
    await page.goto(`${shared.url}/people`);
    const rows = page.getByRole('listbox', { name: 'People' }).getByRole('option');
    await lookAround(page, rows.first());
    await rows.filter({ hasText: 'Administrator' }).first().click();
    await expect(page).toHaveURL(/\/people\/\d+$/);
    await lookAround(page, page.getByRole('button', { name: 'Copy mention' }));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').last().fill('>status');
    await page.keyboard.press('Enter');
    await lookAround(page, page.getByRole('button', { name: 'Out sick' }));
  });
});
