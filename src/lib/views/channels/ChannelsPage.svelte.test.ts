import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../app.css';
import { design, details, showChannels as show } from '../../../../tests/support/channels-page';
import { aMessage } from '../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../api/errors';

describe('a new channel', () => {
  it('keeps what was typed when it is refused, with the reason at its field', async () => {
    let taken = true;
    const { calls, onshow } = await show('new', undefined, {
      createChannel: () => {
        if (!taken) return { id: 9 };
        throw new ApiError('createChannel', 409, 'CHANNEL_ALREADY_EXISTS', 'It is taken.');
      },
      getChannelFolders: () => ({ channel_folders: [] }),
    });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const create = page.getByRole('button', { name: 'Create channel' });
    await create.click();
    await expect.element(name).toHaveFocus();
    expect(calls('createChannel')).toEqual([]);
    await name.fill('design');
    await create.click();
    await expect.element(name).toHaveAccessibleDescription(/of this name already/);
    await expect.element(name).toHaveValue('design');
    await expect.element(name).toHaveFocus();
    taken = false;
    await name.fill('shapes');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onshow.mock.lastCall).toEqual([9]);
    expect(calls('createChannel').at(-1)).toEqual({
      ...{ name: 'shapes', subscribers: [7], announce: false },
    });
  });
});

const taken = () => new ApiError('createChannel', 409, 'CHANNEL_ALREADY_EXISTS', 'It is taken.');

