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
import ConversationFrame from '../../../../tests/support/ui/ConversationFrame.svelte';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const all = Array.from({ length: 60 }, (_, at) =>
  aMessage(at + 1, { content: `<p>Number ${at + 1}</p>`, flags: at < 20 ? ['read'] : [] }),
);
const names = ['Wolfeschlegelsteinhausen', 'Featherstonehaugh', 'Abernathy'];

it('opens at the first unread message when the app starts with this conversation', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
  const world = anAccount({
    answers: {
      getMessages: ({ anchor = '', num_before = 0, num_after = 0 }) => {
        const at = anchor === 'newest' ? all.length : Number(anchor) - 1;
        const messages = all.slice(Math.max(0, at - num_before), at + num_after + 1);
        return {
          messages,
          found_oldest: messages[0] === all[0],
          found_newest: messages.at(-1) === all.at(-1),
        };
      },
    },
    state: null,
  });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  await render(ConversationFrame, {
    account: world.account,
    drafts,
    conversation: { type: 'stream', to: [5], topic: 'logo' },
  });
  world.register(
    aState({
      user_id: 7,
      realm_users: [aPerson(7), ...names.map((full_name, at) => aPerson(8 + at, { full_name }))],
      streams: [aChannel(5, { name: 'design' })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      unread_msgs: {
        pms: [],
        huddles: [],
        streams: [
          { stream_id: 5, topic: 'logo', unread_message_ids: all.slice(20).map(({ id }) => id) },
        ],
      },
    }),
  );
  world.connect('online');
  await expect.element(page.getByText('Number 21', { exact: true })).toBeInViewport();
  const below = page.getByRole('button', { name: /unread messages ·/ });
  await expect.element(below).toBeVisible();
  // However long the senders' names are, they fit the available width.
  expect(below.element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
});
