import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerSession, failure } from '../../../../tests/support/session-gateway';
import { aPerson } from '../../../../tests/support/state';
import { ApiError } from '../../api/errors';
import { lost, openSection as open, refused } from '../../../../tests/support/organization-section';
import '../../../app.css';
import AuditSection from './AuditSection.svelte';
import BotsSection from './BotsSection.svelte';
import ExportsSection from './ExportsSection.svelte';
import PeopleSection from './PeopleSection.svelte';
import RealmDomains from './RealmDomains.svelte';
import RealmSettingsSection from './RealmSettingsSection.svelte';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const rows = () => page.getByRole('listitem');

describe('exports', () => {
  const anExport = (id: number, values: object = {}) => ({
    id,
    acting_user_id: 1,
    export_time: 1_700_000_000,
    export_type: 1,
    deleted_timestamp: null,
    failed_timestamp: null,
    export_url: null,
    pending: false,
    ...values,
  });

  it('can be started, followed live, downloaded as this account, and deleted', async () => {
    let exports = [anExport(1, { failed_timestamp: 1 })];
    const { shown, tell, account, calls } = open(ExportsSection, {
      getRealmExports: () => ({ exports }),
      exportRealm() {
        exports = [...exports, anExport(2, { pending: true, export_type: 2 })];
        return { id: 2 };
      },
      getRealmExportConsents: () => ({
        export_consents: [1, 2].map((user_id) => ({ user_id, consented: user_id === 1 })),
      }),
    });
    await shown;
    await expect.element(rows()).toHaveTextContent('Failed');
    await button('New export').click();
    await dialog().getByLabelText('What to include').selectOptions('2');
    await expect.element(dialog()).toHaveTextContent('1 of 2 people');
    await button('Start export').click();
    await expect.element(rows().first()).toHaveTextContent('In progress');
    const export_url = 'https://example.org/user_uploads/exports/1/a.tar.gz';
    exports = [anExport(2, { export_url, export_type: 2 })];
    tell({ type: 'realm_export', exports });
    const link = page.getByRole('link', { name: 'Download' });
    const address = `/user_uploads/exports/1/a.tar.gz?account=${account.id}`;
    await expect.element(link).toHaveAttribute('href', address);
    await button(/^Remove Public/).click();
    await button('Remove').last().click();
    expect(calls('deleteRealmExport')).toEqual([{ export_id: 2 }]);
    expect(calls('exportRealm')).toEqual([{ export_type: 2 }]);
  });

  it('link only to files', async () => {
    const urls = ['javascript:alert(1)', 'data:text/html,x', '//', 'https://example.org/a.tar.gz'];
    const exports = urls.map((export_url, at) => anExport(at + 1, { export_url }));
    const { shown } = open(ExportsSection, { getRealmExports: () => ({ exports }) });
    await shown;
    const links = page.getByRole('link', { name: 'Download' });
    await expect.element(links).toHaveAttribute('href', urls[3]!);
    await expect.element(button(/^Remove Public/).last()).toBeVisible();
  });

  it('that started although the response was lost are not requested twice', async () => {
    let exports: object[] = [];
    const { shown, tell, calls } = open(ExportsSection, {
      getRealmExports: () => ({ exports }),
      exportRealm: lost('exportRealm'),
    });
    await shown;
    await button('New export').click();
    await button('Start export').click();
    await expect.element(dialog().getByRole('alert')).not.toBeEmptyDOMElement();
    exports = [anExport(1, { pending: true })];
    tell({ type: 'realm_export', exports });
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(rows()).toHaveTextContent('In progress');
    expect(calls('exportRealm')).toHaveLength(1);
  });

  it('are for administrators only', async () => {
    const { shown, calls } = open(ExportsSection, {}, { realm_users: [aPerson(1)] });
    await shown;
    await expect
      .element(page.getByText('Only administrators and owners can export data'))
      .toBeVisible();
    expect(calls('getRealmExports')).toEqual([]);
  });
});

