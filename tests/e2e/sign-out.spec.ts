import { readFileSync } from 'node:fs';
import { expect, test, withServiceWorker } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import { PageSession } from '../support/session';
import { SnippetsPage } from '../support/snippets-page';
import { drop } from '../support/uploads-page';

test.use(withServiceWorker);

/** The output file that a source is built into. */
function builtAs(source: string): string {
  const manifest = JSON.parse(
    readFileSync('.svelte-kit/output/client/.vite/manifest.json', 'utf8'),
  ) as Record<string, { file: string }>;
  const entry = manifest[source];
  if (!entry) throw new Error(`${source} is no part of its own`);
  return entry.file;
}

test.describe('signing out', () => {
  test('warns about a draft that is only on this device', async ({ page, shared, someone }) => {
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.readyForOffline();
    await page.context().setOffline(true);
    await drafts.write('only on this device');
    await drafts.says('Offline: will sync later');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'will be lost' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.context().setOffline(false);
    await drafts.says('Saved');
    await expect.poll(() => drafts.onServer(someone)).toContain('only on this device');
  });

  test('warns about a snippet that isn’t saved', async ({ page, shared }) => {
    await DraftsPage.signIn(page, shared, 'guest');
    const snippets = new SnippetsPage(page, shared);
    await snippets.open();
    await snippets.button('New snippet').first().click();
    await snippets.text.fill('half a thought');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(/^1 unsaved change to a snippet/);
  });

  test('loads its dialog again when the first attempt failed', async ({ openProfile, shared }) => {
    const context = await openProfile({ serviceWorkers: 'block' });
    let isCut = true;
    await context.route(`**/${builtAs('src/lib/features/shell/SignOutDialog.svelte')}`, (route) =>
      isCut ? route.abort() : route.continue(),
    );
    const { page } = await DraftsPage.signIn(await context.newPage(), shared, 'member2');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'couldn’t be loaded' })).toBeVisible();
    isCut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog', { name: /^Sign out of/ })).toBeVisible();
  });

  test('deletes all data of this browser, including unfinished uploads', async ({
    page,
    shared,
    someone,
  }) => {
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.write('With a file that is still on its way');
    await drafts.says('Saved');
    // Without an answer, the upload stays in progress until the page is closed.
    await page.route('**/json/user_uploads', () => undefined);
    await drop(page, [{ name: 'secret.txt', text: 'for nobody else' }]);
    await expect(page.getByRole('button', { name: 'Pause secret.txt' })).toBeVisible();
    const databases = () =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(databases).toContainEqual(expect.stringContaining('uploads'));
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'file' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect(await databases()).toEqual([]);
    const left = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.memory/')));
    expect(await left()).toEqual([]);
    // A page writes once more when it unloads.
    await page.reload();
    expect(await left()).toEqual([]);
  });

  test('on all other devices keeps unsent text there, and shows nothing else', async ({
    page,
    shared,
    someone,
  }) => {
    const drafts = await DraftsPage.signIn(page, shared, someone);
    await drafts.write('The server has this');
    await drafts.says('Saved');
    await drafts.readyForOffline();
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).map((key) => key.split('/')[2] ?? ''));
    await expect.poll(kept, { timeout: 15_000 }).toContain('first');
    await page.context().setOffline(true);
    await drafts.write('Nobody has this yet');
    await drafts.says('Offline: will sync later');
    await page.goto('about:blank');

    const { email, key } = await shared.zuliprc(someone);
    const other = await PageSession.signIn(shared, email, key);
    const headers = { 'Content-Type': 'application/json' };
    const end = { method: 'DELETE', body: '{}', headers };
    const { status } = await other.fetch(`/session/${other.account}/others`, end);
    expect(status).toBe(200);

    await page.context().setOffline(false);
    await page.addInitScript(() => {
      const seen = globalThis as unknown as { seen: string };
      seen.seen = '';
      new MutationObserver(() => {
        seen.seen += document.body?.textContent.includes('The server has this') ? 'shown ' : '';
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto(`${shared.url}/drafts`);
    await expect(page).toHaveURL(/\/login/);
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string }).seen)).toBe('');
    const names = () =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));
    await expect.poll(async () => (await names()).join(' ')).not.toContain('messages');
    expect((await kept()).filter((name) => name !== '')).toEqual([]);
    expect(await page.evaluate(async () => (await caches.keys()).join(' '))).toContain('shell');
    const snapshots = () =>
      page.evaluate(async () => (await (await caches.open('inkwell-snapshots')).keys()).length);
    expect(await snapshots()).toBe(0);

    // After signing in again, it sends the draft that hadn't reached the server.
    await page.locator('input[type=file]').setInputFiles(shared.zuliprcPath(someone));
    await expect.poll(() => drafts.onServer(someone)).toContain('Nobody has this yet');
  });

  test('elsewhere leads to the sign-in page, even if it couldn’t be loaded at first', async ({
    openProfile,
    shared,
    someone,
  }) => {
    const context = await openProfile({ serviceWorkers: 'block' });
    const { page: here } = await DraftsPage.signIn(await context.newPage(), shared, someone);
    const there = new DraftsPage(await context.newPage(), shared);
    await there.open();
    let isCut = true;
    let cuts = 0;
    await there.page.route('**/_app/**', (route) => {
      if (!isCut) return route.continue();
      cuts += 1;
      return route.abort();
    });
    await here.getByRole('button', { name: /^Account:/ }).click();
    await here.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await here.getByRole('button', { name: 'Sign out' }).click();
    await expect(here).toHaveURL(/\/login/);
    await expect.poll(() => cuts).toBeGreaterThan(0);
    isCut = false;
    await expect(there.page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  });

  test('elsewhere keeps text that is being written in its window', async ({
    page,
    shared,
    someone,
  }) => {
    const drafts = await DraftsPage.signIn(page, shared, someone);
    const other = new DraftsPage(await page.context().newPage(), shared);
    await other.open();
    await drafts.write('Half a sen');
    await drafts.says('Saved');
    await other.page.getByRole('button', { name: /^Account:/ }).click();
    await other.page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await other.page.getByRole('button', { name: 'Sign out' }).click();
    await expect(other.page).toHaveURL(/\/login/);
    await expect(page.getByText('You signed out in another tab')).toBeVisible();
    await page.keyboard.type('tence, gone on with');
    await expect(drafts.box).toHaveValue('Half a sentence, gone on with');
    await drafts.says('kept in this window only');
    await other.page.locator('input[type=file]').setInputFiles(shared.zuliprcPath(someone));
    await expect(other.page).toHaveURL(/\/inbox/);
    await expect(page.getByText('You signed out in another tab')).toBeHidden();
    await page.keyboard.type(' and kept');
    await expect
      .poll(() => drafts.onServer(someone), { timeout: 15_000 })
      .toContain('Half a sentence, gone on with and kept');
  });
});
