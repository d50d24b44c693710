import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../app.css';
import { details, showChannels as show } from '../../../../tests/support/channels-page';
import { NetworkFailure } from '../../api/errors';

describe('a channel that another user changes at the same time', () => {
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const save = page.getByRole('button', { name: 'Save changes' });
  const notice = page.getByRole('status').filter({ hasText: 'Name was changed somewhere else' });

  async function changeAtOnce() {
    let stream = details;
    const world = await show(5, 'settings', {
      getStreamById: () => ({ stream }),
      getChannelFolders: () => ({ channel_folders: [] }),
    });
    await name.fill('forms');
    stream = { ...details, name: 'shapes' };
    const change = { stream_id: 5, name: 'design', property: 'name', value: 'shapes' };
    world.tell({ type: 'stream', op: 'update', ...change });
    await expect.element(notice).toHaveTextContent('shapes');
    await expect.element(name).toHaveValue('forms');
    await expect.element(name).toHaveFocus();
    return world;
  }

  it('isn’t overwritten without asking: the user chooses', async () => {
    const { calls } = await changeAtOnce();
    await userEvent.keyboard('{Enter}');
    await expect.element(notice.getByRole('button', { name: 'Keep mine' })).toHaveFocus();
    expect(calls('updateStream')).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(notice).not.toBeInTheDocument();
    await save.click();
    await expect.poll(() => calls('updateStream')).toEqual([{ stream_id: 5, new_name: 'forms' }]);
  });

  it('isn’t overwritten even if the event of the change has not arrived', async () => {
    let stream = details;
    const { calls } = await show(5, 'settings', { getStreamById: () => ({ stream }) });
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('Round things');
    stream = { ...details, description: 'Square things' };
    await save.click();
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'Description was changed somewhere else' });
    await expect.element(banner).toHaveTextContent('Square things');
    await expect.element(banner.getByRole('button', { name: 'Keep mine' })).toHaveFocus();
    await expect.element(description).toHaveValue('Round things');
    expect(calls('updateStream')).toEqual([]);
  });

  it('in the same moment keeps both texts', async () => {
    let stream = details;
    const { tell } = await show(5, 'settings', {
      getStreamById: () => ({ stream }),
      updateStream: ({ description = '' }) => {
        stream = { ...details, description };
        return {};
      },
    });
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('Round things');
    await save.click();
    await expect.element(save).toBeDisabled();
    stream = { ...details, description: 'Square things' };
    const change = { property: 'description', value: 'Square things' };
    tell({ type: 'stream', op: 'update', stream_id: 5, name: 'design', ...change });
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'Description was changed somewhere else' });
    await expect.element(banner).toHaveTextContent('Square things');
    await expect.element(description).toHaveValue('Round things');
  });

  it('isn’t confused with the user’s own change, made twice in a row', async () => {
    let stream = details;
    const { calls } = await show(5, 'settings', {
      getStreamById: () => ({ stream }),
      updateStream: ({ description = '' }) => {
        stream = { ...details, description };
        return {};
      },
    });
    const description = page.getByRole('textbox', { name: 'Description' });
    for (const text of ['Round things', 'Rounder things']) {
      await description.fill(text);
      await save.click();
      await expect.element(save).toBeDisabled();
      await expect.element(description).toHaveValue(text);
    }
    expect(calls('updateStream')).toHaveLength(2);
    expect(page.getByText('changed somewhere else').elements()).toEqual([]);
  });

  it('keeps what is typed while saving', async () => {
    let stream = details;
    let answer = () => undefined as void;
    const { calls } = await show(5, 'settings', {
      getStreamById: () => ({ stream }),
      async updateStream({ description = stream.description, new_name = stream.name }) {
        await new Promise<void>((resolve) => (answer = resolve));
        stream = { ...details, description, name: new_name };
        return {};
      },
    });
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('Round things');
    await name.fill('shapes');
    await save.click();
    await expect.poll(() => calls('updateStream')).toHaveLength(1);
    await description.fill('Rounder things');
    answer();
    await expect.element(page.getByText('#shapes saved').last()).toBeVisible();
    await expect.element(description).toHaveValue('Rounder things');
    await expect.element(name).toHaveValue('shapes');
    await save.click();
    await expect
      .poll(() => calls('updateStream').at(-1))
      .toEqual({
        stream_id: 5,
        description: 'Rounder things',
      });
    answer();
  });

  it('can be left as it is now; Undo restores what was typed', async () => {
    await changeAtOnce();
    await notice.getByRole('button', { name: 'Use the other version' }).click();
    await expect.element(name).toHaveValue('shapes');
    await expect.element(save).toBeDisabled();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(name).toHaveValue('forms');
    await expect.element(save).toBeEnabled();
  });

  it('reports changes to fields that the user hasn’t touched', async () => {
    let stream = details;
    const { tell } = await show(5, 'settings', { getStreamById: () => ({ stream }) });
    await page.getByRole('textbox', { name: 'Description' }).fill('Round things');
    stream = { ...details, name: 'shapes' };
    const change = { stream_id: 5, name: 'design', property: 'name', value: 'shapes' };
    tell({ type: 'stream', op: 'update', ...change });
    await expect.element(name).toHaveValue('shapes');
    expect(notice.elements()).toEqual([]);
  });
});

