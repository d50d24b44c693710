import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { Inkwell } from '../support/inkwell';

/** Drops a file as a file manager does: its content is only available with the drop. */
async function drop(page: Page, name: string, text: string) {
  const files = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text ?? ''], name ?? ''));
      return transfer;
    },
    [name, text],
  );
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', type, { dataTransfer: files });
  }
}

const secret = (page: Page, label: 'Password' | 'API key') =>
  page.getByRole('textbox', { name: label });

test.describe('signing in', () => {
  test('by dropping a credentials file', async ({ page, shared }) => {
    await page.goto(`${shared.url}/login`);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await drop(page, 'member.zuliprc', await readFile(shared.zuliprcPath('member'), 'utf8'));
    await page.waitForURL(/\/inbox/);
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  test('again in one tab, which also reconnects the other one', async ({ context, shared }) => {
    const here = await DraftsPage.signIn(await context.newPage(), shared, 'moderator');
    const there = new DraftsPage(await context.newPage(), shared);
    await there.open();
    await context.clearCookies();
    await context.setOffline(true);
    await context.setOffline(false);
    for (const { page } of [here, there]) {
      await expect(page.locator('[data-connection=signed-out]:visible')).toBeVisible();
    }
    await here.page.getByRole('link', { name: 'Sign in' }).click();
    await here.page.locator('input[type=file]').setInputFiles(shared.zuliprcPath('moderator'));
    await here.page.waitForURL(/\/drafts/);
    await expect(there.page.locator('[data-connection=online]:visible')).toBeVisible();
    await here.page.close();
    const draft = { type: 'private', to: [], topic: '', content: 'Another device' };
    await shared.api('moderator', 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
    await expect(there.row('Another device')).toBeVisible();
  });

  for (const [link, place] of [
    ['/organization/invitations', /\/organization\/invitations$/],
    ['/conversation?dm=8', /\/conversation\?dm=8$/],
    ['/#narrow/is/starred', /\/feed\/starred$/],
    ['/login?to=//example.com/inbox', /\/inbox$/],
    ['/login?to=/session/people', /\/inbox$/],
  ] as const) {
    test(`after opening ${link} leads to the right page`, async ({ page, shared }) => {
      await page.goto(shared.url + link);
      await page.waitForURL(/\/login/);
      await page.reload();
      await page.locator('input[type=file]').setInputFiles(shared.zuliprcPath('member'));
      await page.waitForURL(place);
      expect(new URL(page.url()).origin).toBe(new URL(shared.url).origin);
    });
  }

  test('as a person of the sample works without typing accents', async ({ page, shared }) => {
    await page.goto(`${shared.url}/login`);
    await page.getByText('other people').click();
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('wojcik');
    await page.getByRole('button', { name: 'Wójcik' }).click();
    await page.waitForURL(/\/inbox/);
  });

  test('shows an error at its field and keeps the input', async ({ page, shared }) => {
    await page.goto(`${shared.url}/login`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
    await page.getByText('API key', { exact: true }).click();
    await secret(page, 'API key').fill('x'.repeat(32));
    await page.keyboard.press('Enter');
    const field = secret(page, 'API key');
    await expect(field).toHaveAccessibleDescription(/don’t match/);
    await expect(field).toHaveValue('x'.repeat(32));
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nobody@example.com');
  });

  test('sends no key to a server that the file doesn’t name', async ({ page, shared }) => {
    await page.goto(`${shared.url}/login`);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    const { email, key } = await shared.zuliprc('member');
    await drop(page, 'other', `[api]\nemail=${email}\nkey=${key}\nsite=https://other.example\n`);
    await expect(page.getByRole('alert').filter({ hasText: 'other.example' })).toBeVisible();
    await drop(page, 'photo.jpg', 'not a credentials file');
    await expect(page.getByRole('alert').filter({ hasText: 'photo.jpg' })).toBeVisible();
  });
});

test.describe('with a remote server', () => {
  for (const [name, type, body, words] of [
    [
      'is too old',
      'application/json',
      JSON.stringify({
        result: 'success',
        msg: '',
        zulip_version: '7.5',
        zulip_feature_level: 185,
        realm_name: 'Old',
      }),
      /version 7\.5 \(feature level 185\).*247/,
    ],
    ['is none', 'text/html', '<h1>Hello</h1>', /doesn’t look like a chat server/],
  ] as const) {
    test(`says that a server ${name}`, async ({ page }) => {
      const remote = createServer((_request, response) =>
        response.writeHead(200, { 'content-type': type }).end(body),
      );
      await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
      const { port } = remote.address() as AddressInfo;
      const client = await Inkwell.start({ env: { SERVICE_URL: `http://127.0.0.1:${port}` } });
      await page.goto(`${client.url}/login`);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await client.dispose();
      remote.close();
      remote.closeAllConnections();
    });
  }
});

test.describe('setting up', () => {
  test.use(onAWalk);

  test('creates an organization and signs in as its owner', async ({ page, openProfile }) => {
    const server = await Inkwell.start();
    await page.goto(server.url);
    await page.waitForURL(/\/setup/);
    const create = page.getByRole('button', { name: 'Create organization' });
    await lookAround(page, create);
    await create.click();
    await expect(page.getByRole('textbox', { name: 'Organization name' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Organization name' }).fill('Engine Works');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('tulip7river');
    await create.click();
    await page.waitForURL(/\/inbox/);

    const other = await (await openProfile()).newPage();
    await other.goto(`${server.url}/setup`);
    await other.waitForURL(/\/login/);
    await other.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await secret(other, 'Password').fill('tulip7river');
    await other.keyboard.press('Enter');
    await other.waitForURL(/\/inbox/);
    await server.dispose();
  });

  test('opens the sample organization with one click', async ({ page }) => {
    const server = await Inkwell.start();
    await page.goto(`${server.url}/setup`);
    await page.getByRole('button', { name: 'Open a sample organization' }).click();
    await page.waitForURL(/\/inbox/);
    await server.dispose();
  });
});

test('runs under its own policy, with the chosen theme before the first paint', async ({
  page,
  shared,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused/i.test(message.text())) complaints.push(message.text());
  });
  await page.addInitScript(() =>
    localStorage.setItem('inkwell.preferences', JSON.stringify({ theme: 'dark' })),
  );
  await page.goto(`${shared.url}/login`);
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});
