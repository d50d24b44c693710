import { chromiumArgs, findChromium } from '../../src/bin/chromium.js';
import { expect, test, withServiceWorker } from '../support/app';
import { openChannel, readEverything, unreadOf, writeIn } from '../support/reading/messages';
import { signIn } from '../support/session';

/** The headless shell denies notifications. */
const executablePath = findChromium();
test.use({
  ...withServiceWorker,
  permissions: ['notifications'],
  launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
});

test('a message notifies through the service worker, which marks it as read', async ({
  page,
  shared,
  someone,
  other,
}) => {
  const channel = await openChannel(shared, `calls of ${someone}`, [someone, other]);
  await readEverything(shared, someone);
  await signIn(page.context(), shared, someone);
  await page.goto(`${shared.url}/settings/notifications`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  const desktop = page.getByRole('checkbox', { name: 'Channels: Desktop' });
  await desktop.check();
  await expect(page.getByText('Channels: Desktop notifications saved').first()).toBeVisible();
  await writeIn(shared, other, [channel, 'news'], 'The kettle is on.');

  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
    });
  await expect.poll(shown).toEqual([expect.stringMatching(/news: The kettle is on\.$/)]);

  // Browsers under automation can't click a notification, so the event is made in the worker.
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<object[]> };
      dispatchEvent(event: Event): void;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new Event('notificationclick');
    Object.assign(event, { notification, action: 'read', waitUntil: () => undefined });
    scope.dispatchEvent(event);
  });
  await expect.poll(() => unreadOf(shared, someone)).toEqual([]);
  await expect.poll(shown).toEqual([]);
});
