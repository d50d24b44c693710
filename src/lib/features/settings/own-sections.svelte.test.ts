import type { Component } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { RegisterState } from '../../api/register';
import '../../../app.css';
import AccountSection from './AccountSection.svelte';
import AlertWordsSection from './AlertWordsSection.svelte';
import DevicesSection from './DevicesSection.svelte';
import MutedSection from './MutedSection.svelte';
import NavigationSection from './NavigationSection.svelte';
import ProfileSection from './ProfileSection.svelte';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const undo = () => button('Undo');

function open(section: Component, answers: Answers, state: Partial<RegisterState> = {}) {
  const world = anAccount({
    answers,
    state: aState({ user_id: 1, realm_users: [aPerson(1), aPerson(2), aPerson(3)], ...state }),
  });
  return { ...world, shown: render(SectionBench, { account: world.account, section }) };
}

const refused = (id: string) => () => {
  throw new ApiError(id, 400, 'BAD_REQUEST', 'Not today');
};

describe('alert words', () => {
  it('can be added, removed and restored', async () => {
    let words = ['lunch'];
    const { calls, shown } = open(
      AlertWordsSection,
      {
        addAlertWords: ({ alert_words }) => ({ alert_words: (words = [...words, ...alert_words]) }),
        removeAlertWords: ({ alert_words }) => ({
          alert_words: (words = words.filter((word) => !alert_words.includes(word))),
        }),
      },
      { alert_words: words },
    );
    await shown;
    await field('New alert word').fill(' tea ');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('tea');
    await expect.element(field('New alert word')).toHaveValue('');
    await button('Remove “lunch”').click();
    await expect.element(page.getByRole('listitem')).toHaveTextContent('tea');
    await undo().click();
    await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('lunch');
    expect(calls('addAlertWords')).toEqual([{ alert_words: ['tea'] }, { alert_words: ['lunch'] }]);
  });

  it('are validated at the field, which keeps them', async () => {
    const { calls, shown } = open(AlertWordsSection, { addAlertWords: refused('addAlertWords') });
    await shown;
    await button('Add word').click();
    await expect.element(field('New alert word')).toHaveAttribute('aria-invalid', 'true');
    await field('New alert word').fill('x'.repeat(101));
    await button('Add word').click();
    await expect.element(field('New alert word')).toHaveAccessibleDescription(/100/);
    expect(calls('addAlertWords')).toEqual([]);
    await field('New alert word').fill('tea');
    await button('Add word').click();
    await expect.element(field('New alert word')).toHaveAccessibleDescription(/Not today/);
    await expect.element(field('New alert word')).toHaveValue('tea');
  });
});

describe('muted people', () => {
  it('are found by name and unmuted', async () => {
    const { calls, shown, tell } = open(MutedSection, {}, { muted_users: [] });
    await shown;
    await page.getByRole('combobox', { name: 'Mute someone' }).fill('person 2');
    await page.getByRole('option', { name: 'Person 2' }).click();
    await expect.element(button('Unmute Person 2')).toBeVisible();
    tell({ type: 'muted_users', muted_users: [{ id: 3, timestamp: 1 }] });
    await button('Unmute Person 3').click();
    await expect.element(page.getByText('You haven’t muted anyone.')).toBeVisible();
    await undo().click();
    await expect.element(button('Unmute Person 3')).toBeVisible();
    expect(calls('muteUser')).toEqual([{ muted_user_id: 2 }, { muted_user_id: 3 }]);
    expect(calls('unmuteUser')).toEqual([{ muted_user_id: 3 }]);
  });
});

