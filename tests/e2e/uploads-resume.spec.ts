import type { Page } from '@playwright/test';
import { rm } from 'node:fs/promises';
import { expect, places, test } from '../support/app';
import { expectClean } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import { openChannel, writeIn } from '../support/reading/messages';
import { signIn } from '../support/session';
import { rarely } from '../support/share';
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

/**
 * Gives a file to the page and waits until the server has more than half of the `part` that is let
 * through.
 */
async function begin(server: Inkwell, part: number, give: () => Promise<void>): Promise<void> {
  const before = await bytesHeld(server);
  await give();
  // Of the large file, that is 32 MiB through a proxy, while other tests run.
  const held = expect.poll(() => bytesHeld(server), { timeout: 60_000 });
  await held.toBeGreaterThan(before + part / 2);
}

async function expectWhole(drafts: DraftsPage, account: string, sha256: string): Promise<void> {
  const linked = /film\.bin\]\((\/user_uploads\/\S+)\)$/;
  await expect(drafts.box).toHaveValue(linked, { timeout: 60_000 });
  const url = linked.exec(await drafts.box.inputValue())?.[1] ?? '';
  expect(await sha256At(drafts.server, account, url)).toBe(sha256);
}

/** The byte from which the page resumes, as the server reports it. */
async function nextOffset(page: Page): Promise<number> {
  const answer = await page.waitForResponse(
    (one) => one.request().method() === 'HEAD' && one.url().includes('/json/tus/') && one.ok(),
  );
  return Number(await answer.headerValue('upload-offset'));
}

/** How the page gets the file back after a reload: what to prepare, and what the user then does. */
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
      const again = page.getByRole('button', { name: 'Choose file again' });
      await choose(page, again.last(), path);
    },
  },
};

/** Of the large file, in MiB. More than one part fits before the connection is closed. */
const size = process.env['INKWELL_ALL'] ? 200 : 100;

for (const place of places) {
  for (const [name, way] of Object.entries(ways)) {
    test(`after a reload a large file continues where it was ${name}, ${place}`, async ({
      page,
      pair: { server, urls },
      someone: account,
      buildDam,
    }, testInfo) => {
      await way.prepare(page);
      const part = 64 * mebibyte;
      const dam = await buildDam(urls[place], part);
      const drafts = await DraftsPage.signIn(page, server, account, dam.url);
      await drafts.write(`With a large file, ${name}:`);
      await drafts.says('Saved');
      const path = testInfo.outputPath('film.bin');
      const sha256 = await writeRandom(path, size * mebibyte);
      await begin(server, part, () => way.give(page, path));

      const offset = nextOffset(page);
      await page.reload();
      await drafts.loaded();
      await way.goOn(page, path);
      expect(await offset).toBeGreaterThan(part / 2);
      dam.open();
      await drafts.row(`With a large file, ${name}`).click();
      await expectWhole(drafts, account, sha256);
      await rm(path);
    });
  }

  test(
    `an upload waits for the user to sign in again and then continues, ${place}`,
    rarely('upload after signing in'),
    async ({ page, pair: { server, urls }, someone: account, buildDam }, testInfo) => {
      const part = 4 * mebibyte;
      const dam = await buildDam(urls[place], part);
      const drafts = await DraftsPage.signIn(page, server, account, dam.url);
      await drafts.write('Signed out meanwhile:');
      await drafts.says('Saved');
      const path = testInfo.outputPath('film.bin');
      const sha256 = await writeRandom(path, 24 * mebibyte);
      await begin(server, part, () => dragIn(page, path));
      await page.context().clearCookies();
      const line = await Line.of(page);
      await line.cut();
      await expect(tray(page)).toContainText('Waiting for a connection');
      await line.mend();
      await page.getByRole('button', { name: 'Show uploads' }).press('Enter');
      await expect(tray(page)).toContainText('Will resume when you sign in again');
      await expectClean(page);

      const offset = nextOffset(page);
      await tray(page).getByRole('link', { name: 'Sign in' }).click();
      await page.locator('input[type=file]').setInputFiles(server.zuliprcPath(account));
      // The user is back on the previous page.
      await page.waitForURL(/\/drafts\?draft=/);
      expect(await offset).toBeGreaterThan(part / 2);
      dam.open();
      await expect(drafts.box).toHaveValue(/^Signed out meanwhile:/);
      await expectWhole(drafts, account, sha256);
    },
  );

  for (const locks of ['with the Locks API', 'without it, as on plain http'])
    test(
      `only one of two tabs uploads, and the other continues when that one is closed, ${locks}, ${place}`,
      locks.includes('without') ? rarely('uploads without locks') : {},
      async ({ page, context, pair: { server, urls }, someone: account, buildDam }, testInfo) => {
        if (locks.includes('without')) {
          await context.addInitScript('delete Navigator.prototype.locks');
        }
        const part = 4 * mebibyte;
        const dam = await buildDam(urls[place], part);
        const drafts = await DraftsPage.signIn(page, server, account, dam.url);
        await drafts.write('In two tabs:');
        await drafts.says('Saved');
        const created: string[] = [];
        context.on('request', (request) => {
          if (request.method() === 'POST' && request.url().endsWith('/json/tus/')) {
            created.push(request.url());
          }
        });
        const path = testInfo.outputPath('film.bin');
        const sha256 = await writeRandom(path, 24 * mebibyte);
        await begin(server, part, () => dragIn(page, path));
        const other = new DraftsPage(await context.newPage(), server, dam.url);
        const offset = nextOffset(other.page);
        await other.open();
        await other.row('In two tabs:').click();
        await expect(tray(other.page)).toBeHidden();
        await page.close();
        expect(await offset).toBeGreaterThan(part / 2);
        dam.open();
        await expectWhole(other, account, sha256);
        expect(created).toHaveLength(1);
      },
    );
}

test('a file dropped into an empty box is inserted there after a reload', async ({
  page,
  shared,
  someone,
  buildDam,
}, testInfo) => {
  const channel = await openChannel(shared, `files of ${someone}`, [someone]);
  await writeIn(shared, someone, [channel, 'plans'], 'Where are they?');
  const part = mebibyte;
  const dam = await buildDam(shared.url, part);
  await signIn(page.context(), shared, someone, dam.url);
  await page.goto(`${dam.url}/conversation?channel=${channel}&topic=plans`);
  const box = page.getByRole('textbox', { name: 'Message' });
  await expect(box).toBeVisible();
  const path = testInfo.outputPath('film.bin');
  await writeRandom(path, 4 * mebibyte);
  const before = await bytesHeld(shared);
  await dragIn(page, path);
  await expect.poll(() => bytesHeld(shared)).toBeGreaterThan(before);
  await page.reload();
  await box.click();
  dam.open();
  await expect(box).toHaveValue(/film\.bin\]\(\/user_uploads\/\S+\)$/, { timeout: 60_000 });
  await expect(box).toBeFocused();
});
