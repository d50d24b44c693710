import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../app.css';
import { design, details, showChannels as show } from '../../../../tests/support/channels-page';
import { aPerson, aSubscription } from '../../../../tests/support/state';
import { NetworkFailure } from '../../api/errors';

const created = { getChannelFolders: () => ({ channel_folders: [] }) };

describe('the user’s own settings of a channel', () => {
  it('end at the last of several changes, one call at a time', async () => {
    const first = Promise.withResolvers<object>();
    const answers = [first.promise, Promise.resolve({})];
    const { calls } = await show(5, undefined, {
      updateSubscriptionSettings: () => answers.shift() ?? {},
    });
    const mute = page.getByRole('switch', { name: 'Mute', exact: false });
    await mute.click();
    await mute.click();
    await expect.element(mute).not.toBeChecked();
    expect(calls('updateSubscriptionSettings')).toHaveLength(1);
    first.resolve({});
    await expect.poll(() => calls('updateSubscriptionSettings').length).toBe(2);
    await expect.element(mute).not.toBeChecked();
    const lastCall = calls('updateSubscriptionSettings').at(-1);
    const row = { stream_id: 5, property: 'is_muted', value: false };
    expect(lastCall).toEqual({ subscription_data: [row] });
  });
});

describe('the user’s own settings of a channel changed in another browser', () => {
  it('show immediately: muted there, muted here', async () => {
    const { tell } = await show(5, undefined, {});
    const mute = page.getByRole('switch', { name: 'Mute', exact: false });
    await expect.element(mute).not.toBeChecked();
    const change = { stream_id: 5, property: 'is_muted', value: true };
    tell({ type: 'subscription', op: 'update', ...change });
    await expect.element(mute).toBeChecked();
  });
});

describe('the settings of a channel', () => {
  it('show what has changed, with the old permission; offline nothing is lost', async () => {
    let offline = true;
    const { calls } = await show(5, 'settings', {
      getStreamById: () => ({ stream: details }),
      getChannelFolders: () => ({ channel_folders: [] }),
      updateStream: () => {
        if (offline) throw new NetworkFailure('updateStream', 'unreachable');
        return {};
      },
    });
    const roles = page.getByRole('combobox', { name: 'Who can post' });
    await userEvent.selectOptions(roles, 'Owners');
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await expect.element(roles).toHaveValue('role:owners');
    offline = false;
    await save.click();
    await expect.poll(() => calls('updateStream').length).toBe(2);
    expect(calls('updateStream').at(-1)).toEqual({
      stream_id: 5,
      can_send_message_group: { new: 1, old: 2 },
    });
  });
});

