import { expect, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';

test.describe('drafts', () => {
  test('of one account follow each other in two browsers', async ({ shared, openProfile }) => {
    const [one, two] = [await openProfile(), await openProfile()];
    const here = await DraftsPage.signIn(await one.newPage(), shared, 'member');
    const there = await DraftsPage.signIn(await two.newPage(), shared, 'member');
    await here.write('Seen in the other browser');
    await expect(there.row('Seen in the other browser')).toBeVisible();
    await there.row('Seen in the other browser').click();
    await there.type(', and answered there');
    // Not under the caret of the one who is in the text, but as soon as it has left.
    await here.search.click();
    await expect(here.row('and answered there')).toBeVisible();
    await expect(here.box).toHaveValue('Seen in the other browser, and answered there');
    await there.page.getByRole('button', { name: 'Delete draft' }).click();
    await expect(here.row('and answered there')).toBeHidden();
  });

  test('follow in a second browser within 2 s of a pause in typing', async ({
    shared,
    openProfile,
  }) => {
    const [one, two] = [await openProfile(), await openProfile()];
    const here = await DraftsPage.signIn(await one.newPage(), shared, 'member');
    const there = await DraftsPage.signIn(await two.newPage(), shared, 'member');
    // Its time stands still, so that what it waits for is not mixed up with how busy the machine is.
    await here.page.clock.install();
    await here.newDraft.click();
    await here.page.clock.pauseAt(Date.now() + 10_000);
    await here.type('A pause begins');
    await here.page.clock.runFor(2000);
    await expect(there.row('A pause begins')).toBeVisible();
  });

  test('sends one, and the message is there', async ({ page, shared }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'member');
    await drafts.row('Lunch on the 22nd?').click();
    const text = await drafts.box.inputValue();
    await page.keyboard.press('Control+Enter');
    await expect(drafts.row('Lunch on the 22nd?')).toBeHidden();
    await expect.poll(() => drafts.onServer('member')).not.toContain(text);
  });

  test('come back from the bin', async ({ page, shared, someone }) => {
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.write('Thrown away too early');
    await drafts.says('Saved');
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await expect(drafts.row('Thrown away too early')).toBeHidden();
    await page.getByRole('button', { name: /^Bin/ }).click();
    const thrown = page.getByRole('option').filter({ hasText: 'Thrown away too early' });
    await thrown.click();
    await expect(page.getByRole('button', { name: 'Bring back' })).toBeVisible();
    // It is shown a frame before it is in the history.
    await page.waitForURL(/[?&]entry=/);
    // Back goes one step: to the bin's list, not out of the bin.
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Bring back' })).toBeHidden();
    await thrown.click();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect(drafts.row('Thrown away too early')).toBeVisible();
    await expect.poll(() => drafts.onServer(someone)).toContain('Thrown away too early');
  });

  test('changed in two places at once are both kept until one chooses', async ({
    shared,
    someone,
    openProfile,
  }) => {
    const [one, two] = [await openProfile(), await openProfile()];
    const here = await DraftsPage.signIn(await one.newPage(), shared, someone);
    const there = await DraftsPage.signIn(await two.newPage(), shared, someone);
    await here.write('The title is open');
    await expect(there.row('The title is open')).toBeVisible();
    await there.row('The title is open').click();
    await two.setOffline(true);
    await there.box.fill('The title is Short Crossings');
    await there.says('Offline: will sync');
    await here.box.fill('The title is The Narrow Shelf');
    await expect.poll(() => here.onServer(someone)).toContain('The title is The Narrow Shelf');
    await two.setOffline(false);
    await there.search.click();
    await there.page.getByRole('button', { name: 'Compare' }).click();
    await expect(there.page.getByRole('region', { name: 'From this device' })).toContainText(
      'Short Crossings',
    );
    await expect(there.page.getByRole('region', { name: 'From elsewhere' })).toContainText(
      'The Narrow Shelf',
    );
    await there.page.getByRole('button', { name: /^Keep both/ }).click();
    await expect
      .poll(async () => (await here.onServer(someone)).filter((text) => /title is/.test(text)))
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining('Short Crossings'),
          expect.stringContaining('The Narrow Shelf'),
        ]),
      );
  });

  test('keep every key in two browsers that write in the same one at once', async ({
    shared,
    someone,
    openProfile,
  }) => {
    const [one, two] = [await openProfile(), await openProfile()];
    const here = await DraftsPage.signIn(await one.newPage(), shared, someone);
    const there = await DraftsPage.signIn(await two.newPage(), shared, someone);
    await here.write('The dog of 1234');
    await here.says('Saved');
    await there.row('The dog of 1234').click();
    const typing = async ({ page, box }: DraftsPage, text: string) => {
      await box.click();
      await page.keyboard.press('Control+End');
      const element = await box.elementHandle();
      await page.keyboard.type(text, { delay: 60 });
      await expect(box).toBeFocused();
      await expect(box).toHaveValue(`The dog of 1234${text}`);
      expect(await box.evaluate((now, before) => now === before, element)).toBe(true);
    };
    const mine = ' goes 1234 times: quick dogs, big dogs, 3 of them';
    const theirs = ' digs; 4321 diggers can not go 12 ways at once, or 3';
    await Promise.all([typing(here, mine), typing(there, theirs)]);
    const told = (page: DraftsPage['page']) =>
      page.getByRole('button', { name: 'Compare' }).count();
    await expect
      .poll(async () => (await told(here.page)) + (await told(there.page)))
      .toBeGreaterThan(0);
    const texts = async () => (await here.onServer(someone)).join();
    await here.search.click();
    await there.search.click();
    await expect.poll(texts).toContain(mine);
    await expect.poll(texts).toContain(theirs);
  });
});
