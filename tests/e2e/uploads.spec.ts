import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, places, test, withServiceWorker } from '../support/app';
import { expectClean, lookAround, onAWalk } from '../support/axe';
import { DraftsPage, keepNote } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import { newestMessages } from '../support/scheduling';
import { rarely } from '../support/share';
import {
  choose,
  drop,
  hideWaysToFiles,
  Line,
  mebibyte,
  sha256At,
  sha256Of,
  tray,
} from '../support/uploads-page';

test.use(withServiceWorker);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Adds a draft to the account itself and opens it. */
async function openNote(drafts: DraftsPage, account: string, content: string): Promise<void> {
  await keepNote(drafts.server, account, content);
  await drafts.row(content).click();
  await expect(drafts.box).toHaveValue(content);
}

async function namesOfAttachments(server: Inkwell, account: string): Promise<string[]> {
  const { attachments } = await server.api(account, 'GET', '/attachments');
  return (attachments as { name: string }[]).map(({ name }) => name);
}

test('a large file continues after the server was killed, and arrives complete', async ({
  page,
  own,
}, testInfo) => {
  await hideWaysToFiles(page);
  const drafts = await DraftsPage.signIn(page, own, 'member');
  await drafts.write('With a large file:');
  const path = testInfo.outputPath('large.bin');
  await writeFile(path, randomBytes(24 * mebibyte));
  // Slow enough to be killed midway.
  await (await Line.of(page)).slow(8 * mebibyte);
  const begun = page.waitForRequest(
    (request) => request.method() === 'PATCH' && request.url().includes('/json/tus/'),
  );
  await choose(page, page.getByRole('button', { name: 'Attach files' }), path);
  await begun;
  await own.kill();
  await own.restart();
  await expect(drafts.box).toHaveValue(/\[large\.bin\]\(\/user_uploads\/\S+\)$/, {
    timeout: 60_000,
  });
  const url = /\((\/user_uploads\/\S+)\)$/.exec(await drafts.box.inputValue())?.[1] ?? '';
  expect(await sha256At(own, 'member', url)).toBe(await sha256Of(path));
});

test('the attach shortcut works as soon as there is a box', async ({ page, shared, someone }) => {
  await hideWaysToFiles(page);
  const drafts = await DraftsPage.signIn(page, shared, someone);
  await drafts.newDraft.click();
  const fileChooser = page.waitForEvent('filechooser');
  await drafts.box.press('Control+u');
  const tea = { name: 'tea.txt', mimeType: 'text/plain', buffer: Buffer.from('Tea') };
  await (await fileChooser).setFiles(tea);
  await expect(drafts.box).toHaveValue(/^\[tea\.txt\]\(\/user_uploads\/\S+\)$/);
});

