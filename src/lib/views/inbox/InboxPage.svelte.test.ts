import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount, type Answers } from '../../../../tests/support/account';
import {
  aChannel,
  aMessage,
  aPerson,
  aState,
  aSubscription,
} from '../../../../tests/support/state';
import InboxFrame from '../../../../tests/support/ui/InboxFrame.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import { newId } from '../../client/new-id';
import { readSnapshot } from '../../client/storage/snapshot';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const design = { name: 'design', folder_id: 2 };
const state = aState({
  user_id: 7,
  realm_users: [
    aPerson(7, { full_name: 'Ada' }),
    aPerson(8, { full_name: 'Grace' }),
    aPerson(9, { full_name: 'Linus' }),
  ],
  streams: [aChannel(5, design), aChannel(6, { name: 'garden' }), aChannel(4, { name: 'left' })],
  subscriptions: [aSubscription(5, design), aSubscription(6, { name: 'garden' })],
  user_topics: [
    { stream_id: 6, topic_name: 'beans', visibility_policy: 3 },
    { stream_id: 6, topic_name: 'weeds', visibility_policy: 1 },
  ],
  unread_msgs: {
    pms: [{ other_user_id: 8, unread_message_ids: [10, 12] }],
    huddles: [],
    streams: [
      { stream_id: 5, topic: 'logo', unread_message_ids: [20, 21, 22] },
      { stream_id: 5, topic: 'print', unread_message_ids: [30] },
      { stream_id: 6, topic: 'beans', unread_message_ids: [40] },
      { stream_id: 6, topic: 'weeds', unread_message_ids: [50] },
      { stream_id: 6, topic: 'paths', unread_message_ids: [60, 61] },
      { stream_id: 4, topic: 'gone', unread_message_ids: [70] },
    ],
    mentions: [30],
  },
});

async function setup(more: Answers = {}, id?: string, whole = state) {
  const answers: Answers = {
    getMessages: ({ message_ids = [] }) => ({
      messages: message_ids.map((one) => aMessage(one, { content: `<p>Line ${one}</p>` })),
    }),
    getChannelFolders: () => ({
      channel_folders: [
        {
          id: 2,
          name: 'Studio',
          description: '',
          rendered_description: '',
          order: 0,
          date_created: 1,
          creator_id: 7,
          is_archived: false,
        },
      ],
    }),
    updateMessageFlags: ({ messages }) => ({ messages }),
    createMessageReminder: () => ({ reminder_id: 3 }),
    ...more,
  };
  const world = anAccount({ answers, state: whole, ...(id !== undefined && { id }) });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  const { unmount } = await render(InboxFrame, { account: world.account, drafts });
  return { ...world, unmount };
}

const list = () => page.getByRole('listbox', { name: 'Inbox' });
const rows = () => [...document.querySelectorAll('[role=option]')].map((row) => row.textContent);
const places = () =>
  [
    ...document.querySelectorAll(
      '[role=option] [title]:has(.truncate), [role=option] span.truncate[title]',
    ),
  ].map((one) => one.getAttribute('title'));
const inOrder = [
  '#design › print',
  'Grace',
  '#garden › beans',
  '#design › logo',
  '#garden › paths',
];

it('lists unread messages by section: for you, followed, the rest by folder', async () => {
  const { calls } = await setup();
  await expect.poll(places).toEqual(inOrder);
  for (const heading of ['For you', 'Followed', 'Studio', 'Other channels']) {
    await expect.element(page.getByText(heading, { exact: true })).toBeVisible();
  }
  // The newest line of them.
  await expect.poll(() => rows()[1]).toContain('Line 12');
  // All in one call.
  const requests = calls('getMessages') as { message_ids: number[] }[];
  expect(requests.map(({ message_ids }) => message_ids)).toEqual([[30, 12, 40, 22, 61]]);
});

