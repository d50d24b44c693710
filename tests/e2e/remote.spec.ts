import { expect, test, withServiceWorker } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import { Inkwell } from '../support/inkwell';

test.use(withServiceWorker);

test('a client of another server shows its name, reports when it’s unreachable, and keeps every keystroke until it’s back', async ({
  page,
  own,
}) => {
  const client = await Inkwell.start({ env: { SERVICE_URL: own.url } });
  const { host } = new URL(own.url);
  await page.goto(`${client.url}/login`);
  await expect(page.getByText('Zulip Server 1')).toContainText(host);
  await expect(page.getByText('Tern & Tallow').first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);

  await own.stop();
  await page.reload();
  const gone = page.getByRole('alert').filter({ hasText: `Can’t reach ${host}.` });
  await expect(gone).toBeVisible();
  await own.restart();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Zulip Server 1')).toContainText(host);

  const drafts = new DraftsPage(page, own, client.url);
  await drafts.signInByFile('member');
  await drafts.write('Through the proxy');
  await expect.poll(() => drafts.onServer('member')).toContain('Through the proxy');
  await own.kill();
  await drafts.type(', and while it was gone');
  await drafts.says('Offline: will sync later');
  await own.restart();
  await expect
    .poll(() => drafts.onServer('member'), { timeout: 60_000 })
    .toContain('Through the proxy, and while it was gone');
  await client.dispose();
});
