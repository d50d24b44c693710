import type { Page } from '@playwright/test';
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from '../support/app';
import { expectClean, looks } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';

interface Dropped {
  readonly name: string;
  readonly text: string;
}

/** Drops files on the page as the system's file manager does. */
async function drop(page: Page, files: readonly Dropped[]) {
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.querySelector('main')?.dispatchEvent(new DragEvent(type, options));
    }
  }, files);
}

const ten = Array.from({ length: 10 }, (_, index) => ({
  name: `page-${index}.txt`,
  text: `The text of page ${index}`,
}));
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.describe('uploads', () => {
  test('a large file goes on by itself after the server was killed, and is whole', async ({
    page,
    own,
  }) => {
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await drafts.write('With a large file:');
    const bytes = randomBytes(24 * 2 ** 20);
    const session = await page.context().newCDPSession(page);
    // Slow enough to be killed in the middle.
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 8 * 2 ** 20 },
    });
    const begun = page.waitForRequest(
      (request) => request.method() === 'PATCH' && request.url().includes('/json/tus/'),
    );
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (
      await chooser
    ).setFiles({ name: 'large.bin', mimeType: 'application/octet-stream', buffer: bytes });
    await begun;
    await own.kill();
    await own.restart();
    await expect(drafts.box).toHaveValue(/\[large\.bin\]\(\/user_uploads\/\S+\)$/, {
      timeout: 60_000,
    });
    const url = /\((\/user_uploads\/\S+)\)$/.exec(await drafts.box.inputValue())?.[1] ?? '';
    const arrived = await page.request.get(own.url + url);
    expect(sha256(await arrived.body())).toBe(sha256(bytes));
  });

  test('ten files outlast a lost network and another draft, and land in their own', async ({
    own,
    openProfile,
  }) => {
    const context = await openProfile();
    const page = await context.newPage();
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await drafts.readyForOffline();
    await drafts.write('With ten files:');
    // Fetched with the first of them.
    await drop(page, [{ name: 'first.txt', text: 'first' }]);
    await expect(drafts.box).toHaveValue(/first\.txt\]\(\/user_uploads\/\S+\)$/);
    await context.setOffline(true);
    await drop(page, ten);
    await expect(page.getByRole('button', { name: /^Pause page-/ })).toHaveCount(10);
    await drafts.write('Another one');
    await expect(tray(page)).toContainText('10 files uploading');
    await context.setOffline(false);
    await expect(tray(page)).toContainText('All files are uploaded', { timeout: 30_000 });
    await expect(drafts.box).toHaveValue('Another one');
    await drafts.row('With ten files:').click();
    for (const { name } of ten) {
      await expect(drafts.box).toHaveValue(new RegExp(`\\[${name}\\]\\(/user_uploads/`));
    }
    const { attachments } = await own.api('member', 'GET', '/attachments');
    expect(attachments).toHaveLength(11);
    await expectClean(page);
  });

  test('a message waits for its files and goes out with them', async ({ own, openProfile }) => {
    const context = await openProfile();
    const page = await context.newPage();
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await drafts.readyForOffline();
    await drafts.row('Lunch on the 22nd?').click();
    await drop(page, [{ name: 'first.txt', text: 'first' }]);
    await expect(drafts.box).toHaveValue(/first\.txt\]/);
    await context.setOffline(true);
    await drop(page, [{ name: 'menu.txt', text: 'Soup' }]);
    await expect(page.getByRole('button', { name: 'Pause menu.txt' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Goes out as soon as 1 file is uploaded.')).toBeVisible();
    await expectClean(page);
    await page.getByRole('button', { name: 'Don’t send yet' }).click();
    await expect(page.getByText(/^Goes out as soon/)).toBeHidden();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await context.setOffline(false);
    await expect(drafts.row('Lunch on the 22nd?')).toBeHidden({ timeout: 30_000 });
    const { messages } = await own.api('member', 'GET', '/messages', {
      ...{ anchor: 'newest', num_before: '1', num_after: '0', apply_markdown: 'false' },
    });
    const [message] = messages as { content: string }[];
    expect(message?.content).toMatch(/first\.txt\]\([^]*menu\.txt\]\(\/user_uploads\//);
  });
});

for (const { name, use, dir } of looks) {
  test.describe(name, () => {
    test.use(use);

    test('uploads: one under way, one up, one refused', async ({ page, own }) => {
      const drafts = await DraftsPage.signIn(page, own, 'member');
      await drafts.row('Lunch on the 22nd?').click();
      await drop(page, [{ name: 'menu.txt', text: 'Soup' }]);
      await expect(page.getByRole('button', { name: 'menu.txt: change' })).toBeVisible();
      await page.route('**/json/user_uploads', () => undefined);
      await drop(page, [
        { name: 'slow.txt', text: 'Slow' },
        { name: 'empty.txt', text: '' },
      ]);
      await expect(page.getByText('The file is empty.')).toBeVisible();
      await expectClean(page, dir);
      await page.getByRole('button', { name: 'Show uploads' }).click();
      await expect(tray(page).getByText('The file is empty.')).toBeVisible();
      await expectClean(page, dir);
    });
  });
}
