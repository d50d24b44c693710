import type { Page } from '@playwright/test';
import { expect, test, withServiceWorker } from '../support/app';
import { expectClean } from '../support/axe';
import { DraftsPage, keepNote } from '../support/drafts-page';
import { day, inSeconds, newestMessages, schedule, scheduledOn } from '../support/scheduling';
import { SnippetsPage } from '../support/snippets-page';

test.use(withServiceWorker);

const rows = (page: Page) => page.getByRole('listbox', { name: 'Scheduled' }).getByRole('option');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

async function go(page: Page, to: string) {
  await page.getByRole('link', { name: to }).first().click();
  await expect(page.getByRole('heading', { name: to, level: 1 })).toBeVisible();
}

test('offline changes survive a reload and are sent once when online again', async ({
  shared,
  someone,
  openProfile,
}) => {
  const lunch = 'I’m in, if the train is.';
  await keepNote(shared, someone, lunch);
  const table = 'Could there be a vegetarian half of the table?';
  await keepNote(shared, someone, table);
  const later = inSeconds(2 * day);
  await schedule(shared, someone, 'Bring the old map', later);
  await shared.api(someone, 'POST', '/saved_snippets', { title: 'Sorry', content: 'So sorry' });
  const context = await openProfile();
  const page = await context.newPage();
  const drafts = await DraftsPage.signIn(page, shared, someone);
  const snippets = new SnippetsPage(page, shared);
  await drafts.readyForOffline();
  // A page works offline once it has been opened.
  for (const to of ['Scheduled', 'Snippets', 'Drafts']) await go(page, to);
  await context.setOffline(true);

  await drafts.row(lunch).click();
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('button', { name: /^Tomorrow morning/ }).click();
  await expect(page.getByText('This will take effect when you’re online').last()).toBeVisible();
  await expect(drafts.row(lunch)).toBeHidden();

  await drafts.row(table).click();
  await page.keyboard.press('Control+Enter');
  await expect(drafts.rows.first()).toContainText(table);
  await expect(drafts.rows.first()).toContainText('Waiting');
  await expectClean(page);

  await go(page, 'Scheduled');
  await expect(row(page, lunch)).toContainText('Waiting');
  await row(page, 'old map').click();
  await page.keyboard.press('h');
  await page.getByRole('textbox', { name: 'When' }).fill('in 5 days');
  await page.keyboard.press('Enter');
  await expect(row(page, 'old map')).toContainText('Will be changed when you’re online');
  await expectClean(page);

  await go(page, 'Snippets');
  await snippets.row('Sorry').click();
  await snippets.button('Delete snippet').click();
  await expect(snippets.row('Sorry')).toBeHidden();
  await snippets.create('Bye', 'See you');
  await expect(snippets.row('Bye')).toContainText('Waiting');

  await page.reload();
  await expect(snippets.row('Bye')).toContainText('Waiting');
  await expect(snippets.row('Sorry')).toBeHidden();
  await go(page, 'Drafts');
  await expect(drafts.rows.first()).toContainText(table);
  await expect(drafts.rows.first()).toContainText('Waiting');
  await go(page, 'Scheduled');
  await expect(row(page, lunch)).toContainText('Will be scheduled');
  await expect(row(page, 'old map')).toContainText('Will be changed');

  await context.setOffline(false);
  await expect(rows(page).filter({ hasText: 'Waiting' })).toHaveCount(0, { timeout: 30_000 });
  const moved = async () => {
    const found = await scheduledOn(shared, someone);
    return found.find(({ content }) => content === 'Bring the old map');
  };
  await expect
    .poll(async () => (await moved())?.scheduled_delivery_timestamp)
    .toBeGreaterThan(later + 2 * day);
  await expect
    .poll(() => snippets.onServer(someone))
    .toMatchObject([{ title: 'Bye', content: 'See you' }]);
  await expect.poll(() => drafts.onServer(someone)).not.toContain(lunch);
  await expect.poll(() => drafts.onServer(someone)).not.toContain(table);
  const found = (await newestMessages(shared, someone)).filter((one) => one === table);
  expect(found).toHaveLength(1);
  const texts = (await scheduledOn(shared, someone)).map(({ content }) => content);
  expect(texts.sort()).toEqual(['Bring the old map', lunch].sort());
  await expect(page.getByRole('alert')).toHaveCount(0);
});
