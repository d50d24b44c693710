import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { expectClean, looks } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { day, inSeconds, newestMessages, ownChannel, schedule } from '../support/scheduling';

const rows = (page: Page) => page.getByRole('listbox', { name: 'Outgoing' }).getByRole('option');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

async function openOutgoing(page: Page) {
  await page.getByRole('link', { name: 'Outgoing' }).first().click();
  await expect(page.getByRole('heading', { name: 'Outgoing', level: 1 })).toBeVisible();
}

test.describe('all that goes out', () => {
  test('waits without a network, through a reload, and goes out once', async ({
    own,
    openProfile,
  }) => {
    const context = await openProfile();
    const page = await context.newPage();
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await drafts.readyForOffline();
    await openOutgoing(page);
    await page.getByRole('link', { name: 'Drafts' }).first().click();
    await drafts.row('Lunch on the 22nd?').click();
    const text = await drafts.box.inputValue();
    await context.setOffline(true);
    await page.keyboard.press('Control+Enter');
    await openOutgoing(page);
    await expect(row(page, 'Lunch on the 22nd?')).toContainText('Waiting');
    await page.reload();
    await expect(row(page, 'Lunch on the 22nd?')).toContainText('Waiting');
    await expect(page.getByRole('link', { name: /^Outgoing/ })).toContainText('1');
    await expectClean(page);
    await context.setOffline(false);
    await expect(row(page, 'Lunch on the 22nd?')).toBeHidden({ timeout: 30_000 });
    const found = (await newestMessages(own, 'member')).filter((one) => one === text.trim());
    expect(found).toHaveLength(1);
  });

  test('has reminders with what they point at, also in another browser', async ({
    own,
    openProfile,
  }) => {
    const channel = await ownChannel(own, 'member');
    const sent = await own.api('member', 'POST', '/messages', {
      ...{ type: 'stream', to: String(channel), topic: 'figures', content: 'The figures of May' },
    });
    const [one, two] = [await openProfile(), await openProfile()];
    const here = (await DraftsPage.signIn(await one.newPage(), own, 'member')).page;
    const there = (await DraftsPage.signIn(await two.newPage(), own, 'member')).page;
    await openOutgoing(here);
    await openOutgoing(there);
    await own.api('member', 'POST', '/reminders', {
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
    const { reminders } = await own.api('member', 'GET', '/reminders');
    expect(reminders).toHaveLength(1);
  });
});

for (const { name, use, dir } of looks) {
  test.describe(name, () => {
    test.use(use);

    test('outgoing: few of each kind, one open', async ({ page, own }) => {
      await schedule(own, 'member', 'Bring the old map', inSeconds(2 * day));
      await DraftsPage.signIn(page, own, 'member');
      await openOutgoing(page);
      await expect(row(page, 'old map')).toBeVisible();
      await expectClean(page, dir);
      await page.getByRole('button', { name: 'Show one kind' }).click();
      await expect(page.getByRole('menuitemradio', { name: /^Scheduled/ })).toBeVisible();
      await expectClean(page, dir);
      await page.keyboard.press('Escape');
      await row(page, 'old map').click();
      await expect(page.getByText(/^Goes out/)).toBeVisible();
      await expectClean(page, dir);
    });

    test('outgoing: empty', async ({ page, own }) => {
      await DraftsPage.signIn(page, own, 'guest');
      await openOutgoing(page);
      await expect(page.getByText('Nothing waits to go out')).toBeVisible();
      await expectClean(page, dir);
    });
  });
}
