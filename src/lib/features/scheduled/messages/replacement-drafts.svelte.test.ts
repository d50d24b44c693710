import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  button,
  list,
  row,
  scheduled,
  setup,
} from '../../../../../tests/support/ui/scheduled-page.svelte';
import { ApiError, NetworkFailure } from '../../../api/errors';

const toAttic = scheduled(3, 'To the attic', { to: 6, failed: true });
const toGrace = scheduled(4, 'Too late for Grace', {
  type: 'private',
  to: [8],
  topic: undefined,
  failed: true,
});

describe('a message that is no longer to be scheduled', () => {
  it('resends a failed message and deletes the original only afterward', async () => {
    const order: string[] = [];
    await setup([toGrace], {
      deleteScheduledMessage: () => (order.push('delete'), Promise.resolve({})),
      sendMessage: () => (order.push('send'), Promise.resolve({ id: 99 })),
    });
    await row(/Grace/).click();
    await button('Send now').first().click();
    await expect.element(page.getByText('Sent to Grace').last()).toBeVisible();
    await expect.poll(() => order).toEqual(['send', 'delete']);
    await expect.element(row(/Grace/)).not.toBeInTheDocument();
  });

  it('deletes a sent message on the next connection if the server didn’t respond', async () => {
    let tries = 0;
    const { calls, connect, account } = await setup([toGrace], {
      deleteScheduledMessage: () =>
        ++tries === 1
          ? Promise.reject(new NetworkFailure('deleteScheduledMessage', 'timeout'))
          : Promise.resolve({}),
    });
    await row(/Grace/).click();
    await button('Send now').first().click();
    await expect.poll(() => calls('deleteScheduledMessage')).toHaveLength(1);
    await expect.element(row(/Grace/)).not.toBeInTheDocument();
    connect('offline');
    await expect.poll(() => account.connection.kind).toBe('offline');
    connect('online');
    await expect.poll(() => account.state?.scheduled_messages, { timeout: 10_000 }).toEqual([]);
    expect(calls('sendMessage')).toHaveLength(1);
  });

  it('stays on the server when refused again, with a reason that shows names', async () => {
    const refusal = "'user8@zulipdev.com' is no longer using Zulip.";
    const { calls, drafts } = await setup([toGrace], {
      sendMessage: () => Promise.reject(new ApiError('sendMessage', 400, 'BAD_REQUEST', refusal)),
    });
    await row(/Grace/).click();
    await button('Send now').first().click();
    await expect
      .element(page.getByText('Not sent. Grace is no longer using Zulip.').last())
      .toBeVisible();
    await expect.element(row(/Grace/)).toBeVisible();
    await expect.poll(() => drafts.list).toEqual([]);
    expect(calls('deleteScheduledMessage')).toEqual([]);
  });

  it('is not sent if it would be refused, and the user sees why', async () => {
    const { calls } = await setup([toAttic]);
    await row(/attic/).click();
    await button('Send now').first().click();
    await expect
      .element(page.getByText(/^Couldn’t make that change\. .*archived/).last())
      .toBeVisible();
    await expect.element(row(/attic/)).toBeVisible();
    expect(calls('sendMessage')).toEqual([]);
    expect(calls('deleteScheduledMessage')).toEqual([]);
  });

  it('is kept if the server refuses to save it as a draft', async () => {
    const refusal = new ApiError('createDrafts', 400, 'BAD_REQUEST', 'Invalid stream ID');
    const { calls, drafts } = await setup([toAttic], {
      createDrafts: () => Promise.reject(refusal),
    });
    list().focus();
    await userEvent.keyboard('u');
    await expect
      .element(page.getByText('Couldn’t make that change. Invalid stream ID').last(), {
        timeout: 10_000,
      })
      .toBeVisible();
    await expect.element(row(/attic/)).toBeVisible();
    await expect.poll(() => drafts.list).toEqual([]);
    expect(calls('deleteScheduledMessage')).toEqual([]);
  });

  it('is unscheduled only once its draft has arrived, even after being offline', async () => {
    const order: string[] = [];
    const { connect, drafts } = await setup([scheduled(1, 'The blue one')], {
      createDrafts: () => (order.push('draft'), Promise.resolve({ ids: [100] })),
      deleteScheduledMessage: () => (order.push('delete'), Promise.resolve({})),
    });
    connect('offline');
    drafts.setConnection(false, true);
    await row(/blue/).click();
    await userEvent.keyboard('u');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.poll(() => drafts.list.map(({ sync }) => sync)).toEqual(['offline']);
    connect('online');
    drafts.setConnection(true, true);
    await expect.poll(() => order, { timeout: 10_000 }).toEqual(['draft', 'delete']);
  });

  it('stays scheduled if its draft is refused once there is a connection', async () => {
    const refusal = new ApiError('createDrafts', 400, 'BAD_REQUEST', 'Invalid stream ID');
    const { calls, connect, drafts, kept } = await setup([scheduled(1, 'The blue one')], {
      createDrafts: () => Promise.reject(refusal),
    });
    connect('offline');
    drafts.setConnection(false, true);
    await row(/blue/).click();
    await userEvent.keyboard('u');
    await expect.element(row(/blue/)).not.toBeInTheDocument();
    await expect.poll(() => drafts.list.map(({ sync }) => sync)).toEqual(['offline']);
    // Until the deletion is stored, a refusal takes the draft back.
    await expect.poll(kept).toBe(1);
    connect('online');
    drafts.setConnection(true, true);
    await expect.element(row(/blue.*Not deleted/), { timeout: 10_000 }).toBeVisible();
    expect(calls('deleteScheduledMessage')).toEqual([]);
    expect(drafts.list.map(({ body }) => body.content)).toEqual(['The blue one']);
  });
});
