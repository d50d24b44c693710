import process from 'node:process';
import { expect, test } from '../support/app';
import { channelLife, channelOfBefore, manyChannels } from '../support/journeys/channels';
import { searchLive } from '../support/journeys/search';
import { talk } from '../support/reading/talk';
import { triage } from '../support/reading/triage';
import { signIn } from '../support/session';
import { rarely } from '../support/share';

/** Reading and channels as a client of the oldest supported server, with strict checks. */
test.describe.configure({ mode: 'default' });
test.use({ replies: 'partial' });
test.beforeEach(({ aged }) => void aged.strict.noted.splice(0));
test.afterEach(({ aged }) => expect(aged.strict.noted).toEqual([]));

test('messages can be found by link and changed, and polls can be answered', async ({
  page,
  aged,
}) => {
  const { server, client } = aged;
  const own = Number((await server.api('member', 'GET', '/users/me'))['user_id']);
  const write = async (content: string) => {
    const params = { type: 'direct', to: JSON.stringify([own]), content };
    return Number((await server.api('member', 'POST', '/messages', params))['id']);
  };
  const id = await write('Helo');
  await write('/poll Lunch?\nSoup');
  await signIn(page.context(), server, 'member', client.url);
  await page.goto(`${client.url}/conversation?near=${id}`);
  await expect(page.getByRole('article', { name: 'Helo' })).toBeFocused();
  await page.keyboard.press('e');
  const box = page.getByRole('article').getByRole('textbox', { name: 'Message' });
  await expect(box).toHaveValue('Helo');
  await box.fill('Hello');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article', { name: 'Hello' })).toBeFocused();
  await page.getByRole('button', { name: 'Soup: no votes' }).click();
  await expect(page.getByRole('button', { name: /^Soup: 1 vote,/ })).toBeVisible();
  const { raw_content } = await server.api('member', 'GET', `/messages/${id}`);
  expect(raw_content).toBe('Hello');
});

test(
  'two people in a conversation end up with the same messages',
  rarely('talk at level 247'),
  async ({ page, openProfile, aged }) => {
    const { server, client, crowd } = aged;
    const there = await (await openProfile()).newPage();
    const sides = [
      { page, account: await crowd.next() },
      { page: there, account: await crowd.next() },
    ] as const;
    await talk(server, client.url, sides, { seed: 247, rounds: 1 });
  },
);

test(
  'an inbox can be emptied by keyboard alone',
  rarely('inbox at level 247'),
  async ({ page, aged }) => {
    const { server, client, crowd } = aged;
    const [account, other] = [await crowd.next(), await crowd.next()];
    const waiting = process.env['INKWELL_ALL'] ? 50 : 8;
    await triage(server, client.url, { page, account, other, waiting });
  },
);

test(
  'a channel is created, shown to others, changed and archived',
  rarely('channels at level 247'),
  async ({ page, openProfile, aged }) => {
    const { server, client, crowd } = aged;
    const other = await crowd.next();
    const watching = await (await openProfile()).newPage();
    // Servers of this level have no channel administrators yet.
    const account = 'admin';
    const sides = { page, account, watching, other, name: 'kites', isOld: true };
    await channelLife({ server, url: client.url, ...sides });
  },
);

test('a channel can be created with every option', async ({ page, aged }) => {
  await channelOfBefore(aged.server, aged.client.url, page);
});

test('a search finds new messages and doesn’t offer to save it', async ({
  page,
  openProfile,
  aged,
}) => {
  const { server, client, crowd } = aged;
  const [account, other] = [await crowd.next(), await crowd.next()];
  const elsewhere = await (await openProfile()).newPage();
  const sides = { page, elsewhere, account, other, name: 'sky watch', isOld: true };
  await searchLive({ server, url: client.url, ...sides });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'channels can be subscribed to, muted and left in bulk',
    rarely('many channels at level 247'),
    async ({ page, openProfile, aged }) => {
      const { server, client, crowd } = aged;
      const [maker, account] = [await crowd.next(), await crowd.next()];
      const elsewhere = await (await openProfile()).newPage();
      const sides = { page, elsewhere, account, maker, word: 'trees', byTouch: true };
      await manyChannels({ server, url: client.url, ...sides });
    },
  );
});
