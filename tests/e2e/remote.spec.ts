import { readdir } from 'node:fs/promises';
import { expect, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import { Inkwell } from '../support/inkwell';

test('a client of another server opens no database and keeps every key when that one is gone', async ({
  page,
  own,
}) => {
  const client = await Inkwell.start({ env: { SERVICE_URL: own.url } });
  expect(await readdir(client.dataDir)).not.toContain('pgdata');
  await page.goto(`${client.url}/login`);
  await expect(page.getByText('Tern & Tallow').first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(own.zuliprcPath('member'));
  const drafts = new DraftsPage(page, own);
  await drafts.loaded();
  await drafts.write('Through the proxy');
  await expect.poll(() => drafts.onServer('member')).toContain('Through the proxy');

  await own.kill();
  await drafts.type(', and while it was gone');
  await drafts.says('Offline: will sync');
  await own.restart();
  await expect
    .poll(() => drafts.onServer('member'), { timeout: 60_000 })
    .toContain('Through the proxy, and while it was gone');
  await client.dispose();
});
