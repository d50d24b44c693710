import { expect, test } from '../support/app';
import { expectClean, looks } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';

const day = 86_400;
/** Two days ahead, at a quarter of an hour. */
const then = () => Math.ceil(Date.now() / 1000 / 900) * 900 + 2 * day;

async function schedule(server: Inkwell, content: string, timestamp: number) {
  const { user_id } = (await server.api('member', 'GET', '/users/me')) as { user_id: number };
  await server.api('member', 'POST', '/scheduled_messages', {
    type: 'direct',
    to: JSON.stringify([user_id]),
    content,
    scheduled_delivery_timestamp: String(timestamp),
  });
}

test('moves a message in the calendar by the mouse and the keys, and Back shows the list', async ({
  page,
  own,
}) => {
  await DraftsPage.signIn(page, own, 'member');
  await schedule(own, 'Dragged along', then());
  await page.goto(`${own.url}/scheduled`);
  await expect(page.getByRole('option', { name: /Dragged along/ })).toBeVisible();
  await page.getByText('Month', { exact: true }).click();
  await expect(page).toHaveURL(/view=month/);
  const block = page.getByRole('button', { name: /Dragged along/ });
  const cell = page.locator('[data-day]').filter({ has: block });
  const number = Number(await cell.getAttribute('data-day'));
  await block.dragTo(page.locator(`[data-day="${number + 1}"]`));
  await expect(page.locator(`[data-day="${number + 1}"]`)).toContainText('Dragged along');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.locator(`[data-day="${number}"]`)).toContainText('Dragged along');
  await block.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.locator(`[data-day="${number + 1}"]`)).toContainText('Dragged along');
  await expect(block).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Goes out/).last()).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('option', { name: /Dragged along/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Scheduled', level: 1 })).toBeVisible();
});

for (const { name, use, dir } of looks) {
  test.describe(name, () => {
    test.use(use);

    test('the week and the month are clean', async ({ page, shared }) => {
      await DraftsPage.signIn(page, shared, 'member');
      await schedule(shared, 'In the calendar', then());
      for (const view of ['week', 'month']) {
        await page.goto(`${shared.url}/scheduled?view=${view}`);
        await expect(page.locator('[data-day]').first()).toBeVisible();
        await expectClean(page, dir);
      }
    });
  });
}