describe('a change that succeeded although its reply was lost', () => {
  const lost = (id: string) => () => {
    throw new NetworkFailure(id, 'timeout');
  };
  const anyAlert = page.getByRole('alert').filter({ hasText: /./ });

  it('is shown as saved once its event arrives', async () => {
    let stream = details;
    const { tell } = await show(5, 'settings', {
      getStreamById: () => ({ stream }),
      updateStream: lost('updateStream'),
    });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('shapes');
    await userEvent.keyboard('{Enter}');
    await expect.element(anyAlert).toBeVisible();
    stream = { ...details, name: 'shapes' };
    const change = { stream_id: 5, name: 'design', property: 'name', value: 'shapes' };
    tell({ type: 'stream', op: 'update', ...change });
    const notices = page.getByLabelText('Notifications');
    await expect.element(notices.getByText('#shapes saved')).toBeVisible();
    await expect.element(anyAlert).not.toBeInTheDocument();
  });

  it('isn’t repeated: archiving a channel', async () => {
    const { tell } = await show(5, undefined, {
      getStreamById: () => ({ stream: details }),
      archiveStream: lost('archiveStream'),
    });
    await page.getByRole('button', { name: 'Archive this channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    const change = { stream_id: 5, name: 'design', property: 'is_archived', value: true };
    tell({ type: 'stream', op: 'update', ...change });
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('removes the channel if the server hides archived channels from everyone', async () => {
    const { tell } = await show(
      5,
      undefined,
      { getStreamById: () => ({ stream: details }) },
      { zulip_version: '10.2', zulip_feature_level: 372 },
    );
    await page.getByRole('button', { name: 'Archive this channel' }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toHaveTextContent('You can’t undo this.');
    await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
    // Servers before feature level 388 send this event for an archived channel.
    tell({ type: 'stream', op: 'delete', streams: [{ stream_id: 5 }] });
    await expect.element(page.getByText('It was archived or deleted')).toBeVisible();
    const offered = page.getByRole('button', { name: /^(Subscribe|Archive this channel…)$/ });
    await expect.element(offered).not.toBeInTheDocument();
  });

  it('isn’t repeated: creating a folder', async () => {
    const folder = {
      id: 1,
      name: 'Work',
      description: '',
      rendered_description: '',
      date_created: 1,
      creator_id: 7,
      is_archived: false,
    };
    let channel_folders: object[] = [];
    const { tell } = await show('folders', undefined, {
      getChannelFolders: () => ({ channel_folders }),
      createChannelFolder: lost('createChannelFolder'),
    });
    const name = page.getByRole('textbox', { name: 'Folder name' });
    await name.fill('Work');
    await userEvent.keyboard('{Enter}');
    await expect.element(anyAlert).toBeVisible();
    channel_folders = [folder];
    tell({ type: 'channel_folder', op: 'add', channel_folder: folder });
    await expect.element(page.getByRole('button', { name: 'Edit folder Work' })).toBeVisible();
    await expect.element(name).toHaveValue('');
    await expect.element(anyAlert).not.toBeInTheDocument();
  });
});

describe('a folder that is saved', () => {
  const folder = {
    id: 1,
    name: 'Work',
    description: '',
    rendered_description: '',
    date_created: 1,
    creator_id: 7,
    is_archived: false,
  };

  it('keeps the form open for what was typed since', async () => {
    let channel_folders = [folder];
    const answer = Promise.withResolvers<object>();
    await show('folders', undefined, {
      getChannelFolders: () => ({ channel_folders }),
      updateChannelFolder: () => answer.promise,
    });
    await page.getByRole('button', { name: 'Edit folder Work' }).click();
    const form = page.getByRole('form', { name: 'Edit folder Work' });
    const name = form.getByRole('textbox', { name: 'Name' });
    await name.fill('Works');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('form').getByRole('textbox', { name: 'Description' }).last().fill('Ours');
    channel_folders = [{ ...folder, name: 'Works' }];
    answer.resolve({});
    await expect.element(page.getByRole('button', { name: 'Edit folder Works' })).toBeVisible();
    const description = page
      .getByRole('form', { name: 'Edit folder Works' })
      .getByRole('textbox', { name: 'Description' });
    await expect.element(description).toHaveValue('Ours');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(description).not.toBeInTheDocument();
  });
});

describe('a folder that another user changes at the same time', () => {
  it('keeps the fields that aren’t changed here', async () => {
    const folder = {
      id: 1,
      name: 'Work',
      description: 'Mine',
      rendered_description: '',
      date_created: 1,
      creator_id: 7,
      is_archived: false,
    };
    let channel_folders = [folder];
    const { tell, calls } = await show('folders', undefined, {
      getChannelFolders: () => ({ channel_folders }),
    });
    await page.getByRole('button', { name: 'Edit folder Work' }).click();
    const form = page.getByRole('form', { name: 'Edit folder Work' });
    const name = form.getByRole('textbox', { name: 'Name' });
    // Typed and undone.
    await name.fill('Works');
    await name.fill('Work');
    await form.getByRole('textbox', { name: 'Description' }).fill('Ours');
    const data = { name: 'Jobs' };
    channel_folders = [{ ...folder, ...data }];
    tell({ type: 'channel_folder', op: 'update', channel_folder_id: 1, data });
    await expect.element(page.getByRole('button', { name: 'Edit folder Jobs' })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => calls('updateChannelFolder'))
      .toEqual([{ channel_folder_id: 1, description: 'Ours' }]);
  });
});