it('keeps times and counts visible beside long texts', async () => {
  const content = `<p>${'A text that is longer than its row. '.repeat(20)}</p>`;
  await setup({
    getMessages: ({ message_ids = [] }) => ({
      messages: message_ids.map((one) => aMessage(one, { content })),
    }),
  });
  await expect.poll(() => rows()[1]).toContain('A text that is longer');
  for (const row of document.querySelectorAll('[role=option] > *')) {
    expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth);
  }
});

it('marks only the messages of the row, moves to the next row, and undoes it', async () => {
  const { calls, tell } = await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}y');
  await expect.poll(places).toEqual(inOrder.filter((place) => place !== 'Grace'));
  const flags = () => calls('updateMessageFlags');
  await expect.poll(flags).toEqual([{ messages: [10, 12], op: 'add', flag: 'read' }]);
  await userEvent.keyboard('y');
  await expect.poll(() => places()).not.toContain('#garden › beans');
  // A mark that was never sent is undone without a call.
  await expect.poll(flags).toHaveLength(2);
  await userEvent.keyboard('z');
  await expect.poll(places).toContain('#garden › beans');
  await userEvent.keyboard('z');
  await expect.poll(places).toEqual(inOrder);
  await expect
    .poll(() => flags().slice(2))
    .toEqual([
      { messages: [40], op: 'remove', flag: 'read' },
      { messages: [10, 12], op: 'remove', flag: 'read' },
    ]);
  // New messages aren't marked by it.
  tell({ type: 'message', message: aMessage(99, { stream_id: 6, subject: 'beans' }), flags: [] });
  await expect.poll(() => rows()[2]).toContain('2 unread messages');
});

it('undoes a mark after a reload, restoring the earlier state', async () => {
  const first = await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('y');
  await expect.poll(() => places()).not.toContain('#design › print');
  const kept = () => first.account.state?.unread_msgs;
  await expect.poll(() => kept()?.mentions).toEqual([]);
  await first.unmount();
  const { calls } = await setup({}, first.account.id, { ...state, unread_msgs: kept() });
  await expect.poll(() => places()).not.toContain('#design › print');
  await userEvent.keyboard('z');
  await expect.poll(places).toContain('#design › print');
  await expect
    .poll(() => calls('updateMessageFlags'))
    .toEqual([{ messages: [30], op: 'remove', flag: 'read' }]);
});

it('restores a row with the reason when the server refuses', async () => {
  await setup({
    updateMessageFlags: () => {
      throw new ApiError('updateMessageFlags', 400, 'BAD_REQUEST', 'Not today');
    },
  });
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('y');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not today');
  expect(places()).toEqual(inOrder);
});

it('keeps marks made offline, and sends them once online', async () => {
  let isCut = true;
  const { calls, connect } = await setup({
    updateMessageFlags: ({ messages }) => {
      if (isCut) throw new NetworkFailure('updateMessageFlags', 'unreachable');
      return { messages };
    },
  });
  await expect.element(list()).toHaveFocus();
  connect('offline');
  await userEvent.keyboard('y');
  await expect.poll(() => places()).not.toContain('#design › print');
  expect(calls('updateMessageFlags')).toEqual([]);
  isCut = false;
  connect('online');
  await expect.poll(() => calls('updateMessageFlags')).toHaveLength(1);
  expect(places()).not.toContain('#design › print');
});

it('keeps the order while the list is used; new rows wait behind a button', async () => {
  const { tell } = await setup();
  await expect.element(list()).toHaveFocus();
  const message = (id: number, topic: string) =>
    tell({ type: 'message', message: aMessage(id, { stream_id: 5, subject: topic }), flags: [] });
  message(100, 'new one');
  message(101, 'logo');
  tell({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [40] });
  await expect.element(page.getByRole('button', { name: '1 new' })).toBeVisible();
  expect(places()).toEqual(inOrder);
  await expect.poll(() => rows()[3]).toContain('4 unread messages');
  await expect.poll(() => rows()[2]).toContain('Read on another device');
  await userEvent.click(page.getByRole('button', { name: '1 new' }));
  await expect.poll(places).toContain('#design › new one');
  expect(places()).not.toContain('#garden › beans');
  await expect.element(list()).toHaveFocus();
});

