import { readFile } from 'node:fs/promises';
import { expect, holdTo, ofReal, placesWithReal, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { signIn } from '../support/session';

for (const place of placesWithReal) {
  test.describe(`the organization ${place}`, () => {
    holdTo(place);

    test('groups can be created, changed, deactivated and reactivated', async ({
      page,
      pair: { server, urls },
    }) => {
      await signIn(page.context(), server, 'owner', urls[place]);
      await page.goto(`${urls[place]}/organization/groups`);
      await page.getByRole('button', { name: 'New group' }).click();
      const dialog = page.getByRole('dialog', { name: 'New group' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('role:x');
      await dialog.getByRole('button', { name: 'Create group' }).click();
      await expect(dialog.getByRole('alert').filter({ hasText: 'role:' })).toBeVisible();
      const name = `printers ${place}`;
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog
        .getByRole('combobox', { name: 'Who can mention this group', exact: true })
        .selectOption('Moderators and above');
      await dialog.getByRole('button', { name: 'Create group' }).click();
      await expect(dialog).toBeHidden();
      const row = page.getByRole('listitem').filter({ hasText: name });
      await expect(row).toContainText('1 person');
      await row.getByRole('button', { name: `Edit ${name}` }).click();
      const edit = page.getByRole('dialog', { name: `Edit ${name}` });
      await expect(
        edit.getByRole('combobox', { name: 'Who can mention this group', exact: true }),
      ).toHaveValue('role:moderators');
      await edit.getByRole('textbox', { name: 'Description' }).fill('Who print');
      await edit.getByRole('button', { name: 'Save' }).click();
      await expect(row).toContainText('Who print');
      await row.getByRole('button', { name: `Deactivate ${name}` }).click();
      await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
      await expect(row).toContainText('Deactivated');
      const reactivate = row.getByRole('button', { name: `Reactivate ${name}` });
      // Servers have supported this since level 386.
      if (place === ofReal) return expect(reactivate).toHaveCount(0);
      await reactivate.click();
      await expect(row).not.toContainText('Deactivated');
    });

    test('invitations can be created, listed and revoked', async ({
      page,
      pair: { server, urls },
    }) => {
      await signIn(page.context(), server, 'owner', urls[place]);
      await page.goto(`${urls[place]}/organization/invitations`);
      await page.getByRole('button', { name: 'Create a link' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create a link' });
      await dialog.getByRole('combobox', { name: 'They join as' }).selectOption('Guest');
      await dialog.getByRole('combobox', { name: 'Expires after' }).selectOption('Never');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      const link = (await page.locator('[data-invite-link]').textContent()) ?? '';
      expect(link).toContain('/join/');
      const row = page.getByRole('listitem').filter({ hasText: link });
      await expect(row).toContainText('Guest, invited by');
      await expect(row).toContainText('never expires');
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Revoke', exact: true }).click();
      await expect(row).toBeHidden();
    });

    test('linkifiers are tested before they are saved', async ({
      page,
      pair: { server, urls },
    }) => {
      await signIn(page.context(), server, 'owner', urls[place]);
      await page.goto(`${urls[place]}/organization/linkifiers`);
      await page.getByRole('button', { name: 'Add linkifier' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add linkifier' });
      const pattern = dialog.getByRole('textbox', { name: 'Pattern' });
      await pattern.fill('(');
      await dialog.getByRole('textbox', { name: 'URL template' }).fill('https://bugs.test/{id}');
      await expect(dialog.getByText('doesn’t accept this regular expression')).toBeVisible();
      const source = `${place[0]}bug(?P<id>[0-9]+)`;
      await pattern.fill(source);
      await dialog.getByRole('textbox', { name: 'Test it' }).fill(`see ${place[0]}bug42, please`);
      await expect(dialog.getByText('https://bugs.test/42')).toBeVisible();
      await dialog.getByRole('button', { name: 'Save' }).click();
      const row = page.getByRole('listitem').filter({ hasText: source });
      await expect(row).toBeVisible();
      await row.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(row).toBeHidden();
    });
  });
}

test('a new bot’s key is saved as a file, once, and gives access to its account', async ({
  page,
  shared,
}) => {
  await signIn(page.context(), shared, 'owner');
  await page.goto(`${shared.url}/organization/bots`);
  await page.getByRole('button', { name: 'New bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'New bot' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ticker');
  await dialog.getByRole('textbox', { name: 'Username' }).fill('ticker');
  await dialog.getByRole('button', { name: 'Create bot' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download zuliprc' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('zuliprc');
  const text = await readFile(await file.path(), 'utf8');
  const [, email, key] = /^email=(.+)\nkey=(.+)$/m.exec(text)!;
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const reply = await fetch(`${shared.url}/api/v1/users/me`, { headers: { authorization } });
  expect(await reply.json()).toMatchObject({ full_name: 'Ticker', is_bot: true });
});

test.describe('at every size, theme and text direction', () => {
  test.use(onAWalk);

  test('the organization: groups, an invitation, linkifiers', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'owner');
    await page.goto(`${shared.url}/organization/groups`);
    await page.getByRole('button', { name: 'New group' }).click();
    await lookAround(page, page.getByRole('dialog', { name: 'New group' }));
    await page.goto(`${shared.url}/organization/invitations`);
    await page.getByRole('button', { name: 'Create a link' }).click();
    await lookAround(page, page.getByRole('dialog', { name: 'Create a link' }));
    await page.goto(`${shared.url}/organization/linkifiers`);
    await page.getByRole('button', { name: 'Add linkifier' }).click();
    await lookAround(page, page.getByRole('dialog', { name: 'Add linkifier' }));
  });

  test('the organization: its sections without dialogs', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'owner');
    for (const section of ['people', 'settings', 'permissions', 'audit', 'profile']) {
      await page.goto(`${shared.url}/organization/${section}`);
      await lookAround(page, page.getByRole('region').first());
    }
  });
});