describe('views', () => {
  it('can be pinned, hidden and left to the app', async () => {
    const { calls, shown, account } = open(NavigationSection, {}, { navigation_views: [] });
    await shown;
    const drafts = page.getByLabelText('Drafts');
    for (const choice of ['pinned', 'hidden', 'automatic']) {
      await drafts.selectOptions(choice);
      await expect.element(drafts).toHaveValue(choice);
    }
    expect(calls('addNavigationView')).toEqual([{ fragment: 'drafts', is_pinned: true }]);
    expect(calls('editNavigationView')).toEqual([{ fragment: 'drafts', is_pinned: false }]);
    expect(calls('removeNavigationView')).toEqual([{ fragment: 'drafts' }]);
    expect(account.state?.navigation_views).toEqual([]);
  });

  it('that exist already are reported at the field and nothing is sent', async () => {
    const view = { fragment: 'narrow/is/dm', name: 'Direct messages', is_pinned: true };
    const { calls, shown } = open(NavigationSection, {}, { navigation_views: [view] });
    await shown;
    await field('Name').fill('Mine');
    await field('URL fragment').fill('https://chat.example.org/#narrow/is/dm');
    await button('Add view').click();
    await expect
      .element(field('URL fragment'))
      .toHaveAccessibleDescription(/“Direct messages” already has this URL fragment/);
    await expect.element(field('URL fragment')).toHaveFocus();
    await field('URL fragment').fill('#inbox');
    await button('Add view').click();
    await expect
      .element(field('URL fragment'))
      .toHaveAccessibleDescription(/“Inbox” already has this URL fragment/);
    await field('Name').fill('Direct messages');
    await field('URL fragment').fill('narrow/is/followed');
    await button('Add view').click();
    await expect.element(field('Name')).toHaveAccessibleDescription('This name is already in use.');
    expect(calls('addNavigationView')).toEqual([]);
  });

  it('can be created from a URL, removed and restored', async () => {
    const { calls, shown } = open(NavigationSection, {}, { navigation_views: [] });
    await shown;
    await field('Name').fill('Direct messages');
    await field('URL fragment').fill('https://chat.example.org/#narrow/is/dm');
    await button('Add view').click();
    await button('Remove Direct messages').click();
    await expect.element(button('Remove Direct messages')).not.toBeInTheDocument();
    await undo().click();
    await expect.element(button('Remove Direct messages')).toBeVisible();
    const view = { fragment: 'narrow/is/dm', name: 'Direct messages', is_pinned: true };
    expect(calls('addNavigationView')).toEqual([view, view]);
  });
});

describe('the profile', () => {
  const quiet: Answers = {
    getCustomProfileFields: () => ({ custom_fields: [] }),
    getOwnUser: () => ({ user_id: 1, email: 'a@b', full_name: 'Ada', is_bot: false }),
  };

  it('has a status that can be set and cleared', async () => {
    const { calls, shown } = open(ProfileSection, quiet);
    await shown;
    await button('Set status').click();
    await expect
      .element(field('What’s your status?'))
      .toHaveAccessibleDescription(/This field is required/);
    await field('What’s your status?').fill('At lunch');
    await page.getByRole('combobox', { name: 'Emoji' }).fill('pizza');
    await page.getByRole('option', { name: 'pizza', exact: true }).click();
    await button('Set status').click();
    await button('Clear status').click();
    await expect.element(field('What’s your status?')).toHaveValue('');
    await expect.element(button('Clear status')).not.toBeInTheDocument();
    expect(calls('updateStatus')).toEqual([
      { status_text: 'At lunch', emoji_name: 'pizza' },
      { status_text: '', emoji_name: '' },
    ]);
  });

  it('has an input for each field type of the organization', async () => {
    const ask = (id: number, type: number, name: string, more = {}) => ({
      id,
      type,
      name,
      order: id,
      hint: '',
      ...more,
    });
    const field_data = JSON.stringify({
      a: { text: 'Red', order: '2' },
      b: { text: 'Blue', order: '1' },
    });
    const { calls, shown } = open(ProfileSection, {
      getCustomProfileFields: () => ({
        custom_fields: [
          ask(1, 1, 'Team'),
          ask(2, 3, 'Color', { field_data }),
          ask(3, 6, 'Manager'),
          ask(4, 1, 'Number', { editable_by_user: false }),
        ],
      }),
      getOwnUser: () => ({
        user_id: 1,
        email: 'a@b',
        full_name: 'Ada',
        is_bot: false,
        profile_data: { 1: { value: 'Ink' }, 4: { value: '77' } },
      }),
    });
    await shown;
    await expect.element(field('Team')).toHaveValue('Ink');
    await expect.element(field('Number')).toHaveAttribute('readonly');
    await field('Team').fill('Paper');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('combobox', { name: 'Color' }).selectOptions('Red');
    const manager = page.getByRole('group', { name: 'Manager' }).getByRole('combobox');
    await manager.fill('Person 3');
    await page.getByRole('option', { name: 'Person 3' }).click();
    await button('Save').click();
    await expect
      .poll(() => calls('updateProfileData'))
      .toEqual([
        { data: [{ id: 1, value: 'Paper' }] },
        { data: [{ id: 2, value: 'a' }] },
        { data: [{ id: 3, value: [3] }] },
      ]);
  });
});