for (const place of places) {
  test.describe(place, () => {
    test('ten files survive a lost connection and a change of draft, and end up in their own draft', async ({
      page,
      pair: { server, urls },
      someone: account,
    }) => {
      const ten = Array.from({ length: 10 }, (_, number) => ({
        name: `page-${number}.txt`,
        text: `Page ${number}, by ${account}. `,
        // Some go in one request, some in chunks.
        size: number % 5 === 4 ? 10 * mebibyte : mebibyte / 2,
      }));
      const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
      await drafts.readyForOffline();
      await openNote(drafts, account, `Ten files, ${place}`);
      await page.clock.install();
      const line = await Line.of(page);
      await line.slow(2 * mebibyte);
      await drop(page, ten);
      await expect(drafts.box).toHaveValue(/page-\d\.txt\]/);
      await line.cut();
      await expect(tray(page)).toContainText(/\d files uploading/);
      await drafts.newDraft.click();
      await drafts.type('Another one');
      await page.clock.runFor(30_000);
      await expect(tray(page)).toContainText(/\d files uploading/);
      await line.mend();
      await expect(tray(page)).toContainText('All files uploaded', { timeout: 30_000 });
      await expect(drafts.box).toHaveValue('Another one');

      await drafts.row(`Ten files, ${place}`).click();
      await expect(drafts.box).toHaveValue(new RegExp(`^Ten files, ${place} `));
      const text = await drafts.box.inputValue();
      const links = [...text.matchAll(/\[(page-\d\.txt)\]\((\S+)\)/g)];
      expect(links.map((link) => link[1])).toEqual(ten.map(({ name }) => name));
      for (const [at, { text, size }] of ten.entries()) {
        const whole = Buffer.alloc(size, text);
        expect(await sha256At(server, account, links[at]?.[2] ?? '')).toBe(sha256(whole));
      }
      const arrived = await namesOfAttachments(server, account);
      expect(arrived.filter((name) => name.startsWith('page-')).sort()).toEqual(
        ten.map(({ name }) => name),
      );
      await expectClean(page);
    });

    test('a file whose reply was lost exists once', async ({
      page,
      pair: { server, urls },
      someone: account,
    }) => {
      const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
      await openNote(drafts, account, `Once, ${place}`);
      await (await Line.of(page)).loseAnswer('*/json/user_uploads');
      await drop(page, [{ name: 'once.txt', text: `By ${account}` }]);
      await expect(drafts.box).toHaveValue(/once\.txt\]\(\/user_uploads\/\S+\)$/);
      const arrived = await namesOfAttachments(server, account);
      expect(arrived.filter((name) => name === 'once.txt')).toHaveLength(1);
    });

    test(
      'a message waits for its files and is sent with them',
      rarely('message with files'),
      async ({ page, pair: { server, urls }, someone: account }) => {
        const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
        await drafts.readyForOffline();
        await openNote(drafts, account, `The menu, ${place}`);
        await drop(page, [{ name: 'first.txt', text: 'first' }]);
        await expect(drafts.box).toHaveValue(/first\.txt\]/);
        const line = await Line.of(page);
        await line.cut();
        await drop(page, [{ name: 'menu.txt', text: 'Soup' }]);
        await expect(page.getByRole('button', { name: 'Pause menu.txt' })).toBeVisible();
        await drafts.box.press('Control+Enter');
        await expect(page.getByText('Will be sent when 1 file has uploaded.')).toBeVisible();
        await expectClean(page);
        await page.getByRole('button', { name: 'Don’t send yet' }).press('Enter');
        await expect(page.getByText(/^Will be sent when/)).toBeHidden();
        await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
        await expect(page.getByText('Will be sent when 1 file has uploaded.')).toBeVisible();
        await line.mend();
        await expect(drafts.row(`The menu, ${place}`)).toBeHidden({ timeout: 30_000 });
        const newest = async () => (await newestMessages(server, account)).at(-1);
        await expect
          .poll(newest)
          .toMatch(
            new RegExp(
              `^The menu, ${place} [^]*first\\.txt\\]\\([^]*menu\\.txt\\]\\(/user_uploads/`,
            ),
          );
      },
    );

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

      test('the tray pauses, resumes and removes uploads by keyboard on any page', async ({
        page,
        pair: { server, urls },
        someone: account,
      }) => {
        const drafts = await DraftsPage.signIn(page, server, account, urls[place]);
        await openNote(drafts, account, `From a phone, ${place}`);
        // The first try gets no answer, the second does.
        await page.route('**/json/user_uploads', () => undefined, { times: 1 });
        const name = 'A very long name of a file that no phone has the width to show whole.txt';
        await drop(page, [
          { name, text: 'phone ', size: mebibyte },
          { name: 'empty.txt', text: '' },
        ]);
        await expect(page.getByText('The file is empty.').first()).toBeVisible();
        await page.goBack();
        await expect(drafts.box).toBeHidden();
        const press = (name: string) => page.getByRole('button', { name }).press('Enter');
        await press('Show uploads');
        await press(`Pause ${name}`);
        await expect(tray(page).getByText(/^Paused at/)).toBeVisible();
        await expectClean(page);
        await press(`Resume ${name}`);
        await press('Dismiss empty.txt');
        await expect(tray(page)).toContainText('All files uploaded', { timeout: 30_000 });
        await expectClean(page);
        await press('Clear list');
        await expect(tray(page)).toBeHidden();
        await drafts.row(`From a phone, ${place}`).click();
        await expect(drafts.box).toHaveValue(/show whole\.txt\]\(\/user_uploads\/\S+\)$/);
      });
    });
  });
}

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('uploads: one in progress, one finished, one refused', async ({ page, shared, someone }) => {
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await openNote(drafts, someone, 'The menu:');
    await drop(page, [{ name: 'menu.txt', text: 'Soup' }]);
    await expect(page.getByRole('button', { name: 'Edit menu.txt' })).toBeVisible();
    await page.route('**/json/user_uploads', () => undefined);
    await drop(page, [
      { name: 'slow.txt', text: 'Slow' },
      { name: 'empty.txt', text: '' },
    ]);
    await lookAround(page, page.getByText('The file is empty.'));
    await page.getByRole('button', { name: 'Show uploads' }).click();
    await lookAround(page, tray(page).getByText('The file is empty.'));
  });
});
