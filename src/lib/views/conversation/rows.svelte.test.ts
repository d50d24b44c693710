import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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
import ConversationFrame from '../../../../tests/support/ui/ConversationFrame.svelte';
import type { Message } from '../../api/read-messages';
import type { RegisterState } from '../../api/register';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const day = 86_400;
const now = Math.floor(Date.now() / 1000);
const ago = (days: number) => now - days * day;

/** A topic with messages from Grace and Ada, with its server. */
async function setup(
  all: readonly Message[],
  given: Partial<RegisterState> = {},
  more: Answers = {},
) {
  const world = anAccount({
    answers: {
      getMessages: ({ anchor = '', num_before = 0, num_after = 0 }) => {
        const at = anchor === 'newest' ? Infinity : anchor === 'oldest' ? 0 : Number(anchor);
        const before = all.filter(({ id }) => id < at);
        const from = all.filter(({ id }) => id >= at);
        const messages = [
          ...(num_before > 0 ? before.slice(-num_before) : []),
          ...from.slice(0, num_after + 1),
        ];
        return {
          messages,
          found_oldest: messages[0] === all[0],
          found_newest: messages.at(-1) === all.at(-1),
        };
      },
      updateMessageFlags: ({ messages }) => ({ messages }),
      ...more,
    },
    state: null,
  });
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  world.register(
    aState({
      user_id: 7,
      realm_users: [
        aPerson(7, { full_name: 'Ada' }),
        aPerson(8, { full_name: 'Grace', timezone: 'Asia/Tokyo', role: 300 }),
      ],
      streams: [aChannel(5, { name: 'design' })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      user_settings: { timezone: 'UTC', twenty_four_hour_time: true },
      ...given,
    }),
  );
  world.connect('online');
  onTestFinished(() => drafts.stop());
  await render(ConversationFrame, {
    account: world.account,
    drafts,
    conversation: { type: 'stream', to: [5], topic: 'logo' },
  });
  await expect.element(page.getByRole('feed', { name: 'Messages' })).toBeInTheDocument();
  // The box takes the focus when it appears; keys pressed by a test must come after that.
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  return world;
}

const sent = (id: number, timestamp: number, values: Partial<Message> = {}) =>
  aMessage(id, { content: `<p>Number ${id}</p>`, timestamp, ...values });
const row = (id: number) => page.getByRole('article', { name: new RegExp(`Number ${id}(?!\\d)`) });

describe('the days of a conversation', () => {
  // Freezes the date.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }));
  afterEach(() => void vi.useRealTimers());

  it('are shown as people say them, and stay in view', async () => {
    await setup([sent(1, ago(400)), sent(2, ago(1)), sent(3, now)]);
    await expect.element(page.getByText('Today', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Yesterday', { exact: true })).toBeVisible();
    const year = String(new Date(ago(400) * 1000).getUTCFullYear());
    await expect
      .element(page.getByRole('button', { name: new RegExp(`${year}.*Jump`) }))
      .toBeVisible();
    const line = page.getByText('Today', { exact: true }).element().closest('[role=article]')!;
    expect(getComputedStyle(line).position).toBe('sticky');
  });

  it('can be jumped to, from the focused message', async () => {
    const all = Array.from({ length: 300 }, (_, at) => sent(at + 1, ago(300 - at)));
    await setup(all);
    await expect.element(row(300)).toBeInViewport();
    row(300).element().focus();
    await userEvent.keyboard('{Shift>}J{/Shift}');
    await page.getByRole('button', { name: 'Oldest' }).click();
    // Querying the name of hundreds of rows takes seconds.
    const focused = () => document.activeElement?.textContent;
    await expect.poll(focused).toMatch(/Number 1(?!\d)/);
    await userEvent.keyboard('{Shift>}J{/Shift}');
    await page.getByRole('button', { name: 'Last week' }).click();
    await expect.poll(focused).toMatch(/Number 29[2-4]/);
    await userEvent.keyboard('{Shift>}J{/Shift}');
    await page.getByRole('dialog').getByRole('button', { name: 'Newest' }).click();
    await expect.element(row(300)).toBeInViewport();
  });
});

describe('the card of a person', () => {
  const withField = {
    custom_profile_fields: [{ id: 1, type: 1, order: 1, name: 'Garden', hint: '', field_data: '' }],
    user_status: { 8: { status_text: 'Out for tea' } },
  };
  const profile: Answers = {
    getUser: () => ({ user: { ...aPerson(8), profile_data: { 1: { value: 'Roses' } } } }),
  };

  it('opens from the sender’s name by keyboard, and loads only then', async () => {
    const world = await setup([sent(1, now)], withField, profile);
    await expect.element(row(1)).toBeVisible();
    expect(world.calls('getUser')).toEqual([]);
    row(1).element().focus();
    const name = row(1).getByRole('button', { name: 'Grace' });
    await expect.element(name).toHaveAttribute('tabindex', '0');
    name.element().focus();
    await userEvent.keyboard('{Enter}');
    const card = page.getByRole('dialog', { name: 'Grace' });
    await expect.element(card).toHaveTextContent('Moderator');
    await expect.element(card).toHaveTextContent('Out for tea');
    await expect.element(card).toHaveTextContent('Roses');
    await expect.element(card).toHaveTextContent(/\d\d:\d\d local time, Tokyo/);
    await expect
      .element(card.getByRole('link', { name: 'Direct message' }))
      .toHaveAttribute('href', '/conversation?dm=8');
    await expect
      .element(card.getByRole('link', { name: 'View their messages' }))
      .toHaveAttribute('href', '/search?q=sender%3Aperson8%40example.com');
    await userEvent.keyboard('{Escape}');
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(name).toHaveFocus();
  });

  it('links to their profile', async () => {
    await setup([sent(1, now)], withField, profile);
    await row(1).getByRole('button', { name: 'Grace' }).click();
    const card = page.getByRole('dialog', { name: 'Grace' });
    await expect
      .element(card.getByRole('link', { name: 'Profile' }))
      .toHaveAttribute('href', '/people/8');
  });

  it('opens from the members of a mentioned group', async () => {
    const content =
      '<p><span class="user-group-mention" data-user-group-id="30">@poets</span> Number 1</p>';
    await setup([sent(1, now, { content })], {
      ...withField,
      realm_user_groups: [
        {
          id: 30,
          name: 'poets',
          members: [7, 8],
          direct_subgroup_ids: [],
          description: 'Those who rhyme',
        },
      ],
    });
    await page.getByRole('button', { name: '@poets' }).click();
    const card = page.getByRole('dialog', { name: 'poets' });
    await expect.element(card).toHaveTextContent('Those who rhyme');
    await expect.element(card).toHaveTextContent('2 people');
    await expect.element(card.getByRole('option', { name: /Grace/ })).toBeVisible();
    await expect
      .element(card.getByRole('link', { name: 'Direct message' }))
      .toHaveAttribute('href', '/conversation?dm=8');
    await expect
      .element(card.getByRole('link', { name: 'Show all' }))
      .toHaveAttribute('href', '/people?group=30');
  });

  it('opens from a mention too', async () => {
    await setup(
      [
        sent(1, now, {
          content: '<p>Ask <span class="user-mention" data-user-id="8">@Grace</span> Number 1</p>',
        }),
      ],
      withField,
      profile,
    );
    const mention = page.getByRole('button', { name: '@Grace' });
    await expect.element(mention).toBeVisible();
    mention.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Grace' })).toBeVisible();
  });
});

describe('readers and reactions', () => {
  it('are shown if the organization allows it', async () => {
    const reactions = [
      { user_id: 8, emoji_name: 'tea', emoji_code: '1f375', reaction_type: 'unicode_emoji' },
    ];
    const world = await setup(
      [sent(1, now, { sender_id: 7, reactions })],
      { realm_enable_read_receipts: true },
      { getReadReceipts: () => ({ user_ids: [8] }) },
    );
    await expect.element(row(1)).toBeVisible();
    row(1).element().focus();
    await userEvent.keyboard('V');
    const dialog = page.getByRole('dialog', { name: 'Reactions and read receipts' });
    await expect.element(dialog).toHaveTextContent('Read by 1 person');
    expect(dialog.getByText('Grace').elements()).toHaveLength(2);
    expect(world.calls('getReadReceipts')).toEqual([{ message_id: 1 }]);
  });

  it('aren’t requested if the organization doesn’t allow it', async () => {
    const world = await setup([sent(1, now)], { realm_enable_read_receipts: false });
    await expect.element(row(1)).toBeVisible();
    row(1).element().focus();
    await userEvent.keyboard('V');
    expect(world.calls('getReadReceipts')).toEqual([]);
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });
});

describe('messages that a message links to', () => {
  const link = (id: number) =>
    `<a href="/#narrow/channel/5-design/topic/logo/near/${id}">there</a>`;
  const other = (id: number) =>
    aMessage(id, {
      sender_id: 8,
      content: `<p>What ${id} says ${link(99)}</p>`,
      timestamp: ago(3),
      stream_id: 5,
      subject: 'fonts',
    });

  it('are shown below with sender, place and text, each loaded once; their own links aren’t', async () => {
    const world = await setup(
      [
        sent(1, now, { content: `<p>See ${link(71)} and ${link(71)}, ${link(72)}. Number 1</p>` }),
        sent(2, now, { content: `<p>Again ${link(71)} Number 2</p>` }),
      ],
      {},
      {
        getMessages: ({ message_ids }) =>
          message_ids
            ? { messages: [other(71)] }
            : {
                messages: [
                  sent(1, now, {
                    content: `<p>See ${link(71)} and ${link(71)}, ${link(72)}. Number 1</p>`,
                  }),
                  sent(2, now, { content: `<p>Again ${link(71)} Number 2</p>` }),
                ],
                found_oldest: true,
                found_newest: true,
              },
      },
    );
    const shown = page.getByRole('link', { name: /What 71 says/ });
    await expect.element(shown.first()).toBeVisible();
    expect(shown.elements()).toHaveLength(2);
    await expect.element(shown.first()).toHaveTextContent(/Grace\s*design\s*›\s*fonts/);
    await expect.element(shown.first()).toHaveAttribute('href', '/conversation?near=71');
    await expect
      .element(page.getByText(/This message was deleted, or you don’t have access to it/))
      .toBeVisible();
    const requests = world.calls('getMessages') as { message_ids?: number[] }[];
    expect(requests.flatMap(({ message_ids = [] }) => message_ids).sort()).toEqual([71, 72]);
  });

  it('aren’t shown again if they are quoted, nor for links elsewhere', async () => {
    const world = await setup([
      sent(1, now, {
        content: `<p>Grace ${link(71)}:</p><blockquote><p>Quoted ${link(72)}</p></blockquote><p><a href="https://evil.example/#narrow/dm/7/near/73">x</a> Number 1</p>`,
      }),
    ]);
    await expect.element(page.getByText(/^Quoted/)).toBeVisible();
    const requests = world.calls('getMessages') as { message_ids?: number[] }[];
    expect(requests.some(({ message_ids }) => message_ids !== undefined)).toBe(false);
  });
});

describe('the line with the sender', () => {
  it('keeps its height when a status arrives', async () => {
    const gull = { id: '2', name: 'gull', source_url: '/gull.png', deactivated: false };
    const realm_emoji = { 2: { ...gull, author_id: 8, still_url: null } };
    const world = await setup([sent(1, now, { content: '<p>Number 1</p>' })], { realm_emoji });
    const row = document.querySelector('[role=feed] [data-key="1"]')!;
    const { height } = row.getBoundingClientRect();
    const emoji = { emoji_name: 'gull', emoji_code: '2', reaction_type: 'realm_emoji' };
    world.tell({ type: 'user_status', user_id: 8, status_text: 'Out', ...emoji });
    await expect.element(page.getByText('Out', { exact: true })).toBeInTheDocument();
    expect(row.getBoundingClientRect().height).toBe(height);
  });
});

describe('media or spoilers in a message', () => {
  it('aren’t affected when something else changes', async () => {
    const world = await setup([
      sent(1, now, { content: '<p><a href="/user_uploads/2/a/song.ogg">song</a> Number 1</p>' }),
    ]);
    await expect.poll(() => document.querySelector('audio')).not.toBeNull();
    const player = document.querySelector('audio');
    world.tell({ type: 'user_status', user_id: 8, status_text: 'Back' });
    await expect.poll(() => world.account.state?.user_status?.[8]?.status_text).toBe('Back');
    expect(document.querySelector('audio')).toBe(player);
  });
});
