import { expect, places, test } from '../support/app';
import { lookAround, onAWalk } from '../support/axe';
import { DraftsPage } from '../support/drafts-page';
import type { Inkwell } from '../support/inkwell';
import { signIn } from '../support/session';

interface Told {
  readonly stream_id: number;
  readonly name: string;
  readonly is_archived: boolean;
}

async function onServer(server: Inkwell, account: string, name: string): Promise<Told | undefined> {
  const params = { include_all: 'true', exclude_archived: 'false' };
  const { streams } = await server.api(account, 'GET', '/streams', params);
  return (streams as Told[]).find((one) => one.name === name);
}

for (const [at, place] of places.entries()) {
  test.describe(`channels ${place}`, () => {
    test('are made, seen at once by others, changed, left, archived and brought back', async ({
      page,
      openProfile,
      pair: { server, urls },
      someone,
      other,
    }) => {
      const name = `kites ${at}`;
      const watching = await (await openProfile()).newPage();
      await DraftsPage.signIn(watching, server, other, urls[place]);
      await watching.goto(`${urls[place]}/channels`);
      const theirs = watching.getByRole('listbox', { name: 'Channels' }).getByRole('option');
      await expect(theirs.first()).toBeVisible();
      await watching.getByRole('searchbox', { name: 'Search channels' }).fill('kites');

      await DraftsPage.signIn(page, server, someone, urls[place]);
      await page.getByRole('link', { name: 'Channels' }).first().click();
      await page.getByRole('button', { name: 'New channel' }).click();
      const field = page.getByRole('textbox', { name: 'Name', exact: true });
      await expect(field).toBeFocused();
      const create = page.getByRole('button', { name: 'Create channel' });
      // Refused, it stays as it was typed.
      await field.fill('general');
      await create.click();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue('general');
      await field.fill(name);
      await page.getByRole('textbox', { name: 'Description' }).fill('Where the wind is');
      await create.click();
      await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
      await expect(theirs.filter({ hasText: name })).toContainText('Where the wind is');

      await theirs.filter({ hasText: name }).click();
      await watching.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await expect(watching.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
      await page.getByRole('link', { name: 'People', exact: true }).click();
      await expect(page.getByRole('heading', { name: '2 people' })).toBeVisible();

      await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
      const description = page.getByRole('textbox', { name: 'Description' });
      await description.fill('Kites, and where the wind is');
      await page.getByRole('combobox', { name: 'Who may write' }).selectOption('Members and above');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText(`#${name} – saved`).first()).toBeVisible();
      await expect(theirs.filter({ hasText: name })).toContainText('Kites, and');

      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('switch', { name: 'Pin to the top' }).click();
      await expect(page.getByRole('option').filter({ hasText: name })).toContainText('Pinned');
      await page.getByRole('button', { name: 'Archive this channel' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
      await expect(watching.getByText('nobody can write there').first()).toBeVisible();
      expect((await onServer(server, someone, name))?.is_archived).toBe(true);
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await expect(watching.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
      expect((await onServer(server, someone, name))?.is_archived).toBe(false);
      await watching.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(watching.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
    });
  });
}

test.describe('in every look', () => {
  test.use(onAWalk);

  test('channels: list, each part of one, a new one, folders', async ({ page, shared }) => {
    await signIn(page.context(), shared, 'owner');
    await page.goto(`${shared.url}/channels`);
    const rows = page.getByRole('listbox', { name: 'Channels' }).getByRole('option');
    await lookAround(page, rows.first());
    const { stream_id } = (await onServer(shared, 'owner', 'general'))!;
    for (const [part, shown] of [
      ['overview', 'Colour'],
      ['settings', 'Description'],
    ] as const) {
      await page.goto(`${shared.url}/channels/${stream_id}/${part}`);
      await lookAround(page, page.getByLabel(shown));
    }
    await page.goto(`${shared.url}/channels/${stream_id}/people`);
    await lookAround(page, page.getByRole('button', { name: 'Add', exact: true }));
    await page.goto(`${shared.url}/channels/${stream_id}/topics`);
    await lookAround(page, page.getByRole('combobox', { name: /^Notifications of/ }).first());
    await page.goto(`${shared.url}/channels/new`);
    await lookAround(page, page.getByRole('button', { name: 'Create channel' }));
    await page.goto(`${shared.url}/channels/folders`);
    await lookAround(page, page.getByRole('button', { name: 'Create folder' }));
  });
});
