import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import { newestMessages, ownChannel, scheduledOn } from '../support/scheduling';
import { rarely } from '../support/share';
import { drop, sha256At } from '../support/uploads-page';

/** Writing as a client of the oldest supported server, with strict checks. */
test.describe.configure({ mode: 'default' });
test.use({ replies: 'partial' });
test.beforeEach(({ aged }) => void aged.strict.noted.splice(0));
test.afterEach(({ aged }) => expect(aged.strict.noted).toEqual([]));

/** Collects errors from the page's console. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** Adds a draft to a channel without a topic and opens it. */
async function openUnnamed(drafts: DraftsPage, server: Inkwell, account: string, content: string) {
  const channel = await ownChannel(server, account);
  const draft = { type: 'stream', to: [channel], topic: '', content };
  await server.api(account, 'POST', '/drafts', { drafts: JSON.stringify([draft]) });
  await drafts.row(content).click();
  await expect(drafts.box).toHaveValue(content);
}

test('signing in shows the server’s name, and people have profile pictures', async ({
  page,
  aged,
}) => {
  const { server, client, strict } = aged;
  const complaints = complaintsOf(page);
  await page.goto(`${client.url}/login`);
  await expect(page.getByText('Zulip Server 9')).toContainText(new URL(strict.url).host);
  const drafts = new DraftsPage(page, server, client.url);
  await drafts.signInByFile('member');
  const picture = drafts.rows.locator('img').first();
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(8);
  expect(strict.pictured.some((path) => path.startsWith('/avatar/'))).toBe(true);
  expect(complaints).toEqual([]);
});

test('signing out leaves no event queue behind', async ({ page, aged }) => {
  const { server, client } = aged;
  const polled = page.waitForRequest('**/json/events?*');
  await DraftsPage.signIn(page, server, 'guest', client.url);
  const queue_id = new URL((await polled).url()).searchParams.get('queue_id') ?? '';
  let registered = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/json/register')) registered += 1;
  });
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
  const old = { queue_id, last_event_id: '-1', dont_block: 'true' };
  expect(await server.api('guest', 'GET', '/events', old)).toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  });
  expect(registered).toBe(0);
});

test('drafts sync, and are sent without a topic', async ({ aged, openProfile }) => {
  const { server, client } = aged;
  const [one, two] = [await openProfile(), await openProfile()];
  const here = await DraftsPage.signIn(await one.newPage(), server, 'member', client.url);
  const there = await DraftsPage.signIn(await two.newPage(), server, 'member', client.url);
  await openUnnamed(here, server, 'member', 'Of no topic');
  await here.type(', and changed');
  await expect(there.row('Of no topic, and changed')).toBeVisible();
  await here.box.press('Control+Enter');
  await expect(here.row('Of no topic')).toBeHidden();
  await expect.poll(() => newestMessages(server, 'member')).toContain('Of no topic, and changed');
});

test(
  'a message whose reply was lost is found and exists once',
  rarely('lost reply at level 247'),
  async ({ page, aged }) => {
    const { server, client } = aged;
    const drafts = await DraftsPage.signIn(page, server, 'member', client.url);
    await openUnnamed(drafts, server, 'member', 'Answered into the void');
    await page.route(
      '**/json/messages',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await drafts.box.press('Control+Enter');
    await expect(drafts.row('Answered into the void')).toBeHidden({ timeout: 30_000 });
    const sent = (await newestMessages(server, 'member')).filter((text) => /the void/.test(text));
    expect(sent).toHaveLength(1);
  },
);

test('schedules without a topic, and shows a message that failed', async ({ page, aged }) => {
  const { server, client } = aged;
  const drafts = await DraftsPage.signIn(page, server, 'member2', client.url);
  const ours = async () =>
    (await scheduledOn(server, 'member2'))
      .map(({ content }) => content)
      .filter((content) => content.startsWith('Later'));
  await openUnnamed(drafts, server, 'member2', 'Later, of no topic');
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('button', { name: /^Tomorrow morning/ }).click();
  await expect(drafts.row('Later, of no topic')).toBeHidden();
  await expect.poll(ours).toEqual(['Later, of no topic']);
  await page.getByRole('link', { name: 'Scheduled' }).first().click();
  const rows = page.getByRole('listbox', { name: 'Scheduled' }).getByRole('option');
  await rows.filter({ hasText: 'Later, of no topic' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await drafts.box.fill('Later, and changed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(ours).toEqual(['Later, and changed']);
});

test(
  'a file is uploaded and opens from the draft’s preview',
  rarely('file at level 247'),
  async ({ page, aged }) => {
    const { server, client } = aged;
    const drafts = await DraftsPage.signIn(page, server, 'member', client.url);
    await drafts.write('With a file:');
    await drop(page, [{ name: 'tea.txt', text: 'Tea' }]);
    await expect(drafts.box).toHaveValue(/\[tea\.txt\]\(\/user_uploads\/\S+\)/);
    const url = /\((\/user_uploads\/\S+)\)/.exec(await drafts.box.inputValue())?.[1] ?? '';
    const sum = createHash('sha256').update('Tea').digest('hex');
    expect(await sha256At(server, 'member', url)).toBe(sum);
    await page.getByRole('button', { name: 'Preview' }).click();
    const opened = page.context().waitForEvent('page');
    await page.locator('[data-preview] a').click();
    await expect(await opened).toHaveURL(client.url + url);
    await expect(drafts.box).toHaveValue(/\[tea\.txt\]/);
  },
);