describe('a profile text being typed', () => {
  it('gets the focus back if it is refused', async () => {
    const { shown } = open(ProfileSection, {
      getCustomProfileFields: () => ({
        custom_fields: [{ id: 1, type: 5, name: 'Page', order: 1, hint: '' }],
      }),
      getOwnUser: () => ({ user_id: 1, email: 'a@b', full_name: 'Ada', is_bot: false }),
      updateProfileData: refused('updateProfileData'),
    });
    await shown;
    await field('Page').fill('nowhere');
    await button('Save').click();
    await expect.element(field('Page')).toHaveAccessibleDescription(/Not today/);
    await expect.element(field('Page')).toHaveFocus();
  });

  it('stays while fields change and can’t be reloaded', async () => {
    const team = { id: 1, type: 1, name: 'Team', order: 1, hint: '' };
    let custom_fields = [team];
    let isGone = false;
    const { calls, shown, tell } = open(ProfileSection, {
      getCustomProfileFields: () => {
        if (isGone) throw new NetworkFailure('getCustomProfileFields', 'unreachable');
        return { custom_fields };
      },
      getOwnUser: () => ({ user_id: 1, email: 'a@b', full_name: 'Ada', is_bot: false }),
    });
    await shown;
    await field('Team').fill('Paper');
    isGone = true;
    tell({ type: 'custom_profile_fields', fields: [] });
    await expect.poll(() => calls('getCustomProfileFields')).toHaveLength(2);
    await expect.element(field('Team')).toHaveValue('Paper');
    isGone = false;
    custom_fields = [team, { ...team, id: 2, name: 'Desk' }];
    tell({ type: 'custom_profile_fields', fields: [] });
    await expect.element(field('Desk')).toBeVisible();
    await expect.element(field('Team')).toHaveValue('Paper');
  });
});

describe('devices', () => {
  it('can be tested, one or all, if they are registered', async () => {
    const { calls, shown, tell } = open(
      DevicesSection,
      {},
      { push_devices: { 7: { status: 'active' }, 8: { status: 'pending' } } },
    );
    await shown;
    await button('Send test notification to device 7').click();
    await expect.element(page.getByText('Test notification sent').first()).toBeVisible();
    await expect
      .element(button('Send test notification to device 8'))
      .toHaveAttribute('aria-disabled');
    const failed = { push_account_id: '8', status: 'failed', error_code: 'EXPIRED' };
    tell({ type: 'push_device', ...failed });
    await expect.element(page.getByText('EXPIRED')).toBeVisible();
    await button('Send test to all').click();
    await expect.poll(() => calls('e2eeTestNotify')).toEqual([{ push_account_id: 7 }, {}]);
  });

  it('with older apps are not promised anything', async () => {
    const { shown } = open(DevicesSection, {}, {});
    await shown;
    await button('Send test to older apps').click();
    await expect.element(page.getByText('Test requested for older apps').first()).toBeVisible();
    await expect
      .element(page.getByText('Test notification sent', { exact: true }))
      .not.toBeInTheDocument();
  });

  it('with older apps can’t be tested if the server sends no notifications', async () => {
    const { shown } = open(DevicesSection, {}, {
      realm_push_notifications_enabled: false,
    } as Partial<RegisterState>);
    await shown;
    await expect.element(page.getByText('No devices', { exact: false }).first()).toBeVisible();
    await expect.element(button('Send test to older apps')).not.toBeInTheDocument();
    // There is no device to send it to.
    await expect.element(button('Send test to all')).not.toBeInTheDocument();
  });

  it('that don’t exist show the server’s message', async () => {
    const { shown } = open(
      DevicesSection,
      { e2eeTestNotify: refused('e2eeTestNotify') },
      { push_devices: { 7: { status: 'active' } } },
    );
    await shown;
    await button('Send test to all').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not today');
  });
});