describe('people', () => {
  async function fill() {
    await button('New person').click();
    await field('Email address').fill('eve@example.com');
    await field('Name').fill('Eve');
    await dialog().getByLabelText('Password', { exact: true }).fill('a long passphrase');
  }

  it('can be created by hand; a refused form keeps what was typed', async () => {
    const answers = [refused('createUser'), () => ({ user_id: 3 })];
    const { shown, calls } = open(PeopleSection, { createUser: () => answers.shift()?.() });
    await shown;
    await fill();
    await button('Create account').click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('Not today');
    await expect.element(field('Email address')).toHaveValue('eve@example.com');
    await button('Create account').dblClick();
    await expect.element(page.getByText('Account created for Eve').first()).toBeVisible();
    const eve = { email: 'eve@example.com', full_name: 'Eve', password: 'a long passphrase' };
    expect(calls('createUser')).toEqual([eve, eve]);
  });

  it('are noticed after a refused retry as well, when the event comes last', async () => {
    const answers = [
      lost('createUser'),
      () => {
        throw new ApiError(
          'createUser',
          400,
          'BAD_REQUEST',
          "Email 'eve@example.com' already in use",
        );
      },
    ];
    const { shown, tell } = open(PeopleSection, { createUser: () => answers.shift()?.() });
    await shown;
    await fill();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('alert')).not.toBeEmptyDOMElement();
    await button('Create account').click();
    await expect.element(field('Email address')).toBeInvalid();
    // Said once.
    expect(dialog().getByRole('alert').elements()).toHaveLength(1);
    const person = aPerson(3, { full_name: 'Eve', email: 'eve@example.com' });
    tell({ type: 'realm_user', op: 'add', person });
    await expect.element(page.getByText('Account created for Eve').first()).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('are created once if the response is lost', async () => {
    const { shown, calls, tell } = open(PeopleSection, { createUser: lost('createUser') });
    await shown;
    await fill();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('alert')).not.toBeEmptyDOMElement();
    const person = aPerson(3, { full_name: 'Eve', email: 'eve@example.com' });
    tell({ type: 'realm_user', op: 'add', person });
    await expect.element(page.getByText('Account created for Eve').first()).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('createUser')).toHaveLength(1);
  });

  it('show their actual role if a new one was refused, with the reason next to it', async () => {
    const { shown } = open(PeopleSection, { updateUser: refused('updateUser') });
    await shown;
    const role = page.getByRole('combobox', { name: 'Role for Person 1' });
    await role.selectOptions('Member');
    await expect.element(rows().first()).toHaveTextContent('Not today');
    await expect.element(role).toHaveValue('100');
    await button('Discard').click();
    await expect.element(rows().first()).not.toHaveTextContent('Not today');
  });

  it('with a pending email change show owners the link, which they can share', async () => {
    const link = 'https://chat.example.org/confirm/abc/';
    let email_changes = [{ user_id: 2, new_email: 'two@kelp.example', expires: 2e9, link }];
    const { shown, tell } = open(PeopleSection, { getEmailChanges: () => ({ email_changes }) });
    await shown;
    const waiting = page.getByRole('list', { name: 'Email addresses awaiting confirmation' });
    await expect.element(waiting).toHaveTextContent(link);
    await expect.element(button('Copy confirmation link for Person 2')).toBeVisible();
    email_changes = [];
    const person = { user_id: 2, delivery_email: 'two@kelp.example' };
    tell({ type: 'realm_user', op: 'update', person });
    await expect.element(waiting).not.toBeInTheDocument();
  });

  it('are found by email address, even if deactivated', async () => {
    const realm_users = [
      aPerson(1, { role: 100 }),
      aPerson(2, { full_name: 'Bo' }),
      aPerson(3, { full_name: 'Gone Girl', is_active: false }),
    ];
    const { shown } = open(PeopleSection, {}, { realm_users }, { person: 3 });
    await shown;
    await expect.element(page.getByRole('searchbox')).toHaveValue('Gone Girl');
    await expect.element(button('Reactivate Gone Girl')).toBeVisible();
    await expect.element(page.getByText('1 person')).toBeVisible();
  });

  it('are shown a hundred at a time', async () => {
    const realm_users = Array.from({ length: 250 }, (_, at) => aPerson(at + 1));
    const { shown } = open(PeopleSection, {}, { realm_users });
    await shown;
    await expect.element(page.getByText('250 people')).toBeVisible();
    await expect.poll(() => rows().elements().length).toBe(100);
    await button('Show 150 more').click();
    await expect.poll(() => rows().elements().length).toBe(200);
  });
});

describe('a listed change', () => {
  it('is reported as done once it shows, even without a response', async () => {
    const { shown, tell } = open(
      PeopleSection,
      { reactivateUser: lost('reactivateUser') },
      { realm_users: [aPerson(1, { role: 100 }), aPerson(2, { is_active: false })] },
    );
    await shown;
    await page.getByLabelText('Filter people').selectOptions('gone');
    await button('Reactivate Person 2').click();
    const problem = page.getByText('The server is taking too long to respond.');
    await expect.element(problem).toBeVisible();
    tell({ type: 'realm_user', op: 'update', person: { user_id: 2, is_active: true } });
    await expect.element(problem).not.toBeInTheDocument();
  });
});

