import type { Page } from '@playwright/test';
import { expect, test, withServiceWorker } from '../support/app';
import { expectClean, lookAround, onAWalk } from '../support/axe';
import { DraftsPage, keepNote } from '../support/drafts-page';
import { day, inSeconds, newestMessages, ownChannel, schedule } from '../support/scheduling';

test.use(withServiceWorker);

const rows = (page: Page) => page.getByRole('listbox', { name: 'Outgoing' }).getByRole('option');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

async function openOutgoing(page: Page) {
  await page.getByRole('link', { name: 'Outgoing' }).first().click();
  await expect(page.getByRole('heading', { name: 'Outgoing', level: 1 })).toBeVisible();
}

test.describe('all that goes out', () => {
  test('waits without a network, through a reload, and goes out once', async ({
    shared,
    someone,
    openProfile,
  }) => {
    const text = 'Could there be a vegetarian half of the table?';
    await keepNote(shared, someone, text);
    const context = await openProfile();
    const page = await context.newPage();
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.readyForOffline();
    await openOutgoing(page);
    await page.getByRole('link', { name: 'Drafts' }).first().click();
    await drafts.row(text).click();
    await context.setOffline(true);
    await page.keyboard.press('Control+Enter');
    await openOutgoing(page);
    await expect(row(page, text)).toContainText('Waiting');
    await page.reload();
    await expect(row(page, text)).toContainText('Waiting');
    await expect(page.getByRole('link', { name: /^Outgoing/ })).toContainText('1');
    await expectClean(page);
    await context.setOffline(false);
    await expect(row(page, text)).toBeHidden({ timeout: 30_000 });
    const found = (await newestMessages(shared, someone)).filter((one) => one === text);
    expect(found).toHaveLength(1);
  });

  test('has reminders with what they point at, also in another browser', async ({
    shared,
    someone,
    openProfile,
  }) => {
    const channel = await ownChannel(shared, someone);
    const sent = await shared.api(someone, 'POST', '/messages', {
      ...{ type: 'stream', to: String(channel), topic: 'figures', content: 'The figures of May' },
    });
    const [one, two] = [await openProfile(), await openProfile()];
    const here = (await DraftsPage.signIn(await one.newPage(), shared, someone)).page;
    const there = (await DraftsPage.signIn(await two.newPage(), shared, someone)).page;
    await openOutgoing(here);
    await openOutgoing(there);
    await shared.api(someone, 'POST', '/reminders', {
      message_id: String(sent['id']),
      scheduled_delivery_timestamp: String(inSeconds(day)),
      note: 'Ask her about June',
    });
    await expect(row(here, 'The figures of May')).toContainText('Ask her about June');
    await row(here, 'The figures of May').click();
    await expect(here.getByText(/^Reminds you/)).toBeVisible();
    await expectClean(here);
    await here.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row(there, 'The figures of May')).toBeHidden();
    await here.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(row(there, 'The figures of May')).toContainText('Ask her about June');
    const { reminders } = await shared.api(someone, 'GET', '/reminders');
    expect(reminders).toHaveLength(1);
  });
});

test.describe('in every look', () => {
  test.use(onAWalk);

  test('outgoing: empty, one of a kind, the kinds, one open', async ({ page, shared, someone }) => {
    await DraftsPage.signIn(page, shared, someone);
    await page.goto(`${shared.url}/outgoing`);
    await lookAround(page, page.getByText('Nothing waits to go out'));
    await schedule(shared, someone, 'Bring the old map', inSeconds(2 * day));
    await lookAround(page, row(page, 'old map'));
    const kind = page.getByRole('menuitemradio', { name: /^Scheduled/ });
    await lookAround(page, kind, () => page.getByRole('button', { name: 'Show one kind' }).click());
    await page.keyboard.press('Escape');
    await row(page, 'old map').click();
    await lookAround(page, page.getByText(/^Goes out/));
  });
});
