import { expect, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';

test.describe('drafts', () => {
  test('sync between two browsers of one account', async ({ shared, openProfile }) => {
    const [one, two] = [await openProfile(), await openProfile()];
    const here = await DraftsPage.signIn(await one.newPage(), shared, 'member');
    const there = await DraftsPage.signIn(await two.newPage(), shared, 'member');
    await here.write('Seen in the other browser');
    await expect(there.row('Seen in the other browser')).toBeVisible();
    await there.row('Seen in the other browser').click();
    await there.type(', and answered there');
    // The text doesn't change while the caret is in it, only once the focus has left.
    await here.search.click();
    await expect(here.row('and answered there')).toBeVisible();
    await expect(here.box).toHaveValue('Seen in the other browser, and answered there');
    await there.page.getByRole('button', { name: 'Delete draft' }).click();
    await expect(here.row('and answered there')).toBeHidden();
  });

  test('reach a second browser within 2 s of a pause in typing', async ({
    shared,
    openProfile,
  }) => {
    const [one, two] = [await openProfile(), await openProfile()];
    const here = await DraftsPage.signIn(await one.newPage(), shared, 'member');
    const there = await DraftsPage.signIn(await two.newPage(), shared, 'member');
    // With a stopped clock, a busy machine doesn't affect the time that it waits.
    await here.page.clock.install();
    await here.newDraft.click();
    await here.page.clock.pauseAt(Date.now() + 10_000);
    await here.type('A pause begins');
    await here.page.clock.runFor(2000);
    await expect(there.row('A pause begins')).toBeVisible();
  });

  test('are shown below their conversation, with new messages, a quote and what is sent', async ({
    page,
    shared,
    someone,
    other,
  }) => {
    const idOf = async (account: string) =>
      Number((await shared.api(account, 'GET', '/users/me'))['user_id']);
    const write = async (content: string) => {
      const to = JSON.stringify([await idOf(someone)]);
      await shared.api(other, 'POST', '/messages', { type: 'direct', to, content });
    };
    const draft = { type: 'private', to: [await idOf(other)], topic: '', content: 'On *Monday*.' };
    await shared.api(someone, 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
    const drafts = await DraftsPage.signIn(page, shared, someone);
    // If no draft was opened, the newest one is open.
    await expect(drafts.box).toHaveValue(draft.content);
    await drafts.box.click();
    const feed = page.getByRole('feed', { name: 'Messages' });
    await expect(page.getByText('No messages yet')).toBeVisible();
    await write('When do we **meet**?');
    await expect(feed.locator('strong', { hasText: 'meet' })).toBeVisible();
    await expect(drafts.box).toBeFocused();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F6');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('>');
    await expect(drafts.box).toHaveValue(/^@_[^]*When do we \*\*meet\*\*\?[^]*On \*Monday\*\.$/);
    await page.keyboard.press('Control+Enter');
    await expect(feed.locator('em', { hasText: 'Monday' })).toBeVisible();
    await expect(drafts.box).toBeHidden();
    await expect(page.getByText('No drafts yet')).toBeVisible();
    await expect.poll(() => drafts.onServer(someone)).toEqual([]);
  });

  test('that were changed in two places at the same time both stay until the user chooses', async ({
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
    await there.says('Offline: will sync later');
    await here.box.fill('The title is The Narrow Shelf');
    await expect.poll(() => here.onServer(someone)).toContain('The title is The Narrow Shelf');
    await two.setOffline(false);
    await there.search.click();
    await there.page.getByRole('button', { name: 'Compare' }).click();
    await expect(there.page.getByRole('region', { name: 'This device' })).toContainText(
      'Short Crossings',
    );
    await expect(there.page.getByRole('region', { name: 'Another device' })).toContainText(
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

  test('keep every keystroke when two browsers write in the same draft at the same time', async ({
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
    const countCompareButtons = (page: DraftsPage['page']) =>
      page.getByRole('button', { name: 'Compare' }).count();
    await expect
      .poll(
        async () =>
          (await countCompareButtons(here.page)) + (await countCompareButtons(there.page)),
      )
      .toBeGreaterThan(0);
    const texts = async () => (await here.onServer(someone)).join();
    await here.search.click();
    await there.search.click();
    await expect.poll(texts).toContain(mine);
    await expect.poll(texts).toContain(theirs);
  });
});