it('doesn’t say that all is read while new rows wait', async () => {
  const { tell } = await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('b');
  await expect.element(page.getByText('Snoozed', { exact: true })).toBeVisible();
  tell({ type: 'message', message: aMessage(99, { stream_id: 6, subject: 'news' }), flags: [] });
  await expect.element(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await userEvent.keyboard('{Home}yyyy');
  await expect.poll(places).toEqual(['#design › print']);
  expect(page.getByText('You’re all caught up.', { exact: true }).elements()).toEqual([]);
  await page.getByRole('button', { name: '1 new' }).click();
  await expect.poll(places).toContain('#garden › news');
});

it('doesn’t keep the order of a snapshot: messages read since aren’t listed', async () => {
  const { account: before } = anAccount({ state });
  await expect.poll(() => readSnapshot(before.id)).not.toBeNull();
  const world = anAccount({ id: before.id, state: null });
  world.account.start();
  await expect.poll(() => world.account.state).not.toBeNull();
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  await render(InboxFrame, { account: world.account, drafts });
  await expect.poll(places).toEqual(expect.arrayContaining(inOrder));
  await expect.element(list()).toHaveFocus();
  world.register({ ...state, unread_msgs: { pms: [], huddles: [], streams: [], mentions: [] } });
  world.connect('online');
  await expect.element(page.getByText('You’re all caught up.', { exact: true })).toBeVisible();
  expect(rows()).toEqual([]);
});

it('previews without marking as read', async () => {
  const { calls } = await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Shift>}{Enter}{/Shift}');
  const peek = page.getByRole('region', { name: 'Unread messages' });
  await expect.element(peek.getByText('Line 10')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(peek.getByText('Line 40')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(peek).not.toBeInTheDocument();
  expect(calls('updateMessageFlags')).toEqual([]);
});

it('snoozes until tomorrow with a reminder, and a mention ends it', async () => {
  const { calls, tell } = await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}b');
  await expect.element(page.getByText('Snoozed', { exact: true })).toBeVisible();
  await expect.poll(() => places().at(-1)).toBe('#design › logo');
  await expect.poll(() => calls('createMessageReminder')).toMatchObject([{ message_id: 20 }]);
  const message = aMessage(200, { stream_id: 5, subject: 'logo' });
  tell({ type: 'message', message, flags: ['mentioned'] });
  await userEvent.click(page.getByRole('button', { name: '1 new' }));
  await expect.poll(() => places()[0]).toBe('#design › logo');
});

it('moves to the next row after snoozing, key by key', async () => {
  await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}bbb');
  await expect.element(page.getByText('Snoozed', { exact: true })).toBeVisible();
  await expect.poll(() => places().slice(0, 2)).toEqual([inOrder[0], inOrder[4]]);
  expect(places().toSorted()).toEqual(inOrder.toSorted());
  // After the last row, the one before becomes active.
  await userEvent.keyboard('bb');
  await expect.element(page.getByText('You’re all caught up.', { exact: true })).toBeVisible();
});

it('follows and mutes topics, with Undo', async () => {
  const { calls } = await setup({ updateUserTopic: () => ({}) });
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('{End}f');
  await expect.poll(() => calls('updateUserTopic')).toHaveLength(1);
  await userEvent.keyboard('{Shift>}M{/Shift}');
  await expect.poll(places).not.toContain('#garden › paths');
  await userEvent.keyboard('z');
  await expect.poll(places).toContain('#garden › paths');
  const of = { stream_id: 6, topic: 'paths' };
  expect(calls('updateUserTopic')).toEqual([
    { ...of, visibility_policy: 3 },
    { ...of, visibility_policy: 1 },
    { ...of, visibility_policy: 3 },
  ]);
});