describe('deactivating the own account', () => {
  function leave(deactivateOwnUser: () => object, unsynced = 0) {
    const { account, calls } = anAccount({
      answers: { deactivateOwnUser },
      state: aState({ user_id: 1, realm_users: [aPerson(1)] }),
    });
    const signOut = vi.fn(() => Promise.resolve());
    const signOutPorts = { unsaved: () => ({ unsynced, unsaved: 0, uploading: 0 }), signOut };
    const shown = render(SectionBench, { account, section: AccountSection, signOut: signOutPorts });
    return { shown, signOut, calls };
  }
  const first = () => button('Deactivate my account').first();
  const confirm = () => page.getByRole('dialog').getByRole('button', { name: /^Deactivate/ });

  it('signs out and shows why', async () => {
    const { shown, signOut } = leave(() => ({}));
    await shown;
    await first().click();
    await expect.element(page.getByText(/will be lost/)).not.toBeInTheDocument();
    await confirm().click();
    await expect.poll(() => signOut).toHaveBeenCalledExactlyOnceWith('deactivated');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('warns about data that exists only on this device', async () => {
    const { shown } = leave(() => ({}), 2);
    await shown;
    await first().click();
    await expect.element(page.getByRole('alert').first()).toHaveTextContent(/^2 drafts .* lost/);
  });

  it('succeeds on a second attempt if the response to the first was lost', async () => {
    const failures = [
      new NetworkFailure('deactivateOwnUser', 'unreachable'),
      new ApiError('deactivateOwnUser', 401, 'UNAUTHORIZED', 'Account is deactivated'),
    ];
    const { shown, signOut, calls } = leave(() => {
      throw failures.shift() ?? new Error('once too often');
    });
    await shown;
    await first().click();
    await confirm().click();
    await expect.element(page.getByText(/Can’t reach the server/)).toBeVisible();
    expect(signOut).not.toHaveBeenCalled();
    await confirm().click();
    await expect.poll(() => signOut).toHaveBeenCalledExactlyOnceWith('deactivated');
    expect(calls('deactivateOwnUser')).toHaveLength(2);
  });

  it('succeeds on a second attempt if only ending the session failed', async () => {
    const gone = new ApiError('deactivateOwnUser', 401, 'UNAUTHORIZED', 'Account is deactivated');
    let tries = 0;
    const { shown, signOut } = leave(() => {
      tries += 1;
      if (tries > 1) throw gone;
      return {};
    });
    signOut.mockRejectedValueOnce(new NetworkFailure('DELETE /session/a', 'unreachable'));
    await shown;
    await first().click();
    await confirm().click();
    await expect.element(page.getByText(/Can’t reach the server/)).toBeVisible();
    await confirm().click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(signOut).toHaveBeenCalledTimes(2);
  });

  it('is not reported for a session that had ended before', async () => {
    const { shown, signOut } = leave(() => {
      throw new ApiError('deactivateOwnUser', 401, 'UNAUTHORIZED', 'Invalid API key');
    });
    await shown;
    await first().click();
    await confirm().click();
    await expect.element(page.getByRole('dialog').getByRole('alert')).not.toBeEmptyDOMElement();
    expect(signOut).not.toHaveBeenCalled();
  });
});
