import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { expectClean, lookAround, onAWalk } from '../support/axe';
import { DraftsPage, keepNote } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import { day, inSeconds, schedule, scheduledOn } from '../support/scheduling';

const rows = (page: Page) => page.getByRole('listbox', { name: 'Scheduled' }).getByRole('option');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const preset = (page: Page) => page.getByRole('button', { name: /^Tomorrow morning/ });
/** In the newest notification. */
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).last();

async function openScheduled(page: Page) {
  await page.getByRole('link', { name: 'Scheduled' }).first().click();
  await expect(page.getByRole('heading', { name: 'Scheduled', level: 1 })).toBeVisible();
}

const lunch = 'Could there be a vegetarian half of the table?';

/** Saves a draft and opens it with the caret after its third character. */
async function openDraft(page: Page, server: Inkwell, account: string): Promise<DraftsPage> {
  await keepNote(server, account, lunch);
  const drafts = await DraftsPage.signIn(page, server, account);
  await drafts.row(lunch).click();
  await expect(drafts.box).toBeFocused();
  await drafts.box.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 3));
  return drafts;
}

/** Undo restores the text and caret, and nothing is scheduled on the server anymore. */
async function expectTakenBack(drafts: DraftsPage, account: string) {
  await expect(drafts.box).toHaveValue(lunch);
  await expect(drafts.box).toBeFocused();
  expect(await drafts.box.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(3);
  await expect.poll(() => scheduledOn(drafts.server, account)).toEqual([]);
}

test.describe('scheduling', () => {
  test('for tomorrow takes two clicks, and Undo reverts it', async ({ page, shared, someone }) => {
    const drafts = await openDraft(page, shared, someone);
    await page.getByRole('button', { name: 'Send later' }).click();
    await expectClean(page);
    await preset(page).click();
    await expect(drafts.row(lunch)).toBeHidden();
    // The row disappears immediately; the request to the server can follow a moment later.
    await expect.poll(() => scheduledOn(shared, someone)).toHaveLength(1);
    const [message] = await scheduledOn(shared, someone);
    expect(message?.content).toBe(lunch);
    const at = new Date((message?.scheduled_delivery_timestamp ?? 0) * 1000);
    const weekday = at.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'Europe/Berlin' });
    await expect(
      page.getByText(new RegExp(`scheduled for ${weekday}.* 0?9:00`)).last(),
    ).toBeVisible();
    await undo(page).click();
    await expectTakenBack(drafts, someone);
  });

  test('for tomorrow takes at most four keystrokes', async ({ page, shared, someone }) => {
    const drafts = await openDraft(page, shared, someone);
    let strokes = 0;
    const press = async (key: string) => {
      await page.keyboard.press(key);
      strokes += 1;
    };
    await press('Control+Shift+Enter');
    // The first suggestion has the focus; which one it is depends on the time of day.
    const focused = page.locator('[data-preset]:focus');
    while (!(await focused.innerText()).includes('Tomorrow morning')) await press('ArrowDown');
    await press('Enter');
    expect(strokes).toBeLessThanOrEqual(4);
    await expect(drafts.row(lunch)).toBeHidden();
    await expect.poll(async () => (await scheduledOn(shared, someone)).length).toBe(1);
    // The page can receive the change later than this test.
    await expect(undo(page)).toBeVisible();
    // In a text field, Ctrl+Z undoes typing, so wait until the closing box is gone.
    await expect(drafts.box).toBeHidden();
    await page.keyboard.press('Control+z');
    await expectTakenBack(drafts, someone);
  });

  test('can be changed in place and moved to another time, in both browsers', async ({
    shared,
    someone,
    openProfile,
  }) => {
    await schedule(shared, someone, 'Bring the old map', inSeconds(2 * day));
    const [one, two] = [await openProfile(), await openProfile()];
    const here = (await DraftsPage.signIn(await one.newPage(), shared, someone)).page;
    const there = (await DraftsPage.signIn(await two.newPage(), shared, someone)).page;
    await openScheduled(here);
    await openScheduled(there);
    await row(here, 'old map').click();
    await here.keyboard.press('e');
    const box = here.getByRole('textbox', { name: 'Message' });
    await box.fill('Bring the new map');
    await expect(here.getByText(/the original message is still scheduled for/)).toBeVisible();
    await expect(row(there, 'old map')).toBeVisible();
    await expectClean(here);
    await here.getByRole('button', { name: 'Save' }).click();
    await expect(row(there, 'new map')).toBeVisible();

    const before = (await scheduledOn(shared, someone))[0]?.scheduled_delivery_timestamp ?? 0;
    await row(there, 'new map').click();
    await there.keyboard.press('h');
    await there.getByRole('textbox', { name: 'When' }).fill('in 5 days');
    await there.keyboard.press('Enter');
    const times = async () =>
      (await scheduledOn(shared, someone)).map((one) => one.scheduled_delivery_timestamp - before);
    await expect.poll(async () => Math.round(((await times())[0] ?? 0) / day)).toBe(3);
    await undo(there).click();
    await expect.poll(times).toEqual([0]);

    await row(here, 'new map').click();
    await here.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row(there, 'new map')).toBeHidden();
    // An earlier change has left another notification above it.
    await expect(here.getByRole('region', { name: 'Notifications' })).toContainText('deleted');
    await undo(here).click();
    await expect(row(there, 'new map')).toBeVisible();
  });

  test('warns in advance that a message will fail, and shows why it did', async ({
    page,
    shared,
  }) => {
    // No other test uses this channel, which is archived here.
    const [account, name] = ['sofie', 'website'];
    const { streams } = await shared.api(account, 'GET', '/streams');
    const all = streams as { name: string; stream_id: number }[];
    const channel = all.find((one) => one.name === name)?.stream_id ?? 0;
    await schedule(shared, account, 'Far ahead', inSeconds(day), channel);
    const drafts = await DraftsPage.signIn(page, shared, account);
    await openScheduled(page);
    await expect(row(page, 'Far ahead')).toBeVisible();
    // Late enough to see it before its time.
    await schedule(shared, account, 'Any moment now', inSeconds(10), channel);
    await expect(row(page, 'Any moment now')).toBeVisible();
    await shared.api('owner', 'DELETE', `/streams/${channel}`);
    await expect(row(page, 'Any moment now')).toContainText('Can’t be sent');
    await expect(row(page, 'Far ahead')).toContainText('This channel is archived');

    await expect(row(page, 'Any moment now')).toContainText('Not sent', { timeout: 30_000 });
    await expect(rows(page).first()).toContainText('Any moment now');
    await expect(page.getByRole('link', { name: /^Scheduled.*1 not sent/ })).toBeVisible();
    await row(page, 'Any moment now').click();
    const failureBanner = page.getByRole('alert').filter({ hasText: 'Not sent.' });
    await expect(failureBanner).toContainText('This channel is archived');
    await expect(failureBanner.getByRole('button').first()).toHaveText('Choose another channel');
    await expect(failureBanner.getByRole('button', { name: 'Reschedule' })).toBeVisible();
    await expectClean(page);
    await failureBanner.getByRole('button', { name: 'Move to drafts' }).click();
    await expect(row(page, 'Any moment now')).toBeHidden();
    await expect.poll(() => drafts.onServer(account)).toContain('Any moment now');
  });
});

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('scheduled: empty, list, message, chooser', async ({ page, shared, someone }) => {
    await DraftsPage.signIn(page, shared, someone);
    await openScheduled(page);
    await lookAround(page, page.getByText('No scheduled messages'));
    await schedule(shared, someone, 'Bring the **old** map', inSeconds(2 * day));
    await lookAround(page, row(page, 'old map'));
    await row(page, 'old map').click();
    await lookAround(page, page.getByText(/^Scheduled for/));
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await lookAround(page, page.getByRole('textbox', { name: 'When' }));
  });
});