describe('bots', () => {
  const bot = aPerson(5, { is_bot: true, bot_owner_id: 1, full_name: 'Echo' });

  it('can be created; the key is behind a link, shown once', async () => {
    const sent = answerSession({});
    const { shown, account } = open(BotsSection, {});
    await shown;
    await button('New bot').click();
    await field('Name').fill('Echo');
    await field('Username').fill('echo');
    await button('Create bot').click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('own words');
    await expect.element(field('Username')).toHaveValue('echo');
    answerSession({ [`POST /session/${account.id}/bots`]: [200, { result: 'success' }] });
    await button('Create bot').click();
    const link = page.getByRole('link', { name: 'Download zuliprc' });
    await expect.element(link).toHaveAttribute('href', `/session/${account.id}/key-file`);
    await expect.element(link).toHaveAttribute('download');
    expect(sent).toEqual([{ full_name: 'Echo', short_name: 'echo', bot_type: 1 }]);
  });

  it('can be given to another owner and get a new key', async () => {
    const realm_users = [aPerson(1), aPerson(2), bot];
    const person = { full_name: 'Echo', avatar_url: '/a.png' };
    const { shown, account, calls } = open(
      BotsSection,
      { updateBot: () => person },
      { realm_users },
    );
    const path = `POST /session/${account.id}/bots/5/key`;
    answerSession({ [path]: [400, failure('BAD_REQUEST')] });
    await shown;
    await button('Edit Echo').click();
    await page.getByRole('combobox', { name: 'Owner' }).fill('person 2');
    await userEvent.keyboard('{Enter}');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateBot')).toEqual([{ bot_id: 5, bot_owner_id: 2 }]);
    const confirm = dialog().getByRole('button', { name: 'Generate new key', exact: true });
    await button('Generate new key for Echo').click();
    await confirm.click();
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('own words');
    answerSession({ [path]: [200, { result: 'success' }] });
    await confirm.click();
    await expect.element(page.getByText('The API key for Echo is ready')).toBeVisible();
  });

  it('show before saving that they would have more permissions than their owner', async () => {
    const realm_users = [aPerson(1, { role: 100 }), aPerson(2), { ...bot, role: 400 as const }];
    const person = { full_name: 'Echo', avatar_url: '/a.png' };
    const { shown, tell, calls } = open(BotsSection, { updateBot: () => person }, { realm_users });
    await shown;
    await button('Edit Echo').click();
    const role = dialog().getByLabelText('Role');
    const note = dialog().getByText(/higher than its owner’s/);
    await expect.element(role).toHaveValue('400');
    await expect.element(note).not.toBeInTheDocument();
    await page.getByRole('combobox', { name: 'Owner' }).fill('person 2');
    await userEvent.keyboard('{Enter}');
    await expect.element(note).not.toBeInTheDocument();
    await role.selectOptions('200');
    await expect.element(note).toHaveTextContent('Person 2');
    await expect.element(note).toHaveTextContent('Administrator');
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('updateBot')).toEqual([{ bot_id: 5, bot_owner_id: 2, role: 200 }]);
    tell({ type: 'realm_user', op: 'update', person: { user_id: 5, role: 200 } });
    tell({ type: 'realm_user', op: 'update', person: { user_id: 5, bot_owner_id: 2 } });
    await expect.element(rows()).toHaveTextContent('Administrator, higher than its owner’s');
  });

  it('get a picture together with other changes', async () => {
    // An image that loads; otherwise initials are shown.
    const picture = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';
    const realm_users = [aPerson(1), bot];
    const { shown, calls } = open(BotsSection, {}, { realm_users });
    const sent = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
      this: XMLHttpRequest,
    ) {
      const reply = { result: 'success', msg: '', full_name: 'Echo 2', avatar_url: picture };
      Object.defineProperty(this, 'status', { value: 200 });
      Object.defineProperty(this, 'responseText', { value: JSON.stringify(reply) });
      this.dispatchEvent(new ProgressEvent('load'));
    });
    const opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
    await shown;
    await button('Edit Echo').click();
    await field('Name').fill('Echo 2');
    await dialog()
      .getByLabelText('Profile picture')
      .upload(new File(['x'], 'bot.png'));
    await button('Save').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(opened).toHaveBeenCalledWith('PATCH', '/json/bots/5');
    const form = sent.mock.calls[0]?.[0] as FormData;
    expect([form.get('full_name'), (form.get('file') as File).name]).toEqual(['Echo 2', 'bot.png']);
    expect(calls('updateBot')).toEqual([]);
    await expect.poll(() => document.querySelector('img')?.getAttribute('src')).toBe(picture);
  });

  it('of other owners can’t be changed', async () => {
    const realm_users = [aPerson(1), { ...bot, bot_owner_id: 2 }];
    const { shown } = open(BotsSection, {}, { realm_users });
    await shown;
    await expect.element(page.getByText('Echo')).toBeVisible();
    await expect.element(button('Edit Echo')).not.toBeInTheDocument();
  });
});

