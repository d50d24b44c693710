import type { Page } from '@playwright/test';
import process from 'node:process';
import { expect, test, withServiceWorker } from '../support/app';
import { DraftsPage, killTabs } from '../support/drafts-page';
import { newestMessages, ownChannel } from '../support/scheduling';
import { rarely } from '../support/share';

test.use(withServiceWorker);

const minute = 60_000;
/** Each round writes a text in each of the tabs, all of which are killed. */
const { rounds, tabCount } = process.env['INKWELL_ALL']
  ? { rounds: 5, tabCount: 5 }
  : { rounds: 1, tabCount: 2 };

/** Resolves when all of the page's pending writes are on disk. */
const written = (page: Page) =>
  page.evaluate(async () => {
    const ended = (request: IDBRequest) =>
      new Promise<void>((done, failed) => {
        request.onsuccess = () => done();
        request.onerror = () => failed(new Error(String(request.error)));
      });
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!);
      await ended(opening);
      const stores = [...opening.result.objectStoreNames];
      // This transaction waits for the earlier ones.
      if (stores[0]) await ended(opening.result.transaction(stores).objectStore(stores[0]).count());
      opening.result.close();
    }
  });

test.describe('drafts through an outage', () => {
  for (const line of ['on line', 'off line']) {
    test(
      `keep every text, ${line}, when their tab is killed 1 s after the last key`,
      line === 'on line' ? rarely('killed tabs on line') : {},
      async ({ shared, someone, openProfile }) => {
        test.setTimeout(5 * minute);
        const context = await openProfile();
        const first = await context.newPage();
        const signedIn = await DraftsPage.signIn(first, shared, someone);
        await signedIn.readyForOffline();
        await context.setOffline(line === 'off line');
        const texts: string[] = [];
        for (let round = 0; round < rounds; round++) {
          const tabs = Array.from({ length: tabCount }, async () => {
            const drafts = new DraftsPage(await context.newPage(), shared);
            await drafts.open();
            return drafts;
          });
          const pages: Page[] = [];
          for (const [index, drafts] of (await Promise.all(tabs)).entries()) {
            const text = `Round ${round}, text ${index}, ${line}, whole.`;
            const { page } = drafts;
            // One second of the page's own clock: on a busy machine, a real second can pass without
            // the page running.
            await page.clock.install();
            await drafts.newDraft.click();
            await page.clock.pauseAt(Date.now() + 10_000);
            await drafts.type(text);
            await expect(drafts.box).toHaveValue(text);
            await page.clock.runFor(1000);
            // The page's clock stops here, so anything that it isn't writing to disk yet is lost.
            pages.push(page);
            texts.push(text);
          }
          await Promise.all(pages.map(written));
          await killTabs(pages);
        }
        const again = new DraftsPage(await context.newPage(), shared);
        await again.open();
        for (const text of texts) {
          await again.search.fill(text);
          await again.row(text).click();
          await expect(again.box).toHaveValue(text);
        }
      },
    );
  }

  test('survive when the server is killed and restarted while the user types', async ({
    page,
    own,
  }) => {
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await drafts.write('Before the crash, ');
    await drafts.says('Saved');
    await own.kill();
    await drafts.type('during it, ');
    await drafts.says('Offline: will sync later');
    await own.restart();
    await drafts.type('and after it.');
    await expect
      .poll(() => drafts.onServer('member'), { timeout: minute })
      .toContain('Before the crash, during it, and after it.');
    expect(
      (await drafts.onServer('member')).filter((text) => text.startsWith('Before the crash')),
    ).toHaveLength(1);
    await drafts.says('Saved');
  });

  test('survive a minute in airplane mode', async ({ shared, someone, openProfile }) => {
    const [here, elsewhere] = [await openProfile(), await openProfile()];
    const flying = await DraftsPage.signIn(await here.newPage(), shared, someone);
    const ground = await DraftsPage.signIn(await elsewhere.newPage(), shared, someone);
    await flying.readyForOffline();
    await flying.page.clock.install();
    await here.setOffline(true);
    await flying.write('Written above the clouds');
    await flying.says('Offline: will sync later');
    await ground.write('Written on the ground');
    await ground.says('Saved');
    await flying.page.clock.runFor(minute);
    await flying.open();
    await expect(flying.row('Written above the clouds')).toBeVisible();
    await here.setOffline(false);
    await expect(flying.row('Written on the ground')).toBeVisible();
    await expect(ground.row('Written above the clouds')).toBeVisible();
  });

  test('are sent once, and reported as sent, when the reply to sending is lost', async ({
    page,
    shared,
  }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'member');
    const swallowed: string[] = [];
    await page.route('**/json/messages', async (route) => {
      if (route.request().method() !== 'POST' || swallowed.length === 2) return route.fallback();
      const reply = await route.fetch();
      swallowed.push(await reply.text());
      await route.abort();
    });
    const { members } = await shared.api('member', 'GET', '/users');
    const [other] = (members as { user_id: number; is_active: boolean; is_bot: boolean }[]).filter(
      ({ is_active, is_bot }) => is_active && !is_bot,
    );
    for (const to of ['channel', 'person'] as const) {
      const content = `Swallowed once, to a ${to}`;
      const address =
        to === 'channel'
          ? { type: 'stream', to: [await ownChannel(shared, 'member')], topic: 'Outage' }
          : { type: 'private', to: [other?.user_id], topic: '' };
      await shared.api('member', 'POST', '/drafts', {
        drafts: JSON.stringify([{ ...address, content }]),
      });
      await drafts.row(content).click();
      await expect(drafts.box).toHaveValue(content);
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText(/checking whether your message arrived/)).toBeVisible();
      await expect(page.getByText(/^Sent to /).last()).toBeVisible();
      await expect(drafts.row(content)).toBeHidden();
      const found = (await newestMessages(shared, 'member')).filter((one) => one === content);
      expect(found).toHaveLength(1);
    }
    expect(swallowed).toEqual([
      expect.stringContaining('"success"'),
      expect.stringContaining('"success"'),
    ]);
  });
});
