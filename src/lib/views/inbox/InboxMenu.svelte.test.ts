import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aMessage, aState, aSubscription } from '../../../../tests/support/state';
import InboxFrame from '../../../../tests/support/ui/InboxFrame.svelte';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const day = 86_400;
/** Message n was sent 100 − n days ago. */
const sent = (id: number) => Math.floor(Date.now() / 1000) - (100 - id) * day - 60;

async function setup() {
  const world = anAccount({
    state: aState({
      user_id: 7,
      streams: [aChannel(5, { name: 'design' })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      unread_msgs: {
        pms: [],
        huddles: [],
        mentions: [],
        streams: [
          { stream_id: 5, topic: 'logo', unread_message_ids: [90, 95, 99] },
          { stream_id: 5, topic: 'print', unread_message_ids: [96, 100] },
        ],
      },
    }),
    answers: {
      getMessages: ({ anchor, message_ids = [] }) => ({
        messages: (anchor === undefined ? message_ids : [Number(anchor)]).map((id) =>
          aMessage(id, { timestamp: sent(id) }),
        ),
      }),
      getChannelFolders: () => ({ channel_folders: [] }),
      updateMessageFlags: ({ messages }) => ({ messages }),
    },
  });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  await render(InboxFrame, { account: world.account, drafts });
  const choose = async (name: string) => {
    await userEvent.click(page.getByRole('button', { name: 'More inbox actions' }));
    await userEvent.click(page.getByRole('menuitem', { name }));
  };
  return { ...world, choose };
}

it('keeps the last days unread and marks the rest, with Undo under “Recently read”', async () => {
  const { calls, choose } = await setup();
  await choose('Mark older messages as read…');
  await expect.element(page.getByText('You have 5 unread messages.')).toBeVisible();
  await userEvent.selectOptions(
    page.getByLabelText('Keep unread'),
    'Messages from the last 3 days',
  );
  await userEvent.click(page.getByRole('button', { name: 'Mark as read', exact: true }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const places = { messages: [90, 95, 96], flag: 'read' };
  expect(calls('updateMessageFlags')).toEqual([{ ...places, op: 'add' }]);

  await choose('Recently read');
  const dialog = page.getByRole('dialog', { name: 'Recently read' });
  await expect.element(dialog.getByText(/^3 messages marked as read · /)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /^Mark as unread/ }));
  await expect.element(dialog.getByText('Nothing yet.')).toBeVisible();
  await expect.poll(() => calls('updateMessageFlags').at(-1)).toEqual({ ...places, op: 'remove' });
});

it('says so if no messages are that old', async () => {
  const { calls, choose } = await setup();
  await choose('Mark older messages as read…');
  await userEvent.selectOptions(
    page.getByLabelText('Keep unread'),
    'Messages from the last 30 days',
  );
  await userEvent.click(page.getByRole('button', { name: 'Mark as read', exact: true }));
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'older' }))
    .toHaveTextContent('You have no unread messages older than that.');
  expect(calls('updateMessageFlags')).toEqual([]);
});
