import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { settingsTable, type SettingName, type UserSettings } from '../../api/settings-table';
import '../../../app.css';
import SettingsList from './SettingsList.svelte';

const defaults = Object.fromEntries(
  Object.entries(settingsTable).map(([name, { default: value }]) => [name, value]),
) as UserSettings;

async function open(wanted?: SettingName, state: object = {}) {
  const world = anAccount({ state: aState({ user_settings: defaults, ...state }) });
  const given = { section: 'notifications', wanted, takesOver: () => false };
  await render(SectionBench, { account: world.account, section: SettingsList as never, given });
  return world;
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true });

it('is a table of what notifies and where, and saves each checkbox', async () => {
  const { calls } = await open();
  await expect
    .element(page.getByRole('table', { name: 'What notifies me, and where' }))
    .toBeVisible();
  await expect.element(box('Channels: Desktop')).not.toBeChecked();
  await box('Channels: Desktop').click();
  await expect
    .poll(() => calls('updateSettings'))
    .toEqual([{ enable_stream_desktop_notifications: true }]);
  await expect.element(page.getByRole('row', { name: /^Channel-wide mentions \(/ })).toBeVisible();
});

it('offers what the server can’t send only under “Used by other apps”', async () => {
  await open(undefined, { zulip_version: '12.0-inkwell', realm_push_notifications_enabled: false });
  await expect.element(box('Channels: Sound')).toBeVisible();
  await expect.element(box('Channels: Phone')).not.toBeInTheDocument();
  await expect.element(box('Channels: Email')).not.toBeInTheDocument();
  await page.getByText('Used by other apps').click();
  await expect
    .element(page.getByText('This server sends no email notifications yet.'))
    .toBeVisible();
});

it('opens the other settings for one that the user searched for', async () => {
  const state = { zulip_version: '12.0-inkwell' };
  await open('email_notifications_batching_period_seconds', state);
  const field = page.getByRole('textbox', { name: 'Delay before sending email notifications' });
  await expect.element(field).toHaveFocus();
});

it('focuses the checkbox the user searched for', async () => {
  await open('enable_stream_audible_notifications');
  await expect.element(box('Channels: Sound')).toHaveFocus();
});

it('stacks its rows in narrow windows', async () => {
  await page.viewport(360, 700);
  await open();
  await expect.element(box('Followed topics: Desktop')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
