import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { expectClean, looks } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { day, inSeconds, ownChannel, schedule, scheduledOn } from '../support/scheduling';

const rows = (page: Page) => page.getByRole('listbox', { name: 'Scheduled' }).getByRole('option');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const preset = (page: Page) => page.getByRole('button', { name: /^Tomorrow morning/ });
/** Of the newest notice. */
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).last();

async function openScheduled(page: Page) {
  await page.getByRole('link', { name: 'Scheduled' }).first().click();
  await expect(page.getByRole('heading', { name: 'Scheduled', level: 1 })).toBeVisible();
}

/** A draft to people, opened with the caret behind its third character. */
async function openDraft(drafts: DraftsPage) {
  await drafts.row('Lunch on the 22nd?').click();
  await expect(drafts.box).toBeFocused();
  await drafts.box.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 3));
  return drafts.box.inputValue();
}

/** Undo brings the text back where it was, and the server has nothing scheduled any more. */
async function expectTakenBack(drafts: DraftsPage, text: string) {
  await expect(drafts.box).toHaveValue(text);
  await expect(drafts.box).toBeFocused();
  expect(await drafts.box.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(3);
  await expect.poll(() => scheduledOn(drafts.server, 'member')).toEqual([]);
}

test.describe('scheduling', () => {
  test('for tomorrow takes two clicks, and Undo takes it back', async ({ page, own }) => {
    const drafts = await DraftsPage.signIn(page, own, 'member');
    const text = await openDraft(drafts);
    await page.getByRole('button', { name: 'Send later' }).click();
    await expectClean(page);
    await preset(page).click();
    await expect(drafts.row('Lunch on the 22nd?')).toBeHidden();
    const [message] = await scheduledOn(own, 'member');
    expect(message?.content).toBe(text.trim());
    const at = new Date((message?.scheduled_delivery_timestamp ?? 0) * 1000);
    const weekday = at.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'Europe/Berlin' });
    await expect(page.getByText(new RegExp(`goes out ${weekday}.* 0?9:00`)).last()).toBeVisible();
    await undo(page).click();
    await expectTakenBack(drafts, text);
  });

  test('for tomorrow takes four key strokes at most', async ({ page, own }) => {
    const drafts = await DraftsPage.signIn(page, own, 'member');
    const text = await openDraft(drafts);
    let strokes = 0;
    const press = async (key: string) => {
      await page.keyboard.press(key);
      strokes += 1;
    };
    await press('Control+Shift+Enter');
    // The first suggestion has the focus; which one that is depends on the time of day.
    const focused = page.locator('[data-preset]:focus');
    while (!(await focused.innerText()).includes('Tomorrow morning')) await press('ArrowDown');
    await press('Enter');
    expect(strokes).toBeLessThanOrEqual(4);
    await expect(drafts.row('Lunch on the 22nd?')).toBeHidden();
    await expect.poll(async () => (await scheduledOn(own, 'member')).length).toBe(1);
    await page.keyboard.press('Control+z');
    await expectTakenBack(drafts, text);
  });

  test('is changed in place, and to another time, in both browsers', async ({
    own,
    openProfile,
  }) => {
    await schedule(own, 'member2', 'Bring the old map', inSeconds(2 * day));
    const [one, two] = [await openProfile(), await openProfile()];
    const here = (await DraftsPage.signIn(await one.newPage(), own, 'member2')).page;
    const there = (await DraftsPage.signIn(await two.newPage(), own, 'member2')).page;
    await openScheduled(here);
    await openScheduled(there);
    await row(here, 'old map').click();
    await here.keyboard.press('e');
    const box = here.getByRole('textbox', { name: 'Message' });
    await box.fill('Bring the new map');
    await expect(here.getByText(/As it was, it still goes out/)).toBeVisible();
    await expect(row(there, 'old map')).toBeVisible();
    await expectClean(here);
    await here.getByRole('button', { name: 'Save' }).click();
    await expect(row(there, 'new map')).toBeVisible();

    const before = (await scheduledOn(own, 'member2'))[0]?.scheduled_delivery_timestamp ?? 0;
    await row(there, 'new map').click();
    await there.keyboard.press('r');
    await there.getByRole('textbox', { name: 'When' }).fill('in 5 days');
    await there.keyboard.press('Enter');
    const times = async () =>
      (await scheduledOn(own, 'member2')).map((one) => one.scheduled_delivery_timestamp - before);
    await expect.poll(async () => Math.round(((await times())[0] ?? 0) / day)).toBe(3);
    await undo(there).click();
    await expect.poll(times).toEqual([0]);

    await row(here, 'new map').click();
    await here.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row(there, 'new map')).toBeHidden();
    await undo(here).click();
    await expect(row(there, 'new map')).toBeVisible();
  });

  test('says ahead that it will fail, and why it did', async ({ page, own }) => {
    const channel = await ownChannel(own, 'member');
    await schedule(own, 'member', 'Far ahead', inSeconds(day), channel);
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await openScheduled(page);
    await expect(row(page, 'Far ahead')).toBeVisible();
    // Late enough to be seen before its time.
    await schedule(own, 'member', 'Any moment now', inSeconds(10), channel);
    await expect(row(page, 'Any moment now')).toBeVisible();
    await own.api('owner', 'DELETE', `/streams/${channel}`);
    await expect(row(page, 'Any moment now')).toContainText('Will fail');
    await expect(row(page, 'Far ahead')).toContainText('This channel is archived');

    await expect(row(page, 'Any moment now')).toContainText('Not sent', { timeout: 30_000 });
    await expect(rows(page).first()).toContainText('Any moment now');
    await expect(page.getByRole('link', { name: /^Scheduled.*1 not sent/ })).toBeVisible();
    await row(page, 'Any moment now').click();
    const told = page.getByRole('alert').filter({ hasText: 'It was not sent.' });
    await expect(told).toContainText('This channel is archived');
    await expect(told.getByRole('button').first()).toHaveText('Choose another channel');
    await expect(told.getByRole('button', { name: 'Reschedule' })).toBeVisible();
    await expectClean(page);
    await told.getByRole('button', { name: 'Move to drafts' }).click();
    await expect(row(page, 'Any moment now')).toBeHidden();
    await expect.poll(() => drafts.onServer('member')).toContain('Any moment now');
  });
});

for (const { name, use, dir } of looks) {
  test.describe(name, () => {
    test.use(use);

    test('scheduled: empty, list, message, chooser', async ({ page, own }) => {
      await DraftsPage.signIn(page, own, 'member2');
      await openScheduled(page);
      await expect(page.getByText('Nothing is scheduled')).toBeVisible();
      await expectClean(page, dir);
      await schedule(own, 'member2', 'Bring the **old** map', inSeconds(2 * day));
      await expect(row(page, 'old map')).toBeVisible();
      await expectClean(page, dir);
      await row(page, 'old map').click();
      await expect(page.getByText(/^Goes out/)).toBeVisible();
      await expectClean(page, dir);
      await page.getByRole('button', { name: 'Reschedule' }).click();
      await expect(page.getByRole('textbox', { name: 'When' })).toBeVisible();
      await expectClean(page, dir);
    });
  });
}