it('moves between sections with Tab, and leaves the list after the last', async () => {
  await setup();
  await expect.element(list()).toHaveFocus();
  const active = () =>
    document.getElementById(list().element().getAttribute('aria-activedescendant') ?? '')
      ?.textContent;
  await expect.poll(active).toContain('print');
  await userEvent.keyboard('{Tab}');
  await expect.poll(active).toContain('beans');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.poll(active).toContain('paths');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.poll(active).toContain('logo');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(list()).not.toHaveFocus();
});

it('marks the selected rows together, and says when nothing is left', async () => {
  const { calls } = await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.click(page.getByRole('button', { name: 'Mark 9 as read' }));
  await expect.element(page.getByText('You’re all caught up.', { exact: true })).toBeVisible();
  const ids = [30, 10, 12, 40, 20, 21, 22, 60, 61];
  await expect
    .poll(() => calls('updateMessageFlags'))
    .toEqual([{ messages: ids, op: 'add', flag: 'read' }]);
});

it('shows new rows at once after the list was emptied under the mouse', async () => {
  const { tell } = await setup();
  await expect.element(list()).toHaveFocus();
  await userEvent.hover(page.getByRole('option').nth(2));
  await userEvent.keyboard('{Control>}a{/Control}y');
  await expect.element(page.getByText('You’re all caught up.', { exact: true })).toBeVisible();
  await userEvent.hover(page.getByRole('heading', { name: 'Inbox' }));
  page.getByRole('button', { name: 'New draft' }).element().focus();
  const message = (id: number, subject: string) =>
    tell({ type: 'message', message: aMessage(id, { stream_id: 6, subject }), flags: [] });
  message(100, 'news');
  await expect.poll(places).toEqual(['#garden › news']);
  message(101, 'paths');
  await expect.poll(places).toContain('#garden › paths');
  expect(places()).toContain('#garden › news');
});

it('doesn’t show unknown data as empty', async () => {
  await setup({}, undefined, { ...state, unread_msgs: undefined });
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading…');
  await expect.element(page.getByText('You’re all caught up.')).not.toBeInTheDocument();
});

it('shows the line that mentions the user rather than a newer one', async () => {
  const streams = [{ stream_id: 5, topic: 'print', unread_message_ids: [30, 31, 32] }];
  const unread_msgs = { pms: [], huddles: [], streams, mentions: [31] };
  await setup({}, undefined, { ...state, unread_msgs });
  await expect.poll(() => rows()[0]).toContain('Line 31');
});

it.each([
  // Everything listed.
  [1 as const, ['Inbox 9', 'Inbox 7']],
  // A mention, two direct messages and one in a followed topic, but not those of other channels.
  [2 as const, ['Inbox 4', 'Inbox 2']],
  [3 as const, ['Inbox 3', 'Inbox 1']],
])(
  'counts what the user has chosen to count (%i), without snoozed messages',
  async (desktop_icon_count_display, [all, left]) => {
    await setup({}, undefined, { ...state, user_settings: { desktop_icon_count_display } });
    const header = () => document.querySelector('header')?.textContent;
    await expect.poll(header).toContain(all);
    await userEvent.keyboard('{ArrowDown}b');
    await expect.poll(header).toContain(left);
  },
);

it('shows the last known folders while offline', async () => {
  const id = `a${newId()}`;
  const { unmount } = await setup({}, id);
  await expect.element(page.getByText('Studio', { exact: true })).toBeVisible();
  await unmount();
  const getChannelFolders = () => {
    throw new NetworkFailure('getChannelFolders', 'unreachable');
  };
  await setup({ getChannelFolders }, id);
  await expect.element(page.getByText('Studio', { exact: true })).toBeVisible();
});
