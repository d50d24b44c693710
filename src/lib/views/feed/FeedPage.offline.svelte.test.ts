import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import FeedFrame from '../../../../tests/support/ui/FeedFrame.svelte';
import { NetworkFailure, ServerFault } from '../../api/errors';
import { readSnapshot } from '../../client/storage/snapshot';
import { OfflineMessageCache } from '../../writing/message-cache/offline-message-cache';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const state = aState({
  user_id: 7,
  realm_users: [aPerson(8, { full_name: 'Grace' })],
  streams: [aChannel(5, { name: 'design' })],
  subscriptions: [aSubscription(5, { name: 'design' })],
});
const message = (id: number) => aMessage(id, { content: `<p>Number ${id}</p>`, sender_id: 8 });

/** A tab that was reloaded while offline. Once online, the server fails at `faults` requests. */
async function reloaded(kept: readonly number[], faults = 0) {
  const { account: before } = anAccount({ state });
  const store = new OfflineMessageCache(before.id);
  onTestFinished(() => store.erase());
  await store.put(kept.map(message), 'q1');
  await expect.poll(() => readSnapshot(before.id)).not.toBeNull();
  const isOnline = () => world.account.connection.kind === 'online';
  const world: ReturnType<typeof anAccount> = anAccount({
    id: before.id,
    state: null,
    answers: {
      getMessages: () => {
        if (isOnline() && faults-- > 0) throw new ServerFault('getMessages', 500);
        if (isOnline()) return { messages: [1, 2, 3].map(message), found_oldest: true };
        throw new NetworkFailure('getMessages', 'unreachable');
      },
    },
  });
  world.account.start();
  await expect.poll(() => world.account.state).not.toBeNull();
  world.connect('offline');
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  await render(FeedFrame, {
    account: world.account,
    drafts,
    narrow: { kind: 'channel', stream_id: 5 },
  });
  return world;
}

const row = (id: number) => page.getByText(`Number ${id}`, { exact: true });

it('shows cached messages and their date, and all messages once online', async () => {
  const { register, connect, account } = await reloaded([2, 3]);
  await expect.element(row(3)).toBeVisible();
  await expect.element(row(2)).toBeVisible();
  await expect.element(page.getByText(/Saved on this device as of/)).toBeVisible();
  expect(account.asOf).toBeGreaterThan(0);
  connect('online');
  register(state);
  await expect.element(row(1)).toBeInTheDocument();
  await expect.element(page.getByText(/Saved on this device/)).not.toBeInTheDocument();
  expect(account.asOf).toBeNull();
});

it('says that nothing is cached, and doesn’t call it empty', async () => {
  const { register, connect } = await reloaded([]);
  await expect.element(page.getByText('Not available offline')).toBeVisible();
  await expect.element(page.getByText(/No messages|Nothing/)).not.toBeInTheDocument();
  connect('online');
  register(state);
  await expect.element(row(3)).toBeInTheDocument();
});

it('doesn’t say that it is offline while it is connected or connecting', async () => {
  const { register, connect } = await reloaded([]);
  const unkept = page.getByText('Not available offline');
  await expect.element(unkept).toBeVisible();
  connect('connecting');
  await expect.element(unkept).not.toBeInTheDocument();
  connect('offline');
  await expect.element(unkept).toBeVisible();
  connect('online');
  await expect.element(unkept).not.toBeInTheDocument();
  register(state);
  await expect.element(row(3)).toBeInTheDocument();
});

it('offers to fetch them again when the server fails at it', async () => {
  const { register, connect } = await reloaded([2, 3], 1);
  await expect.element(row(3)).toBeVisible();
  connect('online');
  register(state);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(row(1)).toBeInTheDocument();
  await expect.element(page.getByText(/Saved on this device/)).not.toBeInTheDocument();
});
