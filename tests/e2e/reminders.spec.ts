import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { expectClean } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import { day, inSeconds, ownChannel } from '../support/scheduling';

const row = (page: Page, text: string) =>
  page.getByRole('listbox', { name: 'Scheduled' }).getByRole('option').filter({ hasText: text });

test('reminders are listed with scheduled messages, in two browsers, and at their old URL', async ({
  shared,
  someone,
  openProfile,
}) => {
  const channel = await ownChannel(shared, someone);
  const sent = await shared.api(someone, 'POST', '/messages', {
    type: 'stream',
    to: String(channel),
    topic: 'figures',
    content: 'The figures of May',
  });
  const [one, two] = [await openProfile(), await openProfile()];
  const here = (await DraftsPage.signIn(await one.newPage(), shared, someone)).page;
  const there = (await DraftsPage.signIn(await two.newPage(), shared, someone)).page;
  for (const page of [here, there]) {
    await page.getByRole('link', { name: 'Scheduled' }).first().click();
    await expect(page.getByRole('heading', { name: 'Scheduled', level: 1 })).toBeVisible();
  }
  await shared.api(someone, 'POST', '/reminders', {
    message_id: String(sent['id']),
    scheduled_delivery_timestamp: String(inSeconds(day)),
    note: 'Ask her about June',
  });
  await expect(row(here, 'The figures of May')).toContainText('Ask her about June');
  await row(here, 'The figures of May').click();
  await expect(here.getByText(/^Reminds you/)).toBeVisible();
  await expectClean(here);
  await here.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(there, 'The figures of May')).toBeHidden();
  await here.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row(there, 'The figures of May')).toContainText('Ask her about June');
  const { reminders } = await shared.api(someone, 'GET', '/reminders');
  expect(reminders).toHaveLength(1);

  const [{ reminder_id }] = reminders as [{ reminder_id: number }];
  await there.goto(`${shared.url}/outgoing?entry=reminder-${reminder_id}`);
  await expect(there.getByText(/^Reminds you/)).toBeVisible();
  await there.goto(`${shared.url}/outgoing`);
  await expect(there.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
});
