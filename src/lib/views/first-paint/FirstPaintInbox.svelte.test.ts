import { expect, it, onTestFinished } from 'vitest';
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
import FirstInboxFrame from '../../../../tests/support/ui/FirstInboxFrame.svelte';
import InboxFrame from '../../../../tests/support/ui/InboxFrame.svelte';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';
import { buildFirstPaintLists } from './first-paint-lists';

const folder = {
  id: 2,
  name: 'Studio',
  description: '',
  rendered_description: '',
  order: 0,
  date_created: 1,
  creator_id: 7,
  is_archived: false,
};
const design = { name: 'design', folder_id: 2 };
const state = aState({
  user_id: 7,
  realm_users: [aPerson(7), aPerson(8, { full_name: 'Grace' }), aPerson(9)],
  streams: [aChannel(5, design), aChannel(6)],
  subscriptions: [aSubscription(5, design), aSubscription(6)],
  user_topics: [{ stream_id: 6, topic_name: 'beans', visibility_policy: 3 }],
  scheduled_messages: [],
  unread_msgs: {
    pms: [{ other_user_id: 8, unread_message_ids: [10, 12] }],
    huddles: [{ user_ids_string: '7,8,9', unread_message_ids: [15] }],
    streams: [
      { stream_id: 5, topic: 'logo '.repeat(30), unread_message_ids: [20, 21, 22] },
      { stream_id: 5, topic: 'print', unread_message_ids: [30] },
      { stream_id: 6, topic: 'beans', unread_message_ids: [40] },
      { stream_id: 6, topic: 'paths', unread_message_ids: [60, 61] },
    ],
    mentions: [30],
  },
});

/**
 * Positions of rows and their parts, and the text of headings. Leaves out widths, because the time
 * shortens a long name.
 */
function drawn(rows: string) {
  const placesOf = (boxes: string) =>
    [...document.querySelectorAll(boxes)].map((box) => {
      const { left, top, height } = box.getBoundingClientRect();
      return { words: box.textContent.trim(), at: [left, top, height].map(Math.round) };
    });
  const parts = ['', ' [title]:has(.truncate)', ' [title].truncate', ' [aria-hidden].size-8'];
  return [
    ...parts.map((part) => placesOf(rows + part).map(({ at }) => at)),
    placesOf(`${rows} .tabular span[aria-hidden]`),
    placesOf('div.h-8, [role=listbox] div[aria-hidden]:not(.fixed)').map(({ words }) => words),
    placesOf('h1').map(({ words }) => words),
    placesOf('h1 + .tabular').map(({ words }) => words),
    placesOf('header button').map(({ at }) => at),
  ];
}

it('draws the rows of the inbox in the same place as the app', async () => {
  const world = anAccount({
    answers: {
      getMessages: ({ message_ids = [] }) => ({ messages: message_ids.map((id) => aMessage(id)) }),
      getChannelFolders: () => ({ channel_folders: [folder] }),
    },
    state,
  });
  const { account } = world;
  const { inbox } = buildFirstPaintLists('inbox', state, account, [folder]);
  const first = await render(FirstInboxFrame, { directory: account, inbox: inbox! });
  const before = drawn('[data-first-row]');
  expect(before[0]).toHaveLength(6);
  expect(before.at(-2)).toHaveLength(1);
  const keys = [...document.querySelectorAll('[data-first-row]')].map((row) =>
    row.getAttribute('data-key'),
  );
  await first.unmount();

  const drafts = new AccountDrafts(account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  await render(InboxFrame, { account, drafts });
  const rows = () => [...document.querySelectorAll('[role=option]')];
  await expect.poll(() => rows().map((row) => row.getAttribute('data-key'))).toEqual(keys);
  await expect.poll(() => rows().some((row) => row.querySelector('[data-pending]'))).toBe(false);
  expect(drawn('[role=option]')).toEqual(before);
});
