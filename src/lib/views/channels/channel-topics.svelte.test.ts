import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../app.css';
import { design, showChannels as show } from '../../../../tests/support/channels-page';
import { aChannel, aMessage } from '../../../../tests/support/state';

describe('the topics of a channel', () => {
  it('immediately include one that a new message starts', async () => {
    let topics = [{ name: 'logo', max_id: 3 }];
    const { tell } = await show(5, 'topics', { getStreamTopics: () => ({ topics }) });
    await expect.element(page.getByRole('option', { name: 'logo' })).toBeVisible();
    topics = [{ name: 'colours', max_id: 4 }, ...topics];
    const { flags, ...message } = aMessage(4, { subject: 'colours' });
    tell({ type: 'message', message, flags });
    await expect.element(page.getByRole('option', { name: 'colours' })).toBeVisible();
  });

  const list = page.getByRole('listbox', { name: 'Topics' });
  const rows = list.getByRole('option');
  const names = () => rows.elements().map((row) => row.textContent.trim().replace(/\s+/g, ' '));
  const search = page.getByRole('searchbox', { name: 'Search topics' });
  const three = [
    { name: 'logo', max_id: 30 },
    { name: 'colours', max_id: 20 },
    { name: '✔ fonts', max_id: 10 },
  ];
  const unread_msgs = {
    count: 2,
    pms: [],
    huddles: [],
    mentions: [],
    streams: [{ stream_id: 5, topic: 'colours', unread_message_ids: [19, 20] }],
  };

  it('can be sorted and searched', async () => {
    await show(
      5,
      'topics',
      { getStreamTopics: () => ({ topics: three }) },
      {
        unread_msgs,
        user_topics: [{ stream_id: 5, topic_name: '✔ fonts', visibility_policy: 3 }],
      },
    );
    await expect.poll(names).toEqual(['logo', 'colours 22 unread', 'fonts Resolved Followed']);
    const sort = async (by: string) => {
      await userEvent.click(page.getByRole('button', { name: /^Sorted by/ }).last());
      await userEvent.click(page.getByRole('menuitemradio', { name: by }));
    };
    await sort('Name');
    await expect.poll(() => names()[0]).toMatch(/^colours/);
    await sort('Followed first');
    await expect.poll(() => names()[0]).toMatch(/^fonts/);
    await sort('Unread first');
    await expect.poll(() => names()[0]).toMatch(/^colours/);
    await search.fill('on');
    await expect.poll(names).toEqual(['fonts Resolved Followed']);
  });

  it('are followed and muted by keys and together, each with Undo', async () => {
    const { calls } = await show(5, 'topics', {
      getStreamTopics: () => ({ topics: three }),
      updateUserTopic: () => ({}),
    });
    const markedTopics = () =>
      (calls('updateUserTopic') as { topic: string; visibility_policy: number }[]).map(
        ({ topic, visibility_policy }) => [topic, visibility_policy],
      );
    await search.click();
    await userEvent.keyboard('{Enter}x{ArrowDown}x');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect.poll(markedTopics).toEqual([
      ['logo', 3],
      ['colours', 3],
    ]);
    await expect.poll(names).toEqual(['logo Followed', 'colours Followed', 'fonts Resolved']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => markedTopics().slice(2))
      .toEqual([
        ['logo', 0],
        ['colours', 0],
      ]);
    await expect.poll(names).toEqual(['logo', 'colours', 'fonts Resolved']);
  });

  it('get their policy back by Undo, although the page shows another channel', async () => {
    const garden = aChannel(6, { name: 'garden' });
    const { calls, rerender } = await show(
      5,
      'topics',
      { getStreamTopics: () => ({ topics: three }), updateUserTopic: () => ({}) },
      { streams: [design, garden] },
    );
    await search.click();
    await userEvent.keyboard('{Enter}x');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect.poll(() => calls('updateUserTopic')).toHaveLength(1);
    await rerender({ open: 6 });
    await expect.element(page.getByRole('heading', { name: 'garden' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => calls('updateUserTopic').at(-1))
      .toEqual({ stream_id: 5, topic: 'logo', visibility_policy: 0 });
  });

  it('are selected by touch with a button, until the selection is cleared', async () => {
    const { calls } = await show(5, 'topics', {
      getStreamTopics: () => ({ topics: three }),
      updateUserTopic: () => ({}),
    });
    const begin = page
      .getByRole('region', { name: 'Topics' })
      .getByRole('button', { name: 'Select', exact: true, includeHidden: true });
    await expect.poll(() => names()[0]).toBe('logo');
    (begin.element() as HTMLElement).click();
    await expect.element(page.getByText('0 selected')).toBeVisible();
    const row = (name: string) => page.getByRole('option').filter({ hasText: name });
    for (const name of ['logo', 'colours', 'logo']) await row(name).click();
    await expect.element(page.getByText('1 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect
      .poll(() => calls('updateUserTopic'))
      .toEqual([{ stream_id: 5, topic: 'colours', visibility_policy: 3 }]);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect.element(search).toBeVisible();
  });

  it('immediately show what another browser has muted', async () => {
    const { tell } = await show(5, 'topics', { getStreamTopics: () => ({ topics: three }) });
    await expect.poll(() => names()[0]).toBe('logo');
    const row = { stream_id: 5, topic_name: 'logo', visibility_policy: 1, last_updated: 1 };
    tell({ type: 'user_topic', ...row });
    await expect.poll(() => names()[0]).toBe('logo Muted');
  });

  it('are resolved by renaming them, and unresolved by Undo', async () => {
    let topics = three;
    const { calls } = await show(5, 'topics', {
      getStreamTopics: () => ({ topics }),
      updateMessage: ({ topic = '', message_id }) => {
        topics = topics.map((one) => (one.max_id === message_id ? { ...one, name: topic } : one));
        return {};
      },
    });
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await expect.poll(() => names()[0]).toBe('logo Resolved');
    expect(calls('updateMessage').at(-1)).toMatchObject({
      message_id: 30,
      topic: '✔ logo',
      propagate_mode: 'change_all',
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => names()[0]).toBe('logo');
  });

  it('are marked as read, with Undo', async () => {
    const { calls } = await show(
      5,
      'topics',
      {
        getStreamTopics: () => ({ topics: three }),
        updateMessageFlags: ({ messages }) => ({ messages }),
      },
      { unread_msgs },
    );
    await rows.nth(1).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await expect
      .poll(() => calls('updateMessageFlags'))
      .toEqual([{ messages: [19, 20], op: 'add', flag: 'read' }]);
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  it('are deleted after a confirmation, in batches until all messages are gone', async () => {
    let topics = three;
    let batches = 3;
    const { calls } = await show(5, 'topics', {
      getStreamTopics: () => ({ topics }),
      deleteTopic: () => {
        batches -= 1;
        if (batches === 0) topics = three.slice(1);
        return { complete: batches === 0 };
      },
    });
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this topic?' });
    await expect.element(dialog.getByText(/logo/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(names).toEqual(['colours', 'fonts Resolved']);
    expect(calls('deleteTopic')).toHaveLength(3);
  });

  it('are renamed, and Undo restores the name', async () => {
    let topics = three;
    await show(5, 'topics', {
      getStreamTopics: () => ({ topics }),
      updateMessage: ({ topic = '', message_id }) => {
        topics = topics.map((one) => (one.max_id === message_id ? { ...one, name: topic } : one));
        return {};
      },
    });
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rename or move…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('new logo');
    await dialog.getByRole('button', { name: 'Move all messages' }).click();
    await expect.poll(() => names()[0]).toBe('new logo');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => names()[0]).toBe('logo');
  });

  it('are renamed by keyboard alone', async () => {
    const { calls } = await show(5, 'topics', {
      getStreamTopics: () => ({ topics: three }),
      updateMessage: () => ({}),
    });
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rename or move…' }).click();
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'Topic' });
    await expect.element(field).toHaveFocus();
    // The suggestions stay closed, so that they don't cover the rest of the dialog.
    await expect.element(field).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Enter}');
    expect(calls('updateMessage')).toEqual([]);
    await field.fill('col');
    await expect.element(page.getByRole('option', { name: 'colours' }).last()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('colours');
    expect(calls('updateMessage')).toEqual([]);
    await field.fill('new logo');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => calls('updateMessage')).toMatchObject([{ topic: 'new logo' }]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('can’t be changed without permission', async () => {
    await show(
      5,
      'topics',
      { getStreamTopics: () => ({ topics: three }) },
      {
        user_id: 8,
        realm_can_delete_any_message_group: 1,
        realm_can_resolve_topics_group: 1,
        realm_can_move_messages_between_topics_group: 1,
        realm_can_move_messages_between_channels_group: 1,
      },
    );
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await expect.element(page.getByRole('button', { name: 'Mark as resolved' })).toBeDisabled();
    await page.getByRole('button', { name: 'More' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Delete…' })).toBeDisabled();
  });

  it('are drawn a screenful at a time, and found at a key press', async () => {
    const topics = Array.from({ length: 10_000 }, (_, at) => ({
      name: `topic ${at}`,
      max_id: 20_000 - at,
    }));
    await show(5, 'topics', { getStreamTopics: () => ({ topics }) });
    await expect.element(page.getByText('10,000 topics')).toBeVisible();
    expect(rows.elements().length).toBeLessThan(120);
    await search.fill('9876');
    await expect.poll(names).toEqual(['topic 9876']);
  });
});
