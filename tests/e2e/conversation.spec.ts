import { expect, places, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { idOf, messagesOf, writeTo } from '../support/reading/messages';
import { signIn } from '../support/session';

for (const place of places) {
  test.describe(`conversations ${place}`, () => {
    test('can be read and answered, and each side immediately sees the other’s messages', async ({
      page,
      pair: { server, urls },
      someone,
      other,
    }) => {
      const [here, there] = [await idOf(server, someone), await idOf(server, other)];
      const messageId = await writeTo(server, other, [here], `Are you there, **${place}**?`);
      await DraftsPage.signIn(page, server, someone, urls[place]);
      await page.goto(`${urls[place]}/conversation`);
      const row = page.getByRole('option').filter({ hasText: place });
      await expect(row).toContainText('1 unread message');
      await row.click();
      const feed = messagesOf(page);
      await expect(feed.locator('strong', { hasText: place })).toBeVisible();
      // A message that was visible is marked as read.
      await expect(row).not.toContainText('unread');
      const readMessage = async () =>
        (await server.api(someone, 'GET', `/messages/${messageId}`))['message'];
      const flags = expect.arrayContaining(['read']) as unknown;
      await expect.poll(readMessage).toMatchObject({ flags });

      const box = page.getByRole('textbox', { name: 'Message' });
      await box.fill('Yes, *here*.');
      await page.keyboard.press('Control+Enter');
      await expect(feed.locator('em', { hasText: 'here' })).toBeVisible();
      await expect(box).toHaveValue('');
      await expect(box).toBeFocused();

      const next = await writeTo(server, other, [here], 'Good.');
      await expect(feed.getByText('Good.')).toBeVisible();
      await server.api(other, 'PATCH', `/messages/${next}`, { content: 'Very good.' });
      await expect(feed.getByText('Very good.')).toBeVisible();
      const thumb = { emoji_name: '+1' };
      await server.api(other, 'POST', `/messages/${messageId}/reactions`, thumb);
      const reaction = feed.getByRole('button', { name: '+1' });
      await expect(reaction).toHaveText(/1$/);
      await reaction.click();
      await expect(reaction).toHaveAttribute('aria-pressed', 'true');
      await expect(reaction).toHaveText(/2$/);
      // Text typed here is saved as a draft, even if the user leaves right away.
      await box.fill('To be continued');
      await page.goto(`${urls[place]}/conversation?dm=${there}`);
      await expect(box).toHaveValue('To be continued');

      await writeTo(server, other, [here], 'The quinces are ripe.');
      // Search finds the text, and a new message that matches is added.
      await page.getByRole('button', { name: 'Search this conversation' }).click();
      await expect(page.getByRole('combobox', { name: 'Search messages' })).toBeFocused();
      await page.keyboard.type('quinces');
      await page.keyboard.press('Enter');
      const found = page.getByRole('feed', { name: 'Search results' });
      await expect(found.locator('.highlight')).toHaveText('quinces');
      await writeTo(server, other, [here], 'No pears.');
      await writeTo(server, other, [here], 'More quinces.');
      await expect(found.locator('.highlight')).toHaveCount(2);
      await expect(found.locator('[data-key]').first()).toContainText('More quinces.');
    });
  });
}

test.describe('a long conversation', () => {
  test('can be scrolled back to its beginning without jumps', async ({ page, shared, someone }) => {
    const own = await idOf(shared, someone);
    for (let at = 1; at <= 130; at++) {
      await writeTo(shared, someone, [own], `Note ${at}.${'\n\nAnother line.'.repeat(at % 4)}`);
    }
    await signIn(page.context(), shared, someone);
    await page.goto(`${shared.url}/conversation?dm=${own}`);
    const feed = messagesOf(page);
    // Opens where the user stopped reading.
    await expect(feed.getByText('Note 1.')).toBeInViewport();
    await page.getByRole('button', { name: /unread message/ }).click();
    await expect(feed.getByText('Note 130.')).toBeInViewport();
    // Visible messages don't move while older ones load.
    const beginning = page.getByText('No older messages');
    await expect(async () => {
      await feed.evaluate((element) => element.scrollBy(0, -400));
      await expect(beginning).toBeInViewport({ timeout: 50 });
    }).toPass({ intervals: [50] });
    await expect(feed.getByText('Note 1.')).toBeVisible();
    await writeTo(shared, someone, [own], 'The newest of all.');
    await expect(beginning).toBeInViewport();
    await page.getByRole('button', { name: /unread message/ }).click();
    await expect(feed.getByText('The newest of all.')).toBeInViewport();
  });
});

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('conversations: list, messages, another one', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'member');
    await page.goto(`${shared.url}/conversation`);
    await lookAround(page, page.getByRole('option').first());
    await page.getByRole('option').first().click();
    await lookAround(page, messagesOf(page));
    await page.goto(`${shared.url}/conversation?new`);
    await lookAround(page, page.getByRole('button', { name: 'Open', exact: true }));
  });
});
