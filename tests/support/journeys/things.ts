import { expect, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';
import { aPng } from '../pictures';
import { registered } from './walk';

interface Here {
  readonly server: Inkwell;
  readonly url: string;
  /** An owner's account. */
  readonly owner: string;
  /** Signed in as the owner. */
  readonly page: Page;
}

type Row = Readonly<Record<string, unknown>>;

const picture = () => ({
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(aPng(64, 64)),
});

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function remove(page: Page, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** A bot is created, renamed and deactivated. */
export async function bots({ server, url, owner, page }: Here): Promise<void> {
  const read = async () => {
    const { members } = await server.api(owner, 'GET', '/users');
    return (members as Row[]).filter(({ full_name }) => String(full_name).startsWith('Walker'));
  };
  await page.goto(`${url}/organization/bots`);
  await press(page, 'New bot');
  await field(page, 'Name').fill('Walker');
  await field(page, 'Username').fill('walker');
  await press(page, 'Create bot');
  await expect.poll(read).toMatchObject([{ full_name: 'Walker', is_active: true }]);
  await press(page, 'Edit Walker');
  await field(page, 'Name').fill('Walker 2');
  await press(page, 'Save');
  await expect.poll(read).toMatchObject([{ full_name: 'Walker 2' }]);
  await press(page, 'Deactivate Walker 2');
  await press(page, 'Deactivate');
  await expect.poll(read).toMatchObject([{ is_active: false }]);
}

/** A profile field is added, changed, filled in by the user, emptied and deleted. */
export async function profileFields({ server, url, owner, page }: Here): Promise<void> {
  const read = async () => {
    const { custom_fields } = await server.api(owner, 'GET', '/realm/profile_fields');
    return (custom_fields as Row[]).filter(({ name }) => String(name).startsWith('Shoe'));
  };
  await page.goto(`${url}/organization/profile`);
  await press(page, 'Add field');
  await field(page, 'Name').fill('Shoes');
  await press(page, 'Save');
  await expect.poll(read).toMatchObject([{ name: 'Shoes', hint: '' }]);
  await press(page, 'Edit Shoes');
  await field(page, 'Name').fill('Shoe size');
  await press(page, 'Save');
  await expect.poll(read).toMatchObject([{ name: 'Shoe size' }]);
  const [{ id } = {}] = await read();
  const own = async () => {
    const { profile_data } = await server.api(owner, 'GET', '/users/me');
    return (profile_data as Record<string, { value: unknown }>)[String(id)]?.value;
  };
  await page.goto(`${url}/settings/profile`);
  const form = page.getByRole('form', { name: 'Shoe size' });
  await form.getByRole('textbox').fill('42');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(own).toBe('42');
  await form.getByRole('textbox').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(own).toBeUndefined();
  await page.goto(`${url}/organization/profile`);
  await remove(page, 'Shoe size');
  await expect.poll(read).toEqual([]);
}

/** Public data is exported, and the archive is deleted. */
export async function exports({ server, url, owner, page }: Here): Promise<void> {
  const read = async () => {
    const { exports } = await server.api(owner, 'GET', '/export/realm');
    return exports as Row[];
  };
  await page.goto(`${url}/organization/exports`);
  await press(page, 'New export');
  await press(page, 'Start export');
  const download = page.getByRole('link', { name: 'Download' }).first();
  await expect(download).toBeVisible({ timeout: 60_000 });
  await page.getByRole('listitem').filter({ has: download }).getByRole('button').click();
  await press(page, 'Remove');
  const gone = expect.objectContaining({ deleted_timestamp: expect.any(Number) as unknown });
  await expect.poll(read).toEqual(expect.arrayContaining([gone]));
}

/**
 * A domain is added, extended to subdomains and removed; icon and logo are uploaded and removed.
 */
export async function domainsAndPictures({ server, url, owner, page }: Here): Promise<void> {
  const domain = 'walk.example.org';
  const read = async () => {
    const { domains } = await server.api(owner, 'GET', '/realm/domains');
    return (domains as Row[]).filter((one) => one['domain'] === domain);
  };
  await page.goto(`${url}/organization/settings`);
  await field(page, 'Domain').fill(domain);
  await press(page, 'Add domain');
  await expect.poll(read).toEqual([{ domain, allow_subdomains: false }]);
  await page.getByRole('switch', { name: `Include subdomains of ${domain}` }).press('Space');
  await expect.poll(read).toEqual([{ domain, allow_subdomains: true }]);
  await remove(page, domain);
  await expect.poll(read).toEqual([]);
  const kinds = [
    ['icon', 'realm_icon_source'],
    ['logo', 'realm_logo_source'],
  ] as const;
  for (const [label, key] of kinds) {
    const source = async () => (await registered(server, owner, 'realm'))[key];
    const before = await source();
    const choosing = page.waitForEvent('filechooser');
    await press(page, `Upload ${label}`);
    await (await choosing).setFiles(picture());
    await expect.poll(source).toBe('U');
    await press(page, `Remove ${label}`);
    await expect.poll(source).toBe(before);
  }
}

/** A playground, an emoji and a default channel are added and removed. */
export async function lists({ server, url, owner, page }: Here): Promise<void> {
  const named = async (type: string) => (await registered(server, owner, type))[type];
  await page.goto(`${url}/organization/playgrounds`);
  await press(page, 'Add playground');
  await field(page, 'Name').fill('Walk');
  await page.getByLabel('Language', { exact: true }).fill('Rust');
  await page.keyboard.press('Tab');
  await field(page, 'URL template').fill('https://play.example.org/?code={code}');
  await press(page, 'Save');
  const has = expect.arrayContaining([expect.objectContaining({ name: 'Walk' })]);
  await expect.poll(() => named('realm_playgrounds')).toEqual(has);
  await remove(page, 'Walk');
  await expect.poll(() => named('realm_playgrounds')).not.toEqual(has);

  const emoji = async () => {
    const all = (await named('realm_emoji')) as Record<string, Row>;
    return Object.values(all).filter(({ name }) => name === 'walker')[0]?.['deactivated'];
  };
  await page.goto(`${url}/organization/emoji`);
  await press(page, 'Add emoji');
  await field(page, 'Name').fill('walker');
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(picture());
  await press(page, 'Upload');
  await expect.poll(emoji).toBe(false);
  await remove(page, 'walker');
  await expect.poll(emoji).toBe(true);
}

/** A channel becomes a default channel, and stops being one. */
export async function defaultChannels({ server, url, owner, page }: Here): Promise<void> {
  const read = async () =>
    ((await registered(server, owner, 'default_streams'))['realm_default_streams'] as number[])
      .length;
  const before = await read();
  await page.goto(`${url}/organization/defaults`);
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect.poll(read).toBe(before - 1);
  await page.getByRole('combobox', { name: 'Default channels' }).fill('e');
  await page.getByRole('option').first().click();
  await expect.poll(read).toBe(before);
}

/** A person gets another role, is deactivated and reactivated. */
export async function people({ server, url, owner, page }: Here): Promise<void> {
  const { members } = await server.api(owner, 'GET', '/users');
  const person = (members as Row[]).find(
    ({ is_bot, is_active, role }) => is_bot === false && is_active === true && role === 400,
  );
  const name = String(person?.['full_name']);
  const read = async () =>
    (await server.api(owner, 'GET', `/users/${String(person?.['user_id'])}`))['user'];
  await page.goto(`${url}/organization/people`);
  await page.getByRole('combobox', { name: `Role for ${name}`, exact: true }).selectOption('300');
  await expect.poll(read).toMatchObject({ role: 300 });
  await press(page, `Deactivate ${name}`);
  await press(page, 'Deactivate');
  await expect.poll(read).toMatchObject({ is_active: false });
  await server.api(owner, 'POST', `/users/${String(person?.['user_id'])}/reactivate`);
}
