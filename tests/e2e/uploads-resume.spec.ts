import type { Page } from '@playwright/test';
import { rm } from 'node:fs/promises';
import { expect, places, test } from '../support/app';
import { expectClean } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import {
  bytesHeld,
  choose,
  dragIn,
  hideWaysToFiles,
  Line,
  mebibyte,
  sha256At,
  tray,
  writeRandom,
} from '../support/uploads-page';

/** Chooses a file that takes a while, and waits until the server has a part of it. */
async function begin(
  page: Page,
  server: Inkwell,
  path: string,
  bytesPerSecond = 4 * mebibyte,
): Promise<{ line: Line; sha256: string }> {
  const sha256 = await writeRandom(path, 24 * mebibyte);
  const before = await bytesHeld(server);
  const line = await Line.of(page);
  await line.slow(bytesPerSecond);
  await dragIn(page, path);
  await expect.poll(() => bytesHeld(server)).toBeGreaterThan(before + 4 * mebibyte);
  return { line, sha256 };
}

async function expectWhole(drafts: DraftsPage, account: string, sha256: string): Promise<void> {
  const linked = /film\.bin\]\((\/user_uploads\/\S+)\)$/;
  await expect(drafts.box).toHaveValue(linked, { timeout: 60_000 });
  const url = linked.exec(await drafts.box.inputValue())?.[1] ?? '';
  expect(await sha256At(drafts.server, account, url)).toBe(sha256);
}

const size = 200 * mebibyte;
const third = size / 3;

/** At which byte the page goes on. */
async function nextOffset(page: Page): Promise<number> {
  const isPart = (method: string, url: string) => method === 'PATCH' && url.includes('/json/tus/');
  const request = await page.waitForRequest((one) => isPart(one.method(), one.url()));
  return Number(await request.headerValue('upload-offset'));
}

/** How a browser has the file in the page after: what it needs before, and the person then. */
const ways = {
  'by itself, with the way to a dragged file': {
    prepare: () => Promise.resolve(),
    give: (page: Page, path: string) => dragIn(page, path),
    goOn: () => Promise.resolve(),
  },
  'once the file was chosen again, where there is no room for it': {
    prepare: async (page: Page) => {
      await hideWaysToFiles(page);
      await page.addInitScript(() => {
        navigator.storage.estimate = () => Promise.resolve({ quota: 0, usage: 0 });
      });
    },
    give: (page: Page, path: string) =>
      choose(page, page.getByRole('button', { name: 'Attach files' }), path),
    goOn: async (page: Page, path: string) => {
      await page.getByRole('button', { name: 'Show uploads' }).press('Enter');
      await expectClean(page);
      const again = page.getByRole('button', { name: 'Choose the file again' });
      await choose(page, again.last(), path);
    },
  },
};

for (const [index, place] of places.entries()) {
  const account = ['member', 'member2'][index]!;

  for (const [name, way] of Object.entries(ways)) {
    test(`after a reload 200 MB go on where they were ${name}, ${place}`, async ({
      page,
      pair: { server, urls },
    }, testInfo) => {
      await way.prepare(page);
      const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
      await drafts.write(`With 200 MB, ${name}:`);
      await drafts.says('Saved');
      const path = testInfo.outputPath('film.bin');
      const sha256 = await writeRandom(path, size);
      const before = await bytesHeld(server);
      const line = await Line.of(page);
      await line.slow(40 * mebibyte);
      await way.give(page, path);
      await expect
        .poll(() => bytesHeld(server), { timeout: 30_000 })
        .toBeGreaterThan(before + third);

      const offset = nextOffset(page);
      await page.reload();
      await line.mend();
      await drafts.loaded();
      await way.goOn(page, path);
      expect(await offset).toBeGreaterThan(third - 16 * mebibyte);
      await drafts.row(`With 200 MB, ${name}`).click();
      await expectWhole(drafts, account, sha256);
      await rm(path);
    });
  }

  test(`an upload waits for a new sign-in and goes on by itself, ${place}`, async ({
    page,
    pair: { server, urls },
  }, testInfo) => {
    const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
    await drafts.write('Signed out meanwhile:');
    await drafts.says('Saved');
    const { line, sha256 } = await begin(page, server, testInfo.outputPath('film.bin'));
    await page.context().clearCookies();
    await line.cut();
    await expect(tray(page)).toContainText('Waits for the connection');
    await line.slow(4 * mebibyte);
    await page.getByRole('button', { name: 'Show uploads' }).press('Enter');
    await expect(tray(page)).toContainText('Waits until you have signed in again');
    await expectClean(page);

    const offset = nextOffset(page);
    await tray(page).getByRole('link', { name: 'Sign in' }).click();
    await page.locator('input[type=file]').setInputFiles(server.zuliprcPath(account));
    await drafts.loaded();
    expect(await offset).toBeGreaterThan(4 * mebibyte - 1);
    await line.mend();
    await drafts.row('Signed out meanwhile:').click();
    await expectWhole(drafts, account, sha256);
  });

  test(`of two tabs one sends, and the other goes on when it is closed, ${place}`, async ({
    page,
    context,
    pair: { server, urls },
  }, testInfo) => {
    const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
    await drafts.write('In two tabs:');
    await drafts.says('Saved');
    const created: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/json/tus/')) {
        created.push(request.url());
      }
    });
    // So slow that it is not over before the tab is closed.
    const path = testInfo.outputPath('film.bin');
    const { sha256 } = await begin(page, server, path, 1.5 * mebibyte);
    const other = new DraftsPage(await context.newPage(), server, urls[place]);
    const offset = nextOffset(other.page);
    await other.open();
    await other.row('In two tabs:').click();
    await expect(tray(other.page)).toBeHidden();
    await page.close();
    expect(await offset).toBeGreaterThan(4 * mebibyte - 1);
    await expectWhole(other, account, sha256);
    expect(created).toHaveLength(1);
  });
}
