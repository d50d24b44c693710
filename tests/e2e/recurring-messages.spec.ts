import { expect, test } from '../support/app';
import { expectClean } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';

const text = 'Stand-up in ten minutes';

interface Of {
  readonly server: Inkwell;
  readonly account: string;
}

interface Row {
  readonly content: string;
  readonly scheduled_delivery_timestamp: number;
}

async function onServer({ server, account }: Of, content: string): Promise<readonly Row[]> {
  const { scheduled_messages } = await server.api(account, 'GET', '/scheduled_messages');
  return (scheduled_messages as Row[]).filter((row) => row.content === content);
}

const counted = (of: Of, content: string) => () =>
  onServer(of, content).then((rows) => rows.length);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a recurring message for every Monday is created, changed, skipped once, deleted and restored', async ({
  page,
  shared,
  someone: account,
}) => {
  const of = { server: shared, account };
  await shared.api(account, 'PATCH', '/settings', {
    timezone: 'Europe/Berlin',
    twenty_four_hour_time: 'true',
  });
  const drafts = await DraftsPage.signIn(page, shared, account);
  const { user_id } = await shared.api(account, 'GET', '/users/me');
  await shared.api(account, 'POST', '/drafts', {
    drafts: JSON.stringify([{ type: 'private', to: [user_id], topic: '', content: text }]),
  });
  await drafts.row(text).click();
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByRole('textbox', { name: 'When' }).fill('mon 9:00');
  await page.getByRole('button', { name: 'Repeat…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Repeat message' });
  await expect(dialog).toContainText(/Every Monday at 09:00, Berlin/);
  await expect(dialog).toContainText(/only knows the individual messages/);
  await expect(dialog.getByRole('button', { name: 'Schedule 26 messages' })).toBeVisible();
  await dialog.getByLabel('Ends').selectOption('After a number of times');
  await dialog.getByLabel('Number of times').fill('6');
  await expectClean(page);
  await dialog.getByRole('button', { name: 'Schedule 6 messages' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(counted(of, text)).toBe(6);
  await expect(drafts.row(text)).toBeHidden();
  for (const { scheduled_delivery_timestamp } of await onServer(of, text)) {
    const words = new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Berlin',
    }).format(scheduled_delivery_timestamp * 1000);
    expect(words).toMatch(/^Mon.*09:00$/);
  }

  await page.goto(`${shared.url}/scheduled`);
  const row = page.getByRole('option', { name: /Recurring, 6 scheduled/ });
  await expect(row).toContainText(text);
  await row.click();
  await expect(page.getByText('6 upcoming messages')).toBeVisible();
  await expectClean(page);

  await page.getByRole('button', { name: 'Edit all' }).click();
  const changed = 'Stand-up in five minutes';
  await page.getByRole('textbox', { name: 'Message' }).fill(changed);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(counted(of, changed)).toBe(6);

  await page
    .getByRole('button', { name: /^Skip / })
    .nth(1)
    .click();
  await expect.poll(counted(of, changed)).toBe(5);
  await expect(page.getByText('5 upcoming messages')).toBeVisible();

  await page.getByRole('button', { name: 'Delete all' }).click();
  await expect.poll(counted(of, changed)).toBe(0);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('deleted');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(counted(of, changed)).toBe(5);

  await page.reload();
  const left = page.getByRole('option', { name: /Recurring, 5 scheduled/ });
  await left.click();
  await expect(page.getByText(/Every Monday at 09:00/)).toBeVisible();
  await expect.poll(counted(of, changed)).toBe(5);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByText('5 upcoming messages')).toBeVisible();
  await expectClean(page);
});
