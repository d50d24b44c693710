import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  list,
  row,
  scheduled,
  setup,
  some,
  soon,
} from '../../../../tests/support/ui/scheduled-page.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import { timedFieldsOf } from '../../writing/sending/timed-text';

describe('ScheduledPage', () => {
  describe('a message whose file is gone', () => {
    const gone = new ApiError('getFileTemporaryUrl', 404, 'BAD_REQUEST', 'No such file');
    const withFiles = (failure: Error) =>
      setup([scheduled(1, 'See [notes.pdf](/user_uploads/2/a/b/notes.pdf)'), ...some.slice(1)], {
        getAttachments: () => Promise.resolve({ attachments: [], upload_space_used: 0 }),
        getFileTemporaryUrl: () => Promise.reject(failure),
      });

    it('says so in the list and when open, but not that it will fail', async () => {
      await withFiles(gone);
      await expect.element(row(/notes.pdf/)).toHaveTextContent('Missing file');
      await expect.element(row(/notes.pdf/)).toHaveTextContent('no longer on the server');
      await expect.element(row(/For Grace/)).not.toHaveTextContent('Missing file');
      await row(/notes.pdf/).click();
      await expect
        .element(page.getByRole('status').getByText(/no longer on the server/))
        .toBeVisible();
      await expect.element(page.getByText(/can’t be sent as scheduled/)).not.toBeInTheDocument();
    });

    it('can still be edited', async () => {
      const { calls } = await withFiles(gone);
      await row(/notes.pdf/).click();
      await button('Edit').first().click();
      await page.getByRole('textbox', { name: 'Message' }).fill('Without it');
      await button('Save').click();
      await expect
        .poll(() => calls('updateScheduledMessage'))
        .toMatchObject([{ content: 'Without it' }]);
      await expect.element(page.getByText(/no longer on the server/)).not.toBeInTheDocument();
    });

    it('isn’t marked if the file couldn’t be checked', async () => {
      const { calls } = await withFiles(new NetworkFailure('getFileTemporaryUrl', 'unreachable'));
      await expect.poll(() => calls('getFileTemporaryUrl')).toHaveLength(1);
      await expect.element(row(/notes.pdf/)).not.toHaveTextContent('Missing file');
    });
  });

  it('shows recipient, text and time, and searches what it shows', async () => {
    await setup();
    await expect.element(row(/^design logo The blue one .*GMT/)).toBeVisible();
    await page.getByRole('searchbox').fill('grace');
    await expect.element(row(/For Grace/)).toBeVisible();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await page.getByRole('searchbox').fill('nothing like it');
    await button('Clear search').click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('acts on the highlighted row, before any arrow key in the list', async () => {
    const { calls } = await setup();
    await page.getByRole('searchbox').fill('grace');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}{Backspace}');
    await expect.poll(() => calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 2 }]);
  });

  it('filters to one conversation', async () => {
    await setup();
    await button('Filter by conversation').click();
    await page.getByRole('menuitemradio', { name: 'Grace (1)' }).click();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.element(row(/For Grace/)).toBeVisible();
  });

  it('opens a message without a server call', async () => {
    const { calls } = await setup();
    await row(/blue/).click();
    await expect.element(page.getByText(/^Scheduled for .*GMT/)).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
    expect(calls('deleteScheduledMessage')).toEqual([]);
  });

  it('deletes the active row, and schedules it again on Undo', async () => {
    const { calls } = await setup();
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.poll(() => calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 1 }]);
    await button('Undo').click();
    await expect
      .poll(() => calls('createScheduledMessage'))
      .toEqual([
        {
          type: 'stream',
          to: 5,
          topic: 'logo',
          content: 'The blue one',
          scheduled_delivery_timestamp: soon + 60,
          read_by_sender: true,
        },
      ]);
  });

  it('says why nothing was changed, and shows the message again', async () => {
    await setup(some, {
      deleteScheduledMessage: () =>
        Promise.reject(new ApiError('deleteScheduledMessage', 400, 'BAD_REQUEST', 'Not today.')),
    });
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText(/^Couldn’t make that change\./).last()).toBeVisible();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('moves all selected messages by a day, and back', async () => {
    const { calls } = await setup();
    list().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await button('Move earlier or later').click();
    await page.getByRole('menuitem', { name: '1 day later' }).click();
    await expect.element(page.getByText('2 messages rescheduled').last()).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([
      { scheduled_message_id: 1, scheduled_delivery_timestamp: soon + 60 + 86_400 },
      { scheduled_message_id: 2, scheduled_delivery_timestamp: soon + 120 + 86_400 },
    ]);
    await button('Undo').click();
    await expect
      .poll(() => calls('updateScheduledMessage').slice(2))
      .toEqual([
        { scheduled_message_id: 1, scheduled_delivery_timestamp: soon + 60 },
        { scheduled_message_id: 2, scheduled_delivery_timestamp: soon + 120 },
      ]);
  });

  it('doesn’t move messages into the past', async () => {
    const { calls } = await setup([scheduled(1, 'Nearly due')]);
    list().focus();
    await userEvent.keyboard('x');
    await button('Move earlier or later').click();
    await page.getByRole('menuitem', { name: '1 week earlier' }).click();
    await expect
      .element(page.getByText(/wasn’t moved because the new time is in the past/).last())
      .toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
  });

  it('for Send now, first creates a draft, then deletes the scheduled message, then sends', async () => {
    const order: string[] = [];
    await setup(some, {
      createDrafts: () => (order.push('draft'), Promise.resolve({ ids: [100] })),
      deleteScheduledMessage: () => (order.push('delete'), Promise.resolve({})),
      sendMessage: () => (order.push('send'), Promise.resolve({ id: 99 })),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText('Sent to #design › logo').last()).toBeVisible();
    expect(order).toEqual(['draft', 'delete', 'send']);
    await expect.element(row(/blue/)).not.toBeInTheDocument();
  });

  it('sends nothing that the server doesn’t delete', async () => {
    const { calls, drafts } = await setup(some, {
      deleteScheduledMessage: () =>
        Promise.reject(
          new ApiError('deleteScheduledMessage', 404, 'BAD_REQUEST', 'No such one', {}),
        ),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText(/^Couldn’t make that change\./).last()).toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    await expect.poll(() => drafts.list).toEqual([]);
  });

  it('keeps the text as a draft, and sends it once the server has deleted the scheduled message', async () => {
    let isLost = true;
    const { calls, drafts } = await setup(some, {
      deleteScheduledMessage: () =>
        isLost
          ? Promise.reject(new NetworkFailure('deleteScheduledMessage', 'timeout'))
          : Promise.resolve({}),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText('Will be sent when you’re online').last()).toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    expect(drafts.list.map(({ body }) => body.content)).toEqual(['The blue one']);
    isLost = false;
    await expect
      .poll(() => calls('sendMessage'), { timeout: 10_000 })
      .toMatchObject([{ content: 'The blue one' }]);
    expect(calls('deleteScheduledMessage')).toHaveLength(2);
  });

  it('schedules once on Undo, even if the reply is lost', async () => {
    const { calls, drafts } = await setup(some, {
      createScheduledMessage: () =>
        Promise.reject(new NetworkFailure('createScheduledMessage', 'timeout')),
      getScheduledMessages: () =>
        Promise.resolve({ scheduled_messages: [{ ...some[0], scheduled_message_id: 60 }] }),
    });
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await button('Undo').click();
    await expect.poll(() => calls('getScheduledMessages'), { timeout: 10_000 }).toHaveLength(1);
    await expect.element(page.getByText(/^Couldn’t make that change\./)).not.toBeInTheDocument();
    expect(calls('createScheduledMessage')).toHaveLength(1);
    expect(drafts.list).toEqual([]);
  });

  it('shows in the row that it waits offline, and completes automatically, once', async () => {
    const { calls, connect } = await setup([...some, scheduled(3, 'Not needed')]);
    connect('offline');
    await row(/blue/).click();
    await userEvent.keyboard('h');
    await page.getByRole('textbox', { name: 'When' }).fill('in 5 days');
    await userEvent.keyboard('{Enter}');
    await expect.element(row(/blue.*Will be changed when you’re online.*Waiting/)).toBeVisible();
    await row(/Not needed/).click();
    await button('Delete').click();
    await expect.element(row(/Not needed/)).not.toBeInTheDocument();
    await row(/Grace/).click();
    await button('Delete').click();
    await button('Undo').last().click();
    await expect.element(row(/Grace/)).toBeVisible();
    await expect.element(row(/Grace.*Waiting/)).not.toBeInTheDocument();
    expect(calls('updateScheduledMessage')).toEqual([]);
    connect('online');
    await expect.poll(() => calls('updateScheduledMessage')).toHaveLength(1);
    await expect.poll(() => calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 3 }]);
    await expect.element(row(/Waiting/)).not.toBeInTheDocument();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });

  it('asks the user if the message was changed elsewhere, and overwrites only on request', async () => {
    const { calls, connect, tell, kept } = await setup();
    connect('offline');
    await row(/blue/).click();
    await userEvent.keyboard('e');
    await page.getByRole('textbox', { name: 'Message' }).fill('Mine');
    await button('Save').click();
    await expect.element(row(/Mine/)).toBeVisible();
    // It shows before it is stored; until then, a problem would be reported in the box.
    await expect.poll(kept).toBe(1);
    await expect.element(button('Save')).not.toBeInTheDocument();
    tell({ type: 'scheduled_messages', op: 'update', scheduled_message: scheduled(1, 'Theirs') });
    connect('online');
    await expect.element(row(/Theirs.*Not changed/)).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
    await expect
      .element(page.getByText('It was changed somewhere else in the meantime.').last())
      .toBeVisible();
    await button('Use my version').click();
    await expect
      .poll(() => calls('updateScheduledMessage'))
      .toEqual([{ scheduled_message_id: 1, content: 'Mine' }]);
  });

  it('keeps a text whose message was sent before it could be changed', async () => {
    const { connect, tell, kept, drafts } = await setup();
    connect('offline');
    await row(/blue/).click();
    await userEvent.keyboard('e');
    await page.getByRole('textbox', { name: 'Message' }).fill('Mine');
    await button('Save').click();
    await expect.element(row(/Mine/)).toBeVisible();
    // It shows before it is stored; until then, a problem would be reported in the box.
    await expect.poll(kept).toBe(1);
    await expect.element(button('Save')).not.toBeInTheDocument();
    tell({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 });
    connect('online');
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Mine']);
  });

  it('shows a danger message when its time has passed offline, and offers actions', async () => {
    const { connect, drafts, calls, outbox } = await setup([], {
      createScheduledMessage: () =>
        Promise.reject(new ApiError('createScheduledMessage', 400, 'BAD_REQUEST', 'Too late.')),
    });
    connect('offline');
    const body = { type: 'stream', to: [5], topic: 'logo', content: 'Too early' } as const;
    const key = drafts.create(body);
    drafts.edit(key, body.content);
    drafts.blur(key);
    await expect.poll(() => drafts.list).toHaveLength(1);
    const due = Math.floor(Date.now() / 1000) + 2;
    void outbox().make('scheduled', timedFieldsOf(body, due), key).outcome;
    await expect.element(row(/Too early.*Will be scheduled when you’re online/)).toBeVisible();
    await expect.poll(() => drafts.list).toEqual([]);
    await expect.poll(() => Date.now() / 1000 > due, { timeout: 10_000 }).toBe(true);
    connect('online');
    await expect.element(row(/Too early.*Its scheduled time passed.*Not scheduled/)).toBeVisible();
    await row(/Too early/).click();
    const alert = page.getByRole('alert');
    await expect.element(alert.getByRole('button', { name: 'Reschedule' })).toBeVisible();
    await alert.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(() => calls('sendMessage')).toMatchObject([{ content: 'Too early' }]);
    expect(calls('createScheduledMessage')).toEqual([]);
  });

  it('turns into a draft and back without losing a character', async () => {
    const text = '  Two\n\nlines,\tand a space at the end ';
    const { calls, drafts } = await setup([scheduled(1, text)]);
    list().focus();
    await userEvent.keyboard('u');
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual([text]);
    await button('Undo').click();
    await expect
      .poll(() => calls('createScheduledMessage'))
      .toMatchObject([{ content: text, scheduled_delivery_timestamp: soon + 60 }]);
    await expect.poll(() => drafts.list).toEqual([]);
  });

  it('marks a message that would fail as soon as that is known, and says why', async () => {
    const { tell } = await setup();
    await expect.element(row(/Can’t be sent/)).not.toBeInTheDocument();
    tell({ type: 'stream', op: 'update', stream_id: 5, property: 'is_archived', value: true });
    await expect.element(row(/blue.*Can’t be sent/)).toBeVisible();
    await row(/blue/).click();
    await expect
      .element(page.getByText(/^This message can’t be sent as scheduled\. .*archived/))
      .toBeVisible();
  });

  it('lists messages that failed first, with the reason', async () => {
    const failure = { scheduled_message_id: 3, code: 'CHANNEL_ARCHIVED', reason: '', failed_at: 1 };
    const { drafts } = await setup(
      [
        scheduled(3, 'Too late', { scheduled_delivery_timestamp: soon - 1e6, failed: true }),
        ...some,
      ],
      { getScheduledMessageFailures: () => Promise.resolve({ failures: [failure] }) },
    );
    await expect.element(page.getByRole('option').first()).toHaveTextContent('Too late');
    await row(/Too late/).click();
    await expect.element(page.getByText(/^Not sent\. .*archived/)).toBeVisible();
    await expect.element(row(/Too late.*archived/)).toBeVisible();
    const alert = page.getByRole('alert');
    await expect.element(alert.getByRole('button', { name: 'Reschedule' })).toBeVisible();
    await expect.element(alert.getByRole('button', { name: 'Send now' })).toBeVisible();
    const first = alert.getByRole('button').first();
    await expect.element(first).toHaveTextContent('Choose another channel');
    await first.click();
    await expect.element(page.getByRole('combobox', { name: 'Channel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await row(/Too late/).click();
    await alert.getByRole('button', { name: 'Move to drafts' }).click();
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Too late']);
  });

  const toAttic = scheduled(3, 'To the attic', { to: 6, failed: true });

  it('shows a known reason if the server sends none', async () => {
    await setup([toAttic], {
      getScheduledMessageFailures: () => Promise.reject(new TypeError('Not found')),
    });
    await row(/attic/).click();
    await expect.element(page.getByText(/^Not sent\. .*archived/)).toBeVisible();
    await expect.element(row(/attic.*archived/)).toBeVisible();
  });

  it('shows a general reason if none is known', async () => {
    await setup([scheduled(3, 'Too late', { scheduled_delivery_timestamp: 1, failed: true })], {
      getScheduledMessageFailures: () => Promise.reject(new TypeError('Not found')),
    });
    await row(/Too late/).click();
    await expect.element(page.getByText(/^Not sent\. The server didn’t say why/)).toBeVisible();
  });

  it('says that an old server can’t schedule', async () => {
    await setup(null);
    await expect
      .element(page.getByText('This server doesn’t support scheduled messages'))
      .toBeVisible();
  });
});