describe('a new channel of which no answer came', () => {
  it.each([
    ['one’s own, which was made then', 7, true],
    ['somebody else’s', 8, false],
  ])('is, where one of its name is there, %s', async (_whose, creator_id, isOwn) => {
    let tries = 0;
    const { calls, onshow } = await show('new', undefined, {
      createChannel: () => {
        throw ++tries === 1 ? new NetworkFailure('createChannel', 'timeout') : taken();
      },
      getStreamId: () => ({ stream_id: 9 }),
      getStreamById: () => ({ stream: { ...details, stream_id: 9, creator_id } }),
      getChannelFolders: () => ({ channel_folders: [] }),
    });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const create = page.getByRole('button', { name: 'Create channel' });
    await name.fill('shapes');
    await create.click();
    await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await create.click();
    if (isOwn) await expect.poll(() => onshow.mock.lastCall).toEqual([9]);
    else await expect.element(name).toHaveAccessibleDescription(/of this name already/);
    expect(calls('createChannel')).toHaveLength(2);
  });

  it('is made once by a double click', async () => {
    const made = Promise.withResolvers<object>();
    const { calls, onshow } = await show('new', undefined, {
      createChannel: () => made.promise,
      getChannelFolders: () => ({ channel_folders: [] }),
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
    await page.getByRole('button', { name: 'Create channel' }).dblClick();
    made.resolve({ id: 9 });
    await expect.poll(() => onshow.mock.lastCall).toEqual([9]);
    expect(calls('createChannel')).toHaveLength(1);
  });
});

describe('one’s own settings of a channel', () => {
  it('come to the last of several wishes, one call at a time', async () => {
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
    const told = calls('updateSubscriptionSettings').at(-1);
    const row = { stream_id: 5, property: 'is_muted', value: false };
    expect(told).toEqual({ subscription_data: [row] });
  });
});

describe('the settings of a channel', () => {
  it('tell what has changed, with what a permission was; off line nothing is lost', async () => {
    let offline = true;
    const { calls } = await show(5, 'settings', {
      getStreamById: () => ({ stream: details }),
      getChannelFolders: () => ({ channel_folders: [] }),
      updateStream: () => {
        if (offline) throw new NetworkFailure('updateStream', 'unreachable');
        return {};
      },
    });
    const roles = page.getByRole('combobox', { name: 'Who may write' });
    await userEvent.selectOptions(roles, 'Owners');
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await expect.element(roles).toHaveValue('role:owners');
    offline = false;
    await save.click();
    await expect.poll(() => calls('updateStream').length).toBe(2);
    expect(calls('updateStream').at(-1)).toEqual({
      ...{ stream_id: 5, can_send_message_group: { new: 1, old: 2 } },
    });
  });
});

const created = { getChannelFolders: () => ({ channel_folders: [] }) };
const announced = page.getByRole('switch', { name: 'Tell of it in #design' });

describe('the form of a new channel', () => {
  it('takes the keyboard, and offers to tell of it where the organization has a place for that', async () => {
    const { calls } = await show(
      'new',
      undefined,
      { ...created, createChannel: () => ({ id: 9 }) },
      { realm_new_stream_announcements_stream_id: 5 },
    );
    await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus();
    await userEvent.keyboard('shapes');
    await announced.click();
    const privacy = page.getByRole('combobox', { name: 'Who sees it' });
    await userEvent.selectOptions(privacy, 'Private');
    await expect.element(announced).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect.poll(() => calls('createChannel').at(-1)).toMatchObject({ announce: false });
  });

  it('does not where there is none', async () => {
    await show('new', undefined, created, { realm_new_stream_announcements_stream_id: -1 });
    await expect.element(page.getByRole('button', { name: 'Create channel' })).toBeVisible();
    expect(announced.elements()).toEqual([]);
  });
});

describe('the list of channels', () => {
  it('shows those that are known before the server has answered', async () => {
    const never = Promise.withResolvers<object>();
    await show(undefined, undefined, { getStreams: () => never.promise });
    await expect.element(page.getByRole('option', { name: /design/ })).toBeVisible();
  });

  it('tells a description without its Markdown', async () => {
    const streams = [{ ...design, stream_id: 6, description: 'All **round** things' }];
    await show(undefined, undefined, { getStreams: () => ({ streams }) });
    await expect.element(page.getByText('All round things')).toBeVisible();
  });
});

describe('what one may not do in a channel', () => {
  const stream = {
    ...{ ...details, can_administer_channel_group: 1, can_remove_subscribers_group: 1 },
    ...{ can_add_subscribers_group: 1 },
  };
  const answers = {
    ...created,
    getStreamById: () => ({ stream }),
    getSubscribers: () => ({ subscribers: [7, 8] }),
  };
  const asMember = { user_id: 8, realm_can_add_subscribers_group: 1 };

  it('is not offered: settings are told, not asked for', async () => {
    await show(5, 'settings', answers, asMember);
    await expect.element(page.getByText(/^Only those who administer/)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Description' })).toBeDisabled();
    expect(page.getByRole('button', { name: 'Save changes' }).elements()).toEqual([]);
  });

  it.each([
    ['archived by others', 'overview', /^Archive this/],
    ['added to by others', 'people', /^Add$/],
    ['taken out by others', 'people', /^Remove Person/],
  ])('is not offered: %s', async (_what, part, name) => {
    await show(5, part, answers, asMember);
    await expect.element(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
    if (part === 'people') await expect.element(page.getByText('Person 7')).toBeVisible();
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
  });

  it('is not offered: a new channel', async () => {
    const none = { can_create_public_streams: false, can_create_private_streams: false };
    await show('new', undefined, created, none);
    await expect.element(page.getByText(/^You may not create channels/)).toBeVisible();
    expect(page.getByRole('textbox', { name: 'Name', exact: true }).elements()).toEqual([]);
  });

  it('is, to whoever administers it', async () => {
    await show(5, 'people', answers);
    await expect.element(page.getByRole('button', { name: 'Remove Person 8' })).toBeVisible();
  });
});

describe('the people of a channel', () => {
  it('are told with what they say of themselves', async () => {
    const { tell } = await show(5, 'people', {
      getSubscribers: () => ({ subscribers: [7, 8] }),
    });
    const row = page.getByRole('listitem').filter({ hasText: 'Person 8' });
    await expect.element(row).toBeVisible();
    const unicode = { emoji_name: 'boat', emoji_code: '26f5', reaction_type: 'unicode_emoji' };
    tell({ type: 'user_status', user_id: 8, status_text: 'Out sailing', ...unicode });
    await expect.element(row).toHaveTextContent(/Person 8 ⛵\ufe0f Out sailing/u);
    tell({
      ...{ type: 'user_status', user_id: 8, status_text: '' },
      ...{ emoji_name: '', emoji_code: '', reaction_type: '' },
    });
    await expect.element(row).not.toHaveTextContent('Out sailing');
  });
});

describe('the topics of a channel', () => {
  it('are joined at once by one that a message begins', async () => {
    let topics = [{ name: 'logo', max_id: 3 }];
    const { tell } = await show(5, 'topics', { getStreamTopics: () => ({ topics }) });
    await expect.element(page.getByRole('link', { name: 'logo' })).toBeVisible();
    topics = [{ name: 'colours', max_id: 4 }, ...topics];
    const { flags, ...message } = aMessage(4, { subject: 'colours' });
    tell({ type: 'message', message, flags });
    await expect.element(page.getByRole('link', { name: 'colours' })).toBeVisible();
  });
});
