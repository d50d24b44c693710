import { expect, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { day, schedule } from '../support/scheduling';
import { signIn } from '../support/session';

/** Unix seconds two days ahead, rounded up to a quarter of an hour. */
const then = () => Math.ceil(Date.now() / 1000 / 900) * 900 + 2 * day;

test('moves a message in the calendar by mouse and keyboard, and Back shows the list', async ({
  page,
  shared,
  someone,
}) => {
  await signIn(page.context(), shared, someone);
  await schedule(shared, someone, 'Dragged along', then());
  await page.goto(`${shared.url}/scheduled`);
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
  await expect(page.getByText(/^Scheduled for/).last()).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('option', { name: /Dragged along/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Scheduled', level: 1 })).toBeVisible();
});

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('the week and the month', async ({ page, shared, someone }) => {
    await signIn(page.context(), shared, someone);
    await schedule(shared, someone, 'In the calendar', then());
    for (const view of ['week', 'month']) {
      await page.goto(`${shared.url}/scheduled?view=${view}`);
      await lookAround(page, page.locator('[data-day]').first());
    }
  });
});
