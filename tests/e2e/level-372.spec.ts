import { defaultableSettings } from '../../src/lib/api/realm';
import { realmPermissionNames, realmPermissionSince } from '../../src/lib/api/realm-permissions';
import { realmSettingsTable, type RealmSettingEntry } from '../../src/lib/api/realm-settings-table';
import {
  settingsTable,
  type SettingEntry,
  type SettingsSection,
} from '../../src/lib/api/settings-table';
import { expect, test, type Aged } from '../support/app';
import {
  bots,
  defaultChannels,
  domainsAndPictures,
  exports,
  lists,
  people,
  profileFields,
} from '../support/journeys/things';
import { registered, walk } from '../support/journeys/walk';
import { signIn } from '../support/session';
import { rarely } from '../support/share';

/**
 * Changes every setting as a client of a server of level 372, and reads it back with another call.
 */
test.describe.configure({ mode: 'default' });
test.use({ level: 372, replies: 'partial' });
test.beforeEach(({ aged }) => void aged.strict.noted.splice(0));
test.afterEach(({ aged }) => expect(aged.strict.noted).toEqual([]));

const level = 372;
const isThere = ([, { since = 0 }]: [string, { readonly since?: number }]) => since <= level;
const settings = Object.entries<SettingEntry>(settingsTable).filter(isThere);
const sections: readonly SettingsSection[] = ['preferences', 'notifications', 'privacy'];

for (const section of sections) {
  // All sections are made from one table.
  const details = section === 'preferences' ? {} : rarely(`${section} at level 372`);
  test(`each control of ${section} changes its setting`, details, async ({ page, aged }) => {
    const { server, client, crowd } = aged;
    const account = await crowd.next();
    await signIn(page.context(), server, account, client.url);
    await page.goto(`${client.url}/settings/${section}`);
    const names = settings.filter(([, entry]) => entry.section === section).map(([name]) => name);
    const changed = await walk(page, names, async () => {
      const { user_settings } = await registered(server, account, 'user_settings');
      return user_settings as Readonly<Record<string, unknown>>;
    });
    expect(changed.toSorted()).toEqual(names.toSorted());
  });
}

/** Creates an owner for each test, because requests per account and minute are limited. */
async function anOwner({ server, crowd }: Pick<Aged, 'server' | 'crowd'>): Promise<string> {
  const account = await crowd.next();
  const { user_id } = await server.api(account, 'GET', '/users/me');
  await server.api('owner', 'PATCH', `/users/${String(user_id)}`, { role: '100' });
  return account;
}

// These run before the tests that change the organization's permissions: after those, not even
// owners can do all of this.
const things = {
  people,
  bots,
  profileFields,
  exports,
  domainsAndPictures,
  lists,
  defaultChannels,
};
/** Their sections have component tests with the same calls. */
const rare = ['profileFields', 'exports'];
for (const [name, about] of Object.entries(things)) {
  const details = rare.includes(name) ? rarely(`${name} at level 372`) : {};
  test(`creates and removes on the server: ${name}`, details, async ({ page, aged }) => {
    const { server, client } = aged;
    const owner = await anOwner(aged);
    await signIn(page.context(), server, owner, client.url);
    await about({ server, url: client.url, owner, page });
  });
}

test('each control of the organization’s settings changes one setting', async ({ page, aged }) => {
  const { server, client } = aged;
  await signIn(page.context(), server, 'owner', client.url);
  await page.goto(`${client.url}/organization/settings`);
  // The restriction to domains needs at least one domain.
  await server.api('owner', 'POST', '/realm/domains', {
    domain: 'example.org',
    allow_subdomains: 'false',
  });
  const there = Object.entries<RealmSettingEntry>(realmSettingsTable).filter(isThere);
  const names = [...there.map(([name]) => name), 'name', 'description'].map(
    (name) => `realm_${name}`,
  );
  const changed = await walk(page, names, () => registered(server, 'member', 'realm'));
  expect(changed.toSorted()).toEqual(names.toSorted());
});

test('each control of the permissions changes one permission', async ({ page, aged }) => {
  const { server, client } = aged;
  await signIn(page.context(), server, 'owner', client.url);
  await page.goto(`${client.url}/organization/permissions`);
  const names = realmPermissionNames
    .filter((name) => realmPermissionSince[name] <= level)
    .map((name) => `realm_${name}`);
  const changed = await walk(page, names, () => registered(server, 'moderator', 'realm'));
  expect(changed.toSorted()).toEqual(names.toSorted());
});

const ofDefaults = rarely('defaults at level 372');
test('each control of the defaults changes one default', ofDefaults, async ({ page, aged }) => {
  const { server, client } = aged;
  await signIn(page.context(), server, 'admin', client.url);
  await page.goto(`${client.url}/organization/defaults`);
  const there = new Set(settings.map(([name]) => name));
  const names = defaultableSettings.filter((name) => there.has(name));
  const changed = await walk(page, names, async () => {
    const kind = 'realm_user_settings_defaults';
    return (await registered(server, 'member', kind))[kind] as Readonly<Record<string, unknown>>;
  });
  expect(changed.toSorted()).toEqual(names.toSorted());
});
