import { expect, places, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';

for (const place of places) {
  test.describe(`settings ${place}`, () => {
    test('are found, changed, undone, and refused where they stand', async ({
      page,
      pair: { server, urls },
      someone,
    }) => {
      const setting = async (name: string) =>
        (
          (
            await server.api(someone, 'POST', '/register', {
              fetch_event_types: '["user_settings"]',
              client_capabilities:
                '{"user_settings_object":true,"notification_settings_null":true}',
            })
          )['user_settings'] as Record<string, unknown>
        )[name];
      await DraftsPage.signIn(page, server, someone, urls[place]);
      await page.goto(`${urls[place]}/settings/account`);
      const search = page.getByRole('searchbox', { name: 'Search settings' });
      await search.fill('sound ripple');
      await page.getByRole('link', { name: 'Sound' }).click();
      const sound = page.getByRole('combobox', { name: 'Sound' });
      await expect(sound).toBeFocused();
      await sound.selectOption('Harp');
      await expect(page.getByText(': Sound – saved').first()).toBeVisible();
      expect(await setting('notification_sound')).toBe('harp');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(sound).toHaveValue('zulip');
      expect(await setting('notification_sound')).toBe('zulip');

      const wait = page.getByRole('textbox', { name: 'Wait before sending mail' });
      await wait.fill('0');
      await wait.press('Enter');
      await expect(page.getByText('from 1 to 604')).toHaveCount(2);
      await expect(wait).toHaveValue('0');
      await wait.fill('600');
      await wait.press('Enter');
      await expect(
        page.getByText('E-mail: Wait before sending mail – saved').first(),
      ).toBeVisible();
      expect(await setting('email_notifications_batching_period_seconds')).toBe(600);

      // Off line nothing is lost: it is saved as soon as there is a connection again.
      await page.context().setOffline(true);
      const desktop = page.getByRole('switch', { name: 'On the desktop' }).first();
      await desktop.click();
      await expect(page.getByText(/^Not saved\./)).toBeVisible();
      await expect(desktop).not.toBeChecked();
      await page.context().setOffline(false);
      await expect(page.getByText('On the desktop – saved').first()).toBeVisible();
      expect(await setting('enable_desktop_notifications')).toBe(false);

      await search.clear();
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.fill('x');
      await page.getByRole('button', { name: 'Save name' }).click();
      await expect(page.getByRole('form', { name: 'Name' }).getByRole('alert')).not.toBeEmpty();
      await expect(name).toHaveValue('x');

      await page.getByRole('link', { name: 'This client' }).click();
      const queue = page.locator('[data-queue]');
      const before = await queue.textContent();
      await page.getByRole('button', { name: 'End this queue' }).click();
      await expect(queue).not.toHaveText(before ?? '');
      await expect(page.getByText('another one has begun').first()).toBeVisible();
    });
  });
}

test.describe('in every look', () => {
  test.use(onAWalk);

  test('settings: sections, settings, account, queue', async ({ page, shared }) => {
    await DraftsPage.signIn(page, shared, 'member');
    await page.goto(`${shared.url}/settings`);
    await lookAround(page, page.getByRole('link', { name: 'Privacy' }));
    for (const [section, shown] of [
      ['notifications', 'Sound'],
      ['account', 'Name'],
    ] as const) {
      await page.goto(`${shared.url}/settings/${section}`);
      await lookAround(page, page.getByLabel(shown, { exact: true }).first());
    }
    await page.goto(`${shared.url}/settings/client`);
    await lookAround(page, page.getByRole('button', { name: 'End this queue' }));
  });
});
