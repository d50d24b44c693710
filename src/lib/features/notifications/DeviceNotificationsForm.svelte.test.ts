import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import DeviceNotificationsFrame from '../../../../tests/support/ui/DeviceNotificationsFrame.svelte';
import { readAccountStorage } from '../../client/storage/account-storage';

it('pauses notifications until a chosen time', async () => {
  const { account } = anAccount();
  await render(DeviceNotificationsFrame, { account });
  const until = () => Number(readAccountStorage(account.id, 'notices-paused-until'));
  await page.getByRole('button', { name: 'Until tomorrow' }).click();
  await expect.element(page.getByText(/^Notifications are paused until .*8/)).toBeVisible();
  expect(new Date(until()).getHours()).toBe(8);
  await page.getByRole('button', { name: 'Resume notifications' }).click();
  await expect.element(page.getByText('Pause notifications', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'For an hour' }).click();
  await expect.element(page.getByRole('button', { name: 'Resume notifications' })).toBeVisible();
});

it('saves quiet hours on this device', async () => {
  const { account } = anAccount();
  await render(DeviceNotificationsFrame, { account });
  const kept = () => readAccountStorage(account.id, 'quiet-hours');
  await expect.element(page.getByLabelText('From')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('switch', { name: 'Quiet hours' }));
  await userEvent.fill(page.getByLabelText('From'), '21:30');
  await userEvent.fill(page.getByLabelText('To', { exact: true }), '07:15');
  await userEvent.keyboard('{Tab}');
  await expect.poll(kept).toEqual({ isOn: true, from: 21 * 60 + 30, to: 7 * 60 + 15 });
  await userEvent.fill(page.getByLabelText('To', { exact: true }), '21:30');
  await userEvent.keyboard('{Tab}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Choose an end time that’s different from the start time.');
});
