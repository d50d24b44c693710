import { expect, test } from '../support/app';
import { messagesOf, openChannel, readEverything, writeIn } from '../support/reading/messages';
import { signIn } from '../support/session';

test('each conversation that is opened is a step of Back, and named by the tab', async ({
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
  const row = (topic: string) => page.getByRole('option').filter({ hasText: topic });
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

test('the first page is the one that was chosen last, wherever that was done', async ({
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
