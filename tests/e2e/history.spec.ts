import { expect, test } from '../support/app';
import {
  messagesOf,
  openChannel,
  readEverything,
  unreadOf,
  writeIn,
} from '../support/reading/messages';
import { signIn } from '../support/session';

test('each opened conversation is a step in the history and names the tab', async ({
  page,
  shared,
  someone,
  other,
}) => {
  await readEverything(shared, someone);
  const name = `steps of ${someone}`;
  const channel = await openChannel(shared, name, [someone, other]);
  await readEverything(shared, someone);
  for (let at = 1; at <= 30; at++) await writeIn(shared, other, [channel, 'lunch'], `Soup ${at}.`);
  await readEverything(shared, someone);
  await writeIn(shared, other, [channel, 'rain'], 'Wet.');
  await signIn(page.context(), shared, someone);
  await page.goto(`${shared.url}/conversation`);
  const row = (topic: string) =>
    page.getByRole('option').filter({ hasText: name }).filter({ hasText: topic });
  const feed = messagesOf(page);
  await row('lunch').click();
  await expect(feed.getByText('Soup 30.')).toBeInViewport();
  await expect(page).toHaveTitle(new RegExp(`#${name} › lunch · Inkwell$`));
  await expect(page).toHaveTitle(/^\(1\) /);
  await feed.press('Home');
  await expect(feed.getByText('Soup 1.', { exact: true })).toBeInViewport();
  await row('rain').click();
  await expect(feed.getByText('Wet.')).toBeInViewport();
  await expect(page).toHaveTitle(new RegExp(`#${name} › rain · Inkwell$`));
  await page.goBack();
  await expect(page).toHaveTitle(new RegExp(`#${name} › lunch · Inkwell$`));
  await expect(feed.getByText('Soup 1.', { exact: true })).toBeInViewport();
  await page.goForward();
  await expect(feed.getByText('Wet.')).toBeInViewport();
});

test('each opened person and channel is a step in the history', async ({
  page,
  shared,
  someone,
}) => {
  await signIn(page.context(), shared, someone);
  for (const [path, list] of [
    ['people', 'People'],
    ['channels', 'Channels'],
  ] as const) {
    await page.goto(`${shared.url}/${path}`);
    const rows = page.getByRole('listbox', { name: list, exact: true }).getByRole('option');
    const opened: string[] = [];
    for (const at of [0, 1]) {
      await rows.nth(at).click();
      await expect(page).toHaveURL(new RegExp(`/${path}/\\d+`));
      if (at > 0) await expect(page).not.toHaveURL(opened[0]!);
      opened.push(page.url());
    }
    await page.goBack();
    await expect(page).toHaveURL(opened[0]!);
    await page.goBack();
    await expect(page).toHaveURL(`${shared.url}/${path}`);
    await page.goForward();
    await expect(page).toHaveURL(opened[0]!);
    // Once closed, Back doesn't open it again.
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(opened[0]!);
  }
});

test('opens the home view that was chosen last, on any device', async ({
  page,
  shared,
  someone,
}) => {
  await signIn(page.context(), shared, someone);
  await page.goto(shared.url);
  await expect(page).toHaveURL(`${shared.url}/inbox`);
  const isKept = () =>
    caches
      .open('inkwell-snapshots')
      .then((one) => one.keys())
      .then(({ length }) => length);
  await expect.poll(() => page.evaluate(isKept)).toBe(1);
  await page.goto('about:blank');
  await shared.api(someone, 'PATCH', '/settings', { web_home_view: 'recent_topics' });
  await page.goto(shared.url);
  await expect(page).toHaveURL(`${shared.url}/recent`);
});

test('the server’s name for messages without a topic leads to the conversation without one', async ({
  page,
  shared,
  someone,
  other,
}) => {
  await readEverything(shared, someone);
  const channel = await openChannel(shared, `nameless of ${someone}`, [someone, other]);
  const ids: number[] = [];
  for (let at = 1; at <= 3; at++)
    ids.push(await writeIn(shared, other, [channel, ''], `Tea ${at}.`));
  await signIn(page.context(), shared, someone);
  await page.goto(`${shared.url}/conversation?channel=${channel}&topic=general+chat`);
  const feed = messagesOf(page);
  await expect(feed.getByText('Tea 3.')).toBeInViewport();
  await expect(page).toHaveURL(`${shared.url}/conversation?channel=${channel}&topic=`);
  const isLeft = async () => (await unreadOf(shared, someone)).some((id) => ids.includes(id));
  await expect.poll(isLeft).toBe(false);
  // A message that was read shows up as read on the page, too.
  await writeIn(shared, other, [channel, ''], 'Tea 4.');
  await expect(feed.getByText('Tea 4.')).toBeInViewport();
  for (const id of [1, 2, 3]) await expect(feed.getByText(`Tea ${id}.`)).toBeInViewport();
});
