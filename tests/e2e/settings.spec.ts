import { expect, holdTo, ofReal, placesWithReal, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { signIn } from '../support/session';

/** An image of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

for (const place of placesWithReal) {
  test.describe(`settings ${place}`, () => {
    holdTo(place);

    test('can be found, changed and undone, and an error is shown at its field', async ({
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
      await signIn(page.context(), server, someone, urls[place]);
      await page.goto(`${urls[place]}/settings/account`);
      const search = page.getByRole('searchbox', { name: 'Search settings' });
      await search.fill('sound ripple');
      await page.getByRole('link', { name: 'Notification sound' }).click();
      const sound = page.getByRole('combobox', { name: 'Notification sound' });
      await expect(sound).toBeFocused();
      await sound.selectOption('Harp');
      await expect(page.getByText('Notification sound saved').first()).toBeVisible();
      expect(await setting('notification_sound')).toBe('harp');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(sound).toHaveValue('zulip');
      // The setting is shown before it is saved.
      await expect.poll(() => setting('notification_sound')).toBe('zulip');

      // Our own server sends no email.
      if (place !== ofReal) await page.getByText('Used by other apps').click();
      const wait = page.getByRole('textbox', { name: 'Delay before sending email notifications' });
      await wait.fill('0');
      await wait.press('Enter');
      await expect(page.getByText('from 1 to 604')).toHaveCount(2);
      await expect(wait).toHaveValue('0');
      await wait.fill('600');
      await wait.press('Enter');
      await expect(
        page.getByText('Email: Delay before sending email notifications saved').first(),
      ).toBeVisible();
      expect(await setting('email_notifications_batching_period_seconds')).toBe(600);

      // A change made offline isn't lost: it's saved as soon as the connection is back.
      await page.context().setOffline(true);
      const desktop = page.getByRole('checkbox', {
        name: 'Direct messages, mentions and alert words: Desktop',
      });
      await desktop.click();
      await expect(page.getByText(/^Couldn’t save\./)).toBeVisible();
      await expect(desktop).not.toBeChecked();
      await page.context().setOffline(false);
      await expect(page.getByText('Desktop notifications saved').first()).toBeVisible();
      expect(await setting('enable_desktop_notifications')).toBe(false);

      await search.clear();
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      const name = page.getByRole('textbox', { name: 'Name' });
      await name.fill('x');
      await page.getByRole('button', { name: 'Save name' }).click();
      await expect(page.getByRole('form', { name: 'Name' }).getByRole('alert')).not.toBeEmpty();
      await expect(name).toHaveValue('x');

      await page.getByRole('link', { name: 'Connection' }).click();
      const queue = page.locator('[data-queue]');
      const before = await queue.textContent();
      await page.getByRole('button', { name: 'Restart event queue' }).click();
      await expect(queue).not.toHaveText(before ?? '');
      await expect(page.getByText('Event queue restarted').first()).toBeVisible();
    });

    test('of the user’s own profile can be changed, and follow changes from elsewhere', async ({
      page,
      pair: { server, urls },
      someone,
    }) => {
      await signIn(page.context(), server, someone, urls[place]);
      await page.goto(`${urls[place]}/settings/profile`);
      await page.getByRole('textbox', { name: 'What’s your status?' }).fill('At lunch');
      await page.getByRole('combobox', { name: 'Emoji' }).fill('pizza');
      await page.getByRole('option', { name: 'pizza', exact: true }).click();
      await page.getByRole('button', { name: 'Set status' }).click();
      await expect(page.getByRole('button', { name: 'Clear status' })).toBeVisible();
      const { user_id } = await server.api(someone, 'GET', '/users/me');
      const { status } = await server.api(someone, 'GET', `/users/${String(user_id)}/status`);
      expect(status).toMatchObject({ status_text: 'At lunch', emoji_name: 'pizza' });
      await server.api(someone, 'POST', '/users/me/status', { status_text: '', emoji_name: '' });
      await expect(page.getByRole('button', { name: 'Clear status' })).toBeHidden();

      await page
        .locator('input[type=file][accept="image/*"]')
        .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
      await page.getByRole('button', { name: 'Remove picture' }).click();
      await expect(page.getByRole('button', { name: 'Remove picture' })).toBeHidden();

      await page.getByRole('link', { name: 'Alert words' }).click();
      await page.getByRole('textbox', { name: 'New alert word' }).fill('teapot');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('listitem').filter({ hasText: 'teapot' })).toBeVisible();
      await server.api(someone, 'DELETE', '/users/me/alert_words', { alert_words: '["teapot"]' });
      await expect(page.getByRole('listitem').filter({ hasText: 'teapot' })).toHaveCount(0);
    });
  });
}

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('settings: sections, settings, account, queue', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'member');
    await page.goto(`${shared.url}/settings`);
    await lookAround(page, page.getByRole('link', { name: 'Privacy' }));
    for (const [section, shown] of [
      ['notifications', 'Notification sound'],
      ['account', 'Name'],
      ['profile', 'What’s your status?'],
      ['alert-words', 'New alert word'],
      ['muted', 'Mute someone'],
      ['views', 'Combined feed'],
    ] as const) {
      await page.goto(`${shared.url}/settings/${section}`);
      await lookAround(page, page.getByLabel(shown, { exact: true }).first());
    }
    await page.goto(`${shared.url}/settings/devices`);
    await lookAround(page, page.getByText('No devices'));
    await page.goto(`${shared.url}/settings/client`);
    await lookAround(page, page.getByRole('button', { name: 'Restart event queue' }));
  });
});