describe('domains', () => {
  it('can be added, changed and removed, even while others change them', async () => {
    const { shown, tell, calls } = open(RealmDomains, {}, { realm_domains: [] });
    await shown;
    await field('Domain').fill('example.com');
    await button('Add domain').click();
    const realm_domain = { domain: 'example.com', allow_subdomains: false };
    expect(calls('createRealmDomain')).toEqual([realm_domain]);
    tell({ type: 'realm_domains', op: 'add', realm_domain });
    await page.getByRole('switch').click();
    const changed = { ...realm_domain, allow_subdomains: true };
    expect(calls('editRealmDomain')).toEqual([changed]);
    tell({ type: 'realm_domains', op: 'change', realm_domain: changed });
    await expect.element(page.getByRole('switch')).toBeChecked();
    tell({ type: 'realm_domains', op: 'remove', domain: 'example.com' });
    await expect.element(rows()).not.toBeInTheDocument();
  });
});

describe('a confirmation', () => {
  it('closes when the action has happened, even if its response was lost', async () => {
    const bot = aPerson(5, { is_bot: true, bot_owner_id: 1, full_name: 'Echo' });
    const { shown, calls, tell } = open(
      BotsSection,
      { deactivateBot: lost('deactivateBot') },
      { realm_users: [aPerson(1), bot] },
    );
    await shown;
    await button('Deactivate Echo').click();
    await dialog().getByRole('button', { name: 'Deactivate' }).click();
    await expect.element(dialog().getByRole('alert')).not.toBeEmptyDOMElement();
    tell({ type: 'realm_user', op: 'update', person: { user_id: 5, is_active: false } });
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Reactivate Echo')).toBeVisible();
    expect(calls('deactivateBot')).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('shows actions, names and values in words', async () => {
    const entry = {
      id: 1,
      time: 1_700_000_000,
      acting_user_id: 1,
      modified_stream_id: null,
      modified_user_id: 2,
      modified_group_id: null,
      action: 'user.role_changed',
      before: { role: 400 },
      after: { role: 200 },
    };
    const unknown = { ...entry, id: 2, action: 'user.knighted', before: null, after: null };
    const { shown } = open(AuditSection, {
      getAuditLog: () => ({ entries: [entry, unknown], found_oldest: true }),
    });
    await shown;
    const first = rows().first();
    await expect.element(first).toHaveTextContent('Person 1 changed the role of Person 2');
    await expect.element(first).toHaveTextContent('− Role: Member');
    await expect.element(first).toHaveTextContent('+ Role: Administrator');
    await expect.element(rows().nth(1)).toHaveTextContent('user.knighted');
  });

  it('says that nothing was changed yet, or that nothing matches the filters', async () => {
    const { shown } = open(AuditSection, {
      getAuditLog: () => ({ entries: [], found_oldest: true }),
    });
    await shown;
    await expect.element(page.getByText('Nothing has been changed yet.')).toBeVisible();
    await page.getByLabelText('Category').selectOptions('bot');
    await expect.element(page.getByText('No matching entries')).toBeVisible();
  });
});

describe('organization settings', () => {
  it.each([
    [false, 'Web-public channels are turned off on this server'],
    [true, ''],
  ])('say when this server ignores them: %s', async (able, words) => {
    const state = {
      realm_name: 'Example',
      realm_enable_spectator_access: true,
      server_web_public_streams_enabled: able,
    };
    await open(RealmSettingsSection, {}, state).shown;
    const setting = page.getByRole('switch', { name: 'Allow web-public channels' });
    await expect.element(setting).toBeChecked();
    await expect.element(setting).toHaveAccessibleDescription(expect.stringContaining(words));
    expect(page.getByText('Web-public channels are turned off').elements()).toHaveLength(
      able ? 0 : 1,
    );
  });
});