describe('an action that the user has no permission for', () => {
  const stream = {
    ...details,
    can_administer_channel_group: 1,
    can_remove_subscribers_group: 1,
    can_add_subscribers_group: 1,
  };
  const answers = {
    ...created,
    getStreamById: () => ({ stream }),
    getSubscribers: () => ({ subscribers: [7, 8] }),
  };
  const asMember = { user_id: 8, realm_can_add_subscribers_group: 1 };

  it('is not offered: settings are read-only', async () => {
    await show(5, 'settings', answers, asMember);
    await expect.element(page.getByText(/^Only people who administer/)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Description' })).toBeDisabled();
    expect(page.getByRole('button', { name: 'Save changes' }).elements()).toEqual([]);
  });

  it('is not offered: who reads a private channel that the user can’t read', async () => {
    const can_add_subscribers_group = { direct_members: [8], direct_subgroups: [] };
    const secret = { ...stream, invite_only: true, can_add_subscribers_group };
    const toOwner = { ...answers, getStreamById: () => ({ stream: secret }) };
    await show(5, 'settings', toOwner, { subscriptions: [], streams: [secret] });
    await expect.element(page.getByRole('textbox', { name: 'Description' })).toBeEnabled();
    await expect.element(page.getByRole('combobox', { name: 'Who can see it' })).toBeDisabled();
    await expect.element(page.getByRole('combobox', { name: 'Who can post' })).toBeEnabled();
  });

  it('is not offered: archiving', async () => {
    await show(5, 'overview', answers, asMember);
    await expect.element(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
    expect(page.getByRole('button', { name: /^Archive this/ }).elements()).toEqual([]);
  });

  it('is not offered: changing subscribers, with an explanation', async () => {
    await show(5, 'people', answers, asMember);
    await expect
      .element(page.getByText(/^You don’t have permission to add people here/))
      .toBeVisible();
    expect(page.getByRole('button', { name: /^Add$/ }).elements()).toEqual([]);
    const person = page.getByRole('option', { name: /Person 7/ });
    await person.click({ modifiers: ['ControlOrMeta'] });
    const remove = page.getByRole('button', { name: 'Remove from channel' });
    await expect.element(remove).toBeDisabled();
  });

  it('is not offered: a new channel', async () => {
    const none = { can_create_public_streams: false, can_create_private_streams: false };
    await show('new', undefined, created, none);
    await expect
      .element(page.getByText(/^You don’t have permission to create channels/))
      .toBeVisible();
    expect(page.getByRole('textbox', { name: 'Name', exact: true }).elements()).toEqual([]);
  });

  it('is offered to administrators of the channel', async () => {
    await show(5, 'people', answers);
    await page.getByRole('option', { name: /Person 8/ }).click({ modifiers: ['ControlOrMeta'] });
    const remove = page.getByRole('button', { name: 'Remove from channel' });
    await expect.element(remove).toBeEnabled();
  });
});

describe('an unsaved edit of a channel', () => {
  const answers = { ...created, getStreamById: () => ({ stream: details }) };
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const shown = page.getByText('Unsaved changes are kept on this device.');

  it('is restored after a reload and by Undo', async () => {
    const { reload } = await show(5, 'settings', answers);
    await name.fill('shapes');
    await expect.element(shown).toBeVisible();
    await reload();
    await expect.element(name).toHaveValue('shapes');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(name).toHaveValue('design');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(name).toHaveValue('shapes');
  });

  it('disappears once the field has its old value', async () => {
    await show(5, 'settings', answers);
    await name.fill('shapes');
    await expect.element(shown).toBeVisible();
    await name.fill('design');
    await expect.element(shown).not.toBeInTheDocument();
  });

  it('is summarized in words, live', async () => {
    await show(5, 'settings', answers);
    const words = page.getByRole('region', { name: 'What this means' });
    await expect.element(words).toHaveTextContent('Everyone except guests can post.');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Who can post' }), 'Owners');
    await expect.element(words).toHaveTextContent('Only owners can post.');
    await userEvent.selectOptions(
      page.getByRole('combobox', { name: 'Who can see it' }),
      'Private',
    );
    await expect.element(words).toHaveTextContent('Among subscribers, only owners can post.');
  });
});

describe('the email address of a channel', () => {
  it('is shown on request, for the chosen sender', async () => {
    const { calls } = await show(
      5,
      'overview',
      {
        getStreamById: () => ({ stream: details }),
        getStreamEmailAddress: ({ sender_id }) => ({ email: `design.${sender_id}@example.org` }),
      },
      {
        realm_users: [
          aPerson(7, { role: 100 }),
          aPerson(9, { full_name: 'Robot', is_bot: true, bot_owner_id: 7 }),
        ],
      },
    );
    expect(calls('getStreamEmailAddress')).toEqual([]);
    await page.getByRole('button', { name: 'Show email address' }).click();
    const address = page.getByRole('textbox', { name: 'Email address' });
    await expect.element(address).toHaveValue('design.7@example.org');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Posts as' }), 'Robot');
    await expect.element(address).toHaveValue('design.9@example.org');
  });

  it('is missing if the organization doesn’t accept email', async () => {
    await show(5, 'overview', {
      getStreamById: () => ({ stream: details }),
      getStreamEmailAddress: () => ({ email: '' }),
    });
    await page.getByRole('button', { name: 'Show email address' }).click();
    await expect
      .element(page.getByText('This organization doesn’t accept incoming email.'))
      .toBeVisible();
  });
});

describe('unsubscribing from a channel', () => {
  const secret = { ...design, invite_only: true };
  const more = { subscriptions: [aSubscription(5, secret)], realm_users: [aPerson(7)] };
  const opened = (settings: object = {}) => ({
    getStreamById: () => ({ stream: { ...details, ...secret, ...settings } }),
    unsubscribe: () => ({ removed: [], not_removed: [] }),
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('asks first if the user can’t rejoin', async () => {
    const { calls } = await show(5, undefined, opened(), more);
    const leave = button('Unsubscribe…');
    await leave.click();
    const dialog = page.getByRole('dialog', { name: 'Leave the private channel #design?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(calls('unsubscribe')).toEqual([]);
    await leave.click();
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
    const notices = page.getByLabelText('Notifications');
    await expect.element(notices.getByText('You left #design')).toBeVisible();
    expect(calls('unsubscribe')).toHaveLength(1);
    expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
  });

  it('happens immediately if its settings let the user rejoin', async () => {
    const { calls } = await show(5, undefined, opened({ can_subscribe_group: 2 }), {
      ...more,
      realm_user_groups: [{ id: 2, name: 'role:members', members: [7], direct_subgroup_ids: [] }],
    });
    await expect.element(page.getByText('Created', { exact: false }).first()).toBeVisible();
    await button('Unsubscribe').click();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(calls('unsubscribe')).toHaveLength(1);
  });
});

describe('settings that a server ignores', () => {
  it('are reported at their fields and stay as typed; the rest is saved', async () => {
    let stream = details;
    await show(5, 'settings', {
      ...created,
      getStreamById: () => ({ stream }),
      updateStream: ({ description = '' }) => {
        stream = { ...details, description };
        return { ignored_parameters_unsupported: ['can_send_message_group'] };
      },
    });
    const roles = page.getByRole('combobox', { name: 'Who can post' });
    await userEvent.selectOptions(roles, 'Owners');
    await page.getByRole('textbox', { name: 'Description' }).fill('Round things');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .element(page.getByText('This server doesn’t support this setting, so it wasn’t changed.'))
      .toBeVisible();
    await expect.element(roles).toHaveValue('role:owners');
    await expect
      .element(page.getByRole('textbox', { name: 'Description' }))
      .toHaveValue('Round things');
    expect(page.getByText('#design saved').elements()).toEqual([]);
  });
});
