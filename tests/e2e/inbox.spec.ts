import { expect, places, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import {
  messagesOf,
  openChannel,
  readEverything,
  unreadOf,
  writeIn,
} from '../support/reading/messages';
import { triage } from '../support/reading/triage';
import { signIn } from '../support/session';

for (const place of places) {
  test(`an inbox ${place} can be emptied by keyboard alone`, async ({
    page,
    pair: { server, urls },
    someone,
    other,
  }) => {
    await triage(server, urls[place], { page, account: someone, other, waiting: 50 });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the inbox can be read and answered by touch', async ({ page, shared, someone, other }) => {
    await readEverything(shared, someone);
    const channel = await openChannel(shared, `pocket of ${someone}`, [other, someone]);
    await readEverything(shared, someone);
    for (const topic of ['lunch', 'rain']) {
      await writeIn(shared, other, [channel, topic], `What about ${topic}?`);
    }
    await signIn(page.context(), shared, someone);
    await page.goto(`${shared.url}/inbox`);
    const row = (topic: string) => page.getByRole('option').filter({ hasText: `about ${topic}` });
    await row('lunch').tap();
    await expect(messagesOf(page).getByText('What about lunch?')).toBeInViewport();
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.tap();
    await page.keyboard.type('Soup.');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    const answer = messagesOf(page).getByRole('article').filter({ hasText: 'Soup.' });
    await expect(answer).toBeInViewport();
    // Touch also opens the actions of the user's own message.
    await answer.getByRole('button', { name: 'Message actions' }).tap();
    await page.getByRole('menuitem', { name: 'Add reaction' }).tap();
    await page.getByRole('gridcell').first().tap();
    await expect(answer.locator('button[aria-pressed=true]')).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    // The message was visible long enough to count as read.
    await expect.poll(() => unreadOf(shared, someone)).toHaveLength(1);
    await page.goBack();
    await expect(row('rain')).toBeVisible();
    await expect(row('lunch')).toHaveCount(0);
    expect(await unreadOf(shared, someone)).toHaveLength(1);
  });

  test('a draft can be started while reading, and Back returns there', async ({
    page,
    shared,
    someone,
  }) => {
    await signIn(page.context(), shared, someone);
    await page.goto(`${shared.url}/inbox`);
    const write = page.getByRole('button', { name: 'New draft' });
    expect(Math.min(...Object.values((await write.boundingBox())!).slice(2))).toBeGreaterThan(43);
    await write.tap();
    await expect(page.getByRole('heading', { name: 'New draft' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
    await write.tap();
    await page.getByRole('textbox', { name: 'Message' }).fill('Soup for everybody');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Drafts', exact: true }).tap();
    await expect(page.getByRole('option')).toHaveText([/Soup for everybody/]);
  });
});

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('reading: inbox, preview, feed, search results', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'member');
    await page.goto(`${shared.url}/inbox`);
    await lookAround(page, page.getByRole('option').first());
    await page.getByRole('listbox', { name: 'Inbox' }).focus();
    await page.keyboard.press('Shift+Enter');
    await lookAround(page, page.getByRole('region', { name: 'Unread messages' }));
    await page.goto(`${shared.url}/feed/all`);
    await lookAround(page, messagesOf(page).getByRole('article').last());
    await page.goto(`${shared.url}/search?q=is%3Ax+map`);
    await lookAround(page, page.getByRole('alert').filter({ hasText: '“x”' }));
    await page.goto(`${shared.url}/search?q=in%3Aall+map`);
    await lookAround(page, page.getByRole('article').first());
    await page.goto(`${shared.url}/search`);
    const box = page.getByRole('combobox', { name: 'Search messages' });
    await lookAround(page, page.getByRole('option').first(), () => box.fill('from:'));
  });
});
