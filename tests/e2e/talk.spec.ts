import { expect, places, test } from '../support/app';
import {
  linesIn,
  linesOn,
  messagesOf,
  openChannel,
  readEverything,
  unreadOf,
  writeIn,
} from '../support/reading/messages';
import { talk } from '../support/reading/talk';
import { newestMessages } from '../support/scheduling';
import { signIn } from '../support/session';

/** More rounds would exceed the server's requests per minute. */
const rounds = process.env['INKWELL_ALL'] ? 2 : 1;

for (const place of places) {
  test(`two people in a conversation ${place} end up with the same messages`, async ({
    page,
    openProfile,
    pair: { server, urls },
    someone,
    other,
  }) => {
    const there = await (await openProfile()).newPage();
    const sides = [
      { page, account: someone },
      { page: there, account: other },
    ] as const;
    await talk(server, urls[place], sides, { seed: 13, rounds });
  });
}

test('after a lost connection all missed messages are there, and sent ones exist once', async ({
  page,
  context,
  openProfile,
  shared,
  someone,
  other,
}) => {
  await readEverything(shared, someone);
  const channel = await openChannel(shared, `line of ${someone}`, [someone, other]);
  const topic = [channel, 'news'] as const;
  const ids: number[] = [];
  for (let at = 1; at <= 20; at++) ids.push(await writeIn(shared, other, topic, `Item ${at}.`));
  await signIn(context, shared, someone);
  await page.goto(`${shared.url}/conversation?channel=${channel}&topic=news`);
  const feed = messagesOf(page);
  await expect(feed.getByText('Item 1.')).toBeInViewport();
  await feed.press('End');
  await expect(feed.getByText('Item 20.')).toBeInViewport();

  await context.setOffline(true);
  // Item 21 must not come alone on the last of the connection.
  await expect(page.getByRole('status').getByText('You’ve been offline')).toBeVisible();
  for (let at = 21; at <= 80; at++) ids.push(await writeIn(shared, other, topic, `Item ${at}.`));
  await shared.api(other, 'PATCH', `/messages/${ids[2]}`, { content: 'Item 3, revised.' });
  await shared.api(other, 'PATCH', `/messages/${ids[60]}`, { content: 'Item 61, revised.' });
  await shared.api(other, 'PATCH', `/messages/${ids[4]}`, { topic: 'olds' });
  await shared.api(other, 'POST', `/messages/${ids[5]}/reactions`, { emoji_name: 'tada' });
  await context.setOffline(false);
  const lines = await linesIn(shared, someone, topic);
  expect(lines).toHaveLength(79);
  // Unseen messages aren't pushed out of view; a button leads to the newest ones.
  await expect(feed.getByText('Item 21.')).toBeInViewport();
  await page.getByRole('button', { name: /unread messages ·/ }).click();
  await expect(feed.getByText('Item 80.')).toBeInViewport();
  await expect.poll(() => linesOn(page)).toEqual(lines);

  // A second window of the same user shows what was read in the first.
  const elsewhere = await (await openProfile()).newPage();
  await signIn(elsewhere.context(), shared, someone);
  await elsewhere.goto(`${shared.url}/inbox`);
  const row = elsewhere.getByRole('option', { name: /^line of \S+ news / });
  await expect(row).toContainText('unread message');
  await messagesOf(page).focus();
  await page.keyboard.press('y');
  await expect(row.filter({ hasText: 'unread message' })).toHaveCount(0);
  const inNews = async () =>
    (await unreadOf(shared, someone)).filter((id) => lines.some((line) => line.id === id));
  await expect.poll(inNews).toEqual([]);

  // The server accepts the message, but its reply is lost.
  const lost: string[] = [];
  await page.route('**/json/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost.length > 0) return route.fallback();
    lost.push(await (await route.fetch()).text());
    await route.abort();
  });
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Sent into the void');
  await box.press('Control+Enter');
  await expect.poll(() => lost).toEqual([expect.stringContaining('"success"')]);
  await expect(feed.getByRole('article').filter({ hasText: 'into the void' })).toHaveCount(1);
  await expect(page.getByText(/checking whether your message arrived/)).toHaveCount(0);
  await expect(box).toHaveValue('');
  const found = (await newestMessages(shared, someone)).filter((one) => /the void/.test(one));
  expect(found).toHaveLength(1);
  await expect
    .poll(async () => (await linesOn(page)).filter(({ text }) => /the void/.test(text)).length)
    .toBe(1);
});

test('after an outage so long that the server has dropped the queue, no message is skipped', async ({
  page,
  context,
  shared,
  someone,
  other,
}) => {
  await readEverything(shared, someone);
  const channel = await openChannel(shared, `night of ${someone}`, [someone, other]);
  const topic = [channel, 'news'] as const;
  const ids: number[] = [];
  for (let at = 1; at <= 20; at++) ids.push(await writeIn(shared, other, topic, `Item ${at}.`));
  await signIn(context, shared, someone);
  const polling = page.waitForRequest('**/json/events?*');
  await page.goto(`${shared.url}/conversation?channel=${channel}&topic=news`);
  const queue_id = new URL((await polling).url()).searchParams.get('queue_id') ?? '';
  const feed = messagesOf(page);
  await expect(feed.getByText('Item 1.')).toBeInViewport();
  await feed.press('End');
  await expect(feed.getByText('Item 20.')).toBeInViewport();
  const unread = async () => (await unreadOf(shared, someone)).filter((id) => ids.includes(id));
  await expect.poll(unread).toEqual([]);

  await context.setOffline(true);
  await expect(page.getByRole('status').getByText('You’ve been offline')).toBeVisible();
  const dropped = await shared.api(someone, 'DELETE', '/events', { queue_id });
  expect(dropped).toMatchObject({ result: 'success' });
  for (let at = 21; at <= 80; at++) await writeIn(shared, other, topic, `Item ${at}.`);
  await context.setOffline(false);
  await expect(feed.getByText('Item 21.')).toBeInViewport();
  await expect(feed.getByText('Item 20.')).not.toBeInViewport();
  await page.getByRole('button', { name: /unread messages ·/ }).click();
  await expect(feed.getByText('Item 80.')).toBeInViewport();
});
