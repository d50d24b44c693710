import type { Page } from '@playwright/test';
import { Random } from '../property/sim/random';
import { expect, test, withServiceWorker } from '../support/app';
import type { Inkwell } from '../support/inkwell';
import {
  messagesOf,
  openChannel,
  readEverything,
  unreadOf,
  writeIn,
} from '../support/reading/messages';
import { trackVisibleMessages } from '../support/reading/visible-messages';
import { signIn } from '../support/session';

const topics = ['ferries', 'harbour', 'tides'];
/** Timeout in milliseconds: with `--all`, the usual one is too short. */
const longTime = 480_000;

/** Sends unread messages of different heights to `account`, in alternating topics. */
async function fill(server: Inkwell, account: string, other: string, count: number) {
  await readEverything(server, account);
  const channel = await openChannel(server, `shore of ${account}`, [other, account]);
  await readEverything(server, account);
  for (let at = 0; at < count; at++) {
    const lines = Array.from({ length: 1 + ((at * 7) % 9) }, (_, line) => `Line ${line}.`);
    const topic = topics[at % topics.length]!;
    await writeIn(server, other, [channel, topic], `Note ${at}.\n\n${lines.join('\n\n')}`);
  }
  return channel;
}

test('never marks a message as read that wasn’t visible', async ({
  page,
  shared,
  someone,
  other,
}) => {
  const sessions = process.env['INKWELL_ALL'] ? 200 : 16;
  test.setTimeout(longTime);
  const random = new Random(1);
  const channel = await fill(shared, someone, other, 90);
  const at = (topic: string) => `${shared.url}/conversation?channel=${channel}&topic=${topic}`;
  const [first] = await unreadOf(shared, someone);
  await page.clock.install();
  await trackVisibleMessages(page);
  await signIn(page.context(), shared, someone);
  await page.goto(`${shared.url}/inbox`);
  const feed = messagesOf(page);
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    open: () => page.goto(at(random.pick(topics)!)),
    'open at a message': () =>
      page.goto(`${shared.url}/conversation?near=${first! + random.below(60)}`),
    'open the feed': () => page.goto(`${shared.url}/feed/channel/${channel}`),
    search: () => page.goto(`${shared.url}/search?q=harbour`),
    reload: () => page.reload(),
    back: () => page.goBack(),
    resize: () => page.setViewportSize({ width: 700 + random.below(600), height: 500 }),
    peek: async () => {
      await page.goto(`${shared.url}/inbox`);
      await page.keyboard.press('Shift+Enter');
    },
    'look away': () => page.evaluate(() => window.looking(false)),
    'look again': () => page.evaluate(() => window.looking(true)),
    scroll: () => page.mouse.wheel(0, random.below(1600) - 800),
    'go on by keys': async () => {
      if (await feed.isVisible()) await feed.press(random.pick(['End', 'ArrowUp', 'PageUp'])!);
    },
    write: () => writeIn(shared, other, [channel, random.pick(topics)!], 'Once more.'),
  };
  for (let session = 0; session < sessions; session++) {
    await acts[session % 3 === 0 ? 'open' : random.pick(Object.keys(acts))!]!();
    await page.mouse.move(900, 300);
    await page.clock.runFor(random.pick([100, 500, 1000, 2500])!);
    await page.evaluate(() => window.looking(true));
  }
  await page.goto(at('tides'));
  await expect(feed.getByRole('article').first()).toBeVisible();
  await page.clock.runFor(2500);
  const { marked, unseen, seen } = await page.evaluate(() => window.visibility);
  expect(unseen).toEqual([]);
  expect(seen).toBeGreaterThan(0);
  expect(marked).toBeGreaterThan(0);
});

/** The first visible message and its position. */
const placeIn = (page: Page) =>
  messagesOf(page).evaluate((feed) => {
    const { top } = feed.getBoundingClientRect();
    const rows = [...feed.querySelectorAll<HTMLElement>('[data-key]')];
    const row = rows.find((one) => one.getBoundingClientRect().top >= top + 40);
    return { key: row?.dataset['key'], top: Math.round(row?.getBoundingClientRect().top ?? 0) };
  });

