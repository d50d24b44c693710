import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError, NetworkFailure } from '../../api/errors';
import {
  button,
  list,
  row,
  scheduled,
  setup,
  some,
  soon,
} from '../../../../tests/support/ui/scheduled-page.svelte';

describe('ScheduledPage', () => {
  describe('a message whose file is gone', () => {
    const gone = new ApiError('getFileTemporaryUrl', 404, 'BAD_REQUEST', 'No such file');
    const withFiles = (failure: Error) =>
      setup([scheduled(1, 'See [notes.pdf](/user_uploads/2/a/b/notes.pdf)'), ...some.slice(1)], {
        getAttachments: () => Promise.resolve({ attachments: [], upload_space_used: 0 }),
        getFileTemporaryUrl: () => Promise.reject(failure),
      });

    it('says so in the list and when it is open, not that it will fail', async () => {
      await withFiles(gone);
      await expect.element(row(/notes.pdf/)).toHaveTextContent('File missing');
      await expect.element(row(/notes.pdf/)).toHaveTextContent('no longer on the server');
      await expect.element(row(/For Grace/)).not.toHaveTextContent('File missing');
      await row(/notes.pdf/).click();
      await expect
        .element(page.getByRole('status').getByText(/no longer on the server/))
        .toBeVisible();
      await expect.element(page.getByText(/will not be sent/)).not.toBeInTheDocument();
    });

    it('can still be changed', async () => {
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

    it('is not told so because nobody could tell', async () => {
      const { calls } = await withFiles(new NetworkFailure('getFileTemporaryUrl', 'unreachable'));
      await expect.poll(() => calls('getFileTemporaryUrl')).toHaveLength(1);
      await expect.element(row(/notes.pdf/)).not.toHaveTextContent('File missing');
    });
  });

  it('shows to whom, what and when, and searches what it shows', async () => {
    await setup();
    await expect.element(row(/^design logo The blue one .*GMT/)).toBeVisible();
    await page.getByRole('searchbox').fill('grace');
    await expect.element(row(/For Grace/)).toBeVisible();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await page.getByRole('searchbox').fill('nothing like it');
    await button('Clear the search').click();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('acts on the row that is shown, before any arrow key in the list', async () => {
    const { calls } = await setup();
    await page.getByRole('searchbox').fill('grace');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}{Backspace}');
    await expect.poll(() => calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 2 }]);
  });

  it('shows one conversation alone', async () => {
    await setup();
    await button('Show one conversation').click();
    await page.getByRole('menuitemradio', { name: 'Grace (1)' }).click();
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.element(row(/For Grace/)).toBeVisible();
  });

  it('opens one without asking the server for anything', async () => {
    const { calls } = await setup();
    await row(/blue/).click();
    await expect.element(page.getByText(/^Goes out .*GMT/)).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
    expect(calls('deleteScheduledMessage')).toEqual([]);
  });

  it('deletes the row under the keyboard, and schedules it again on undo', async () => {
    const { calls } = await setup();
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    expect(calls('deleteScheduledMessage')).toEqual([{ scheduled_message_id: 1 }]);
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

  it('says why nothing was changed, and shows it again', async () => {
    await setup(some, {
      deleteScheduledMessage: () => Promise.reject(new TypeError('The server has a fault.')),
    });
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText(/^Nothing was changed\./).last()).toBeVisible();
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('moves all that is selected by a day, and back', async () => {
    const { calls } = await setup();
    list().focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await button('Move in time').click();
    await page.getByRole('menuitem', { name: 'A day later' }).click();
    await expect.element(page.getByText('2 messages moved').last()).toBeVisible();
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

  it('does not move into the past', async () => {
    const { calls } = await setup([scheduled(1, 'Nearly due')]);
    list().focus();
    await userEvent.keyboard('x');
    await button('Move in time').click();
    await page.getByRole('menuitem', { name: 'A week earlier' }).click();
    await expect.element(page.getByText(/would be in the past/).last()).toBeVisible();
    expect(calls('updateScheduledMessage')).toEqual([]);
  });

  it('sends now only after it is no longer scheduled', async () => {
    const order: string[] = [];
    await setup(some, {
      deleteScheduledMessage: () => (order.push('delete'), Promise.resolve({})),
      sendMessage: () => (order.push('send'), Promise.resolve({ id: 99 })),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText('Sent to #design › logo').last()).toBeVisible();
    expect(order).toEqual(['delete', 'send']);
    await expect.element(row(/blue/)).not.toBeInTheDocument();
  });

  it('sends nothing that the server does not let go of', async () => {
    const { calls, drafts } = await setup(some, {
      deleteScheduledMessage: () =>
        Promise.reject(
          new ApiError('deleteScheduledMessage', 404, 'BAD_REQUEST', 'No such one', {}),
        ),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText(/^Nothing was changed\./).last()).toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    await expect.poll(() => drafts.list).toEqual([]);
  });

  it('keeps the text as a draft, and sends nothing, where no answer came', async () => {
    const { calls, drafts } = await setup(some, {
      deleteScheduledMessage: () =>
        Promise.reject(new NetworkFailure('deleteScheduledMessage', 'timeout')),
    });
    await row(/blue/).click();
    await button('Send now').click();
    await expect.element(page.getByText(/may still go out/).last()).toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['The blue one']);
    await expect.element(row(/blue/)).toBeVisible();
  });

  it('is scheduled once on undo, also when the reply is lost', async () => {
    const { calls, drafts } = await setup(some, {
      createScheduledMessage: () =>
        Promise.reject(new NetworkFailure('createScheduledMessage', 'timeout')),
      getScheduledMessages: () => Promise.resolve({ scheduled_messages: [some[0]] }),
    });
    list().focus();
    await userEvent.keyboard('{Backspace}');
    await button('Undo').click();
    await expect.poll(() => calls('getScheduledMessages')).toHaveLength(1);
    await expect.element(page.getByText(/^Nothing was changed\./)).not.toBeInTheDocument();
    expect(calls('createScheduledMessage')).toHaveLength(1);
    expect(drafts.list).toEqual([]);
  });

  it('becomes a draft and is scheduled again, without losing a character', async () => {
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

  it('marks what would fail as soon as that is known, and says why', async () => {
    const { told } = await setup();
    await expect.element(row(/Will fail/)).not.toBeInTheDocument();
    told({ kind: 'stream/update', stream_id: 5, property: 'is_archived', value: true });
    await expect.element(row(/blue.*Will fail/)).toBeVisible();
    await row(/blue/).click();
    await expect.element(page.getByText(/^It will not be sent\. .*archived/)).toBeVisible();
  });

  it('puts what was not sent first, with the reason', async () => {
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
    await expect.element(page.getByText(/^It was not sent\. .*archived/)).toBeVisible();
    await expect.element(row(/Too late.*archived/)).toBeVisible();
    const told = page.getByRole('alert');
    await expect.element(told.getByRole('button', { name: 'Reschedule' })).toBeVisible();
    await expect.element(told.getByRole('button', { name: 'Send now' })).toBeVisible();
    await told.getByRole('button', { name: 'Move to drafts' }).click();
    await expect.poll(() => drafts.list.map(({ body }) => body.content)).toEqual(['Too late']);
  });

  it('has a general reason where the server gives none', async () => {
    await setup([scheduled(3, 'Too late', { scheduled_delivery_timestamp: 1, failed: true })], {
      getScheduledMessageFailures: () => Promise.reject(new TypeError('Not found')),
    });
    await row(/Too late/).click();
    await expect
      .element(page.getByText(/^It was not sent\. The server does not say why/))
      .toBeVisible();
  });

  it('says that an old server does not schedule', async () => {
    await setup(null);
    await expect.element(page.getByText('This server does not schedule messages')).toBeVisible();
  });
});
