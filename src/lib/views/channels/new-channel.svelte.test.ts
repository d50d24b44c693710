import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../app.css';
import { details, showChannels as show } from '../../../../tests/support/channels-page';
import { aSubscription } from '../../../../tests/support/state';
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
    await expect.element(name).toHaveAccessibleDescription(/with this name already exists/);
    await expect.element(name).toHaveValue('design');
    await expect.element(name).toHaveFocus();
    taken = false;
    await name.fill('shapes');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onshow.mock.lastCall).toEqual([9, '']);
    expect(calls('createChannel').at(-1)).toEqual({
      name: 'shapes',
      subscribers: [7],
      announce: false,
    });
  });
});

const taken = () => new ApiError('createChannel', 409, 'CHANNEL_ALREADY_EXISTS', 'It is taken.');

describe('a new channel that got no reply', () => {
  it.each([
    ['one’s own, which was made then', 7, true],
    ['somebody else’s', 8, false],
  ])(
    'is compared with an existing channel of the same name: %s',
    async (_whose, creator_id, isOwn) => {
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
      if (isOwn) await expect.poll(() => onshow.mock.lastCall).toEqual([9, '']);
      else await expect.element(name).toHaveAccessibleDescription(/with this name already exists/);
      expect(calls('createChannel')).toHaveLength(2);
    },
  );

  it('is created once on a double click', async () => {
    const made = Promise.withResolvers<object>();
    const { calls, onshow } = await show('new', undefined, {
      createChannel: () => made.promise,
      getChannelFolders: () => ({ channel_folders: [] }),
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
    await page.getByRole('button', { name: 'Create channel' }).dblClick();
    made.resolve({ id: 9 });
    await expect.poll(() => onshow.mock.lastCall).toEqual([9, '']);
    expect(calls('createChannel')).toHaveLength(1);
  });
});

it('a new channel whose form was left while waiting doesn’t bring the user back', async () => {
  const made = Promise.withResolvers<object>();
  const { onshow, rerender } = await show('new', undefined, {
    createChannel: () => made.promise,
    getChannelFolders: () => ({ channel_folders: [] }),
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await rerender({ open: undefined });
  made.resolve({ id: 9 });
  await expect.element(page.getByText('#shapes created').first()).toBeVisible();
  expect(onshow).not.toHaveBeenCalled();
});

const created = { getChannelFolders: () => ({ channel_folders: [] }) };
const announced = page.getByRole('switch', { name: 'Announce in #design' });

describe('the form of a new channel', () => {
  it('takes the focus, and offers an announcement if the organization has a channel for that', async () => {
    const { calls } = await show(
      'new',
      undefined,
      { ...created, createChannel: () => ({ id: 9 }) },
      { realm_new_stream_announcements_stream_id: 5 },
    );
    await expect.element(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveFocus();
    await userEvent.keyboard('shapes');
    await announced.click();
    const privacy = page.getByRole('combobox', { name: 'Who can see it' });
    await userEvent.selectOptions(privacy, 'Private');
    await expect.element(announced).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect.poll(() => calls('createChannel').at(-1)).toMatchObject({ announce: false });
  });

  it('closes with Escape or its button, and keeps what was typed', async () => {
    const { onshow } = await show('new', undefined, created);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('shapes{Escape}');
    expect(onshow.mock.lastCall).toEqual([undefined, '']);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(onshow).toHaveBeenCalledTimes(2);
    await expect.element(name).toHaveValue('shapes');
  });

  it('shows which numbers of days are allowed', async () => {
    await show('new', undefined, created);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
    await page.getByText('Topics and messages').click();
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Keep messages' }), 'days');
    const days = page.getByRole('textbox', { name: 'Number of days' });
    await days.fill('0');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect.element(days).toHaveAccessibleDescription(/from 1 to/);
  });

  it('leads to the name of the created channel', async () => {
    const { onshow, rerender } = await show('new', undefined, {
      ...created,
      createChannel: () => ({ id: 5 }),
      getStreamById: () => ({ stream: details }),
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('design');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect.poll(() => onshow.mock.lastCall).toEqual([5, '']);
    await rerender({ open: 5 });
    await expect.element(page.getByRole('heading', { name: 'design' })).toHaveFocus();
  });

  it('offers no announcement if there is no such channel', async () => {
    await show('new', undefined, created, { realm_new_stream_announcements_stream_id: -1 });
    await expect.element(page.getByRole('button', { name: 'Create channel' })).toBeVisible();
    expect(announced.elements()).toEqual([]);
  });
});

describe('a new channel on an old server', () => {
  const old = { zulip_version: '9.0-dev', zulip_feature_level: 247 };
  const none = () => {
    throw new ApiError('getStreamId', 400, 'BAD_REQUEST', 'Invalid channel name');
  };

  it('is created by subscribing, without the settings that the server lacks', async () => {
    let isThere = false;
    const { calls, onshow } = await show(
      'new',
      undefined,
      {
        getStreamId: () => (isThere ? { stream_id: 9 } : none()),
        subscribe: () => {
          isThere = true;
          return { subscribed: {}, already_subscribed: {} };
        },
      },
      old,
    );
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
    expect(page.getByRole('combobox', { name: 'Folder' }).elements()).toEqual([]);
    expect(page.getByRole('switch', { name: 'Notify the people you add' }).elements()).toEqual([]);
    expect(page.getByText('Membership', { exact: true }).elements()).toEqual([]);
    await page
      .getByRole('combobox', { name: 'Who can post' })
      .selectOptions('Moderators and above');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect.poll(() => onshow.mock.lastCall).toEqual([9, '']);
    const subscriptions = [{ name: 'shapes', description: '' }];
    expect(calls('subscribe')).toEqual([
      { subscriptions, principals: [7], announce: false, stream_post_policy: 4 },
    ]);
  });

  it.each([
    ['was made then, where one is in it', true],
    ['is somebody else’s, where one is not', false],
  ])('that got no reply %s', async (_what, isOwn) => {
    let isThere = false;
    const stream = { ...details, stream_id: 9, name: 'shapes' };
    const { calls, onshow } = await show(
      'new',
      undefined,
      {
        getStreamId: () => (isThere ? { stream_id: 9 } : none()),
        getStreamById: () => ({ stream }),
        subscribe: () => {
          isThere = true;
          throw new NetworkFailure('subscribe', 'timeout');
        },
      },
      { ...old, subscriptions: isOwn ? [aSubscription(9, stream)] : [] },
    );
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const create = page.getByRole('button', { name: 'Create channel' });
    await name.fill('shapes');
    await create.click();
    await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await create.click();
    if (isOwn) await expect.poll(() => onshow.mock.lastCall).toEqual([9, '']);
    else await expect.element(name).toHaveAccessibleDescription(/with this name already exists/);
    expect(calls('subscribe')).toHaveLength(1);
  });

  it('isn’t considered existing when only looking it up has failed', async () => {
    let offline = true;
    const { calls, onshow } = await show(
      'new',
      undefined,
      {
        getStreamId: () => {
          if (offline) throw new NetworkFailure('getStreamId', 'unreachable');
          return { stream_id: 5 };
        },
        getStreamById: () => ({ stream: details }),
      },
      old,
    );
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const create = page.getByRole('button', { name: 'Create channel' });
    await name.fill('design');
    await create.click();
    await expect.element(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    offline = false;
    await create.click();
    await expect.element(name).toHaveAccessibleDescription(/with this name already exists/);
    expect(calls('subscribe')).toEqual([]);
    expect(onshow).not.toHaveBeenCalled();
  });

  it('is refused if its name is taken, and adds no one to the existing channel', async () => {
    const { calls } = await show('new', undefined, { getStreamId: () => ({ stream_id: 5 }) }, old);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('design');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect.element(name).toHaveAccessibleDescription(/with this name already exists/);
    expect(calls('subscribe')).toEqual([]);
  });
});

describe('a new channel with people', () => {
  it('starts with all members of the chosen groups, each once', async () => {
    const { calls } = await show(
      'new',
      undefined,
      { ...created, createChannel: () => ({ id: 9 }) },
      {
        realm_user_groups: [{ id: 9, name: 'designers', members: [7, 8], direct_subgroup_ids: [] }],
      },
    );
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
    await page.getByRole('combobox', { name: 'People', exact: true }).fill('desig');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('designers: 2')).toBeVisible();
    await page.getByRole('switch', { name: 'Notify the people you add' }).click();
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect
      .poll(() => calls('createChannel').at(-1))
      .toMatchObject({ subscribers: [7, 8], send_new_subscription_messages: false });
  });

  it('is restored after a reload, as it was typed', async () => {
    const { reload } = await show('new', undefined, created);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('shapes');
    await reload();
    await expect.element(name).toHaveValue('shapes');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(name).toHaveValue('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(name).toHaveValue('shapes');
  });
});

it('a new channel whose settings the server partly ignored exists, and says which were ignored', async () => {
  const { onshow } = await show('new', undefined, {
    ...created,
    createChannel: () => ({
      id: 9,
      ignored_parameters_unsupported: ['can_send_message_group', 'announce'],
    }),
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
  await page.getByRole('combobox', { name: 'Who can post' }).selectOptions('Owners');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await expect.poll(() => onshow.mock.lastCall).toEqual([9, '']);
  const problem = '#shapes created, but this server didn’t save: Who can post';
  await expect.element(page.getByLabelText('Notifications').getByText(problem)).toBeVisible();
});