test('every way back leads to the previous scroll position', async ({
  page,
  shared,
  someone,
  other,
}) => {
  const trips = process.env['INKWELL_ALL'] ? 100 : 6;
  test.setTimeout(longTime);
  const random = new Random(2);
  const channel = await fill(shared, someone, other, 90);
  await readEverything(shared, someone);
  await signIn(page.context(), shared, someone);
  const address = `${shared.url}/conversation?channel=${channel}&topic=tides`;
  await page.goto(address);
  const feed = messagesOf(page);
  const isBack = async (before: Awaited<ReturnType<typeof placeIn>>, way: string) => {
    await expect(feed).toBeVisible();
    await expect.poll(async () => (await placeIn(page)).key, way).toBe(before.key);
    await expect
      .poll(async () => Math.abs((await placeIn(page)).top - before.top), way)
      .toBeLessThanOrEqual(4);
  };
  const inbox = page.getByRole('listbox', { name: 'Inbox' });
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'Back from a page that was gone to by key': async () => {
      await feed.focus();
      await page.keyboard.press('Shift+S');
      await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor();
      await page.goBack();
    },
    'a click on its row': async () => {
      await page.getByRole('link', { name: 'Drafts' }).first().click();
      await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
      await page.goto(`${shared.url}/conversation`);
      await page.getByRole('option').filter({ hasText: 'tides' }).click();
    },
    'a reload': () => page.reload(),
    'its address': async () => {
      await page.goto(`${shared.url}/inbox`);
      await page.goto(address);
    },
  };
  // The text renders a moment after its row.
  await expect(feed.getByText('Line 0.').last()).toBeInViewport();
  for (let trip = 0; trip < trips; trip++) {
    await feed.evaluate((element, by) => element.scrollBy(0, by), -200 - random.below(400));
    // The scroll position is saved once scrolling has stopped.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const before = await placeIn(page);
    const way = Object.keys(ways)[trip] ?? random.pick(Object.keys(ways))!;
    await ways[way]!();
    await isBack(before, `${trip}: ${way}`);
  }
  await expect(inbox).toHaveCount(0);

  // Search results also keep their scroll position.
  // The search is limited to the test's own channel: messages from elsewhere would be added.
  const query = `channel:"shore of ${someone}" Note`;
  await page.goto(`${shared.url}/search?${new URLSearchParams({ q: query }).toString()}`);
  const found = page.getByRole('feed', { name: 'Search results' });
  await expect(found.locator('[data-key]').first()).toBeVisible();
  await found.evaluate((element) => (element.scrollTop = 1500));
  // Newly visible rows render in the next frames.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const visibleRow = () =>
    found.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      const rows = [...element.querySelectorAll<HTMLElement>('[data-key]')];
      const at = top + height / 3;
      return rows.find((row) => row.getBoundingClientRect().top > at)?.dataset['key'] ?? '';
    });
  await expect.poll(visibleRow).not.toBe('');
  const hit = found.locator(`[data-key="${await visibleRow()}"]`);
  const topOf = async () => (await hit.boundingBox())?.y ?? -1;
  const top = await topOf();
  await hit.getByRole('link').click();
  await expect(feed.getByRole('article').and(page.locator(':focus'))).toBeInViewport();
  await page.goBack();
  await expect(hit).toBeFocused();
  await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThan(4);
});

test.describe('offline', () => {
  test.use(withServiceWorker);

  test('shows all unread messages, and merges what is marked as read here and on another device', async ({
    page,
    context,
    shared,
    someone,
    other,
  }) => {
    const channel = await fill(shared, someone, other, 12);
    const before = await unreadOf(shared, someone);
    await signIn(context, shared, someone);
    await page.goto(`${shared.url}/inbox`);
    const row = (topic: string) => page.getByRole('option').filter({ hasText: topic });
    await expect(row('tides')).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // The app downloads the unread messages slowly in the background.
    const kept = () =>
      page.evaluate(async () => {
        const all = await indexedDB.databases();
        const name = all.find((one) => one.name?.startsWith('inkwell.message-cache.'))?.name;
        if (name === undefined) return [];
        const request = <T>(one: IDBRequest<T>) =>
          new Promise<T>((done) => (one.onsuccess = () => done(one.result)));
        const db = await request(indexedDB.open(name));
        const keys = await request(db.transaction('messages').objectStore('messages').getAllKeys());
        db.close();
        return keys;
      });
    await expect.poll(kept, { timeout: 30_000 }).toEqual(expect.arrayContaining(before));
    await context.setOffline(true);
    await page.reload();
    for (const topic of topics) await expect(row(topic)).toContainText('4 unread messages');
    await page.goto(`${shared.url}/feed/channel/${channel}`);
    await expect(messagesOf(page).getByText(/^Note \d+\.$/)).toHaveCount(12);
    await page.goto(`${shared.url}/inbox`);
    await expect(page.getByRole('listbox', { name: 'Inbox' })).toBeFocused();
    await page.keyboard.press('y');
    await expect(page.getByRole('option')).toHaveCount(2);
    // Another device marks a topic as read while this one is offline.
    const narrow = JSON.stringify([{ operator: 'topic', operand: 'ferries' }]);
    await shared.api(someone, 'POST', '/messages/flags/narrow', {
      anchor: 'newest',
      num_before: '100',
      num_after: '0',
      narrow,
      op: 'add',
      flag: 'read',
    });
    await context.setOffline(false);
    await expect.poll(async () => (await unreadOf(shared, someone)).length).toBe(4);
    await expect(page.getByRole('option').filter({ hasText: /unread/ })).toHaveCount(1);
    await expect(row('harbour')).toContainText('4 unread messages');
  });
});
