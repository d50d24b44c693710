import { describe, expect, it, onTestFinished } from 'vitest';
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
import FeedFrame from '../../../../tests/support/ui/FeedFrame.svelte';
import type { Message } from '../../api/read-messages';
import type { RegisterState } from '../../api/register';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const count = 120;
const all = Array.from({ length: count }, (_, at) =>
  aMessage(at + 1, {
    content: `<p>Number ${at + 1}</p>`,
    subject: at % 10 < 5 ? 'logo' : 'fonts',
    sender_id: 8 + (at % 2),
  }),
);

/** A server with a channel whose messages alternate between two topics. */
async function setup(state: Partial<RegisterState> = {}, more: Answers = {}) {
  const has: Message[] = [...all];
  const world = anAccount({
    answers: {
      getMessages: ({ anchor = '', num_before = 0, num_after = 0 }) => {
        const at = anchor === 'newest' ? Infinity : Number(anchor);
        const before = has.filter(({ id }) => id < at).slice(-num_before || has.length);
        const after = has.filter(({ id }) => id >= at).slice(0, num_after + 1);
        const messages = [...(num_before > 0 ? before : []), ...after];
        return {
          messages,
          found_oldest: messages[0]?.id === 1,
          found_newest: messages.at(-1)?.id === has.at(-1)?.id,
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
      realm_users: [aPerson(8, { full_name: 'Grace' }), aPerson(9, { full_name: 'Bo' })],
      streams: [aChannel(5, { name: 'design' })],
      subscriptions: [aSubscription(5, { name: 'design' })],
      user_settings: { web_mark_read_on_scroll_policy: 1 },
      ...state,
    }),
  );
  world.connect('online');
  onTestFinished(() => drafts.stop());
  const { rerender } = await render(FeedFrame, {
    account: world.account,
    drafts,
    narrow: { kind: 'channel', stream_id: 5 },
  });
  await expect.element(page.getByText(/^Number/).first()).toBeInTheDocument();
  return { ...world, has, away: (away: boolean) => rerender({ away }) };
}

const row = (id: number) => page.getByText(`Number ${id}`, { exact: true });
const feed = () => page.getByRole('feed', { name: 'Messages' });
const unreadIn = (...unread_message_ids: number[]) => ({
  pms: [],
  huddles: [],
  streams: [{ stream_id: 5, topic: 'logo', unread_message_ids }],
});
const reads = ({ calls }: Pick<ReturnType<typeof anAccount>, 'calls'>) =>
  calls('updateMessageFlags').flatMap((params) => (params as { messages: number[] }).messages);

describe('a feed of several conversations', () => {
  it('links to a new topic in its channel, even if it has no topics yet', async () => {
    await setup();
    await expect.element(page.getByRole('button', { name: 'New topic' })).toBeVisible();
    const empty = () => ({ messages: [], found_oldest: true, found_newest: true });
    const { account } = anAccount({
      answers: { getMessages: empty },
      state: aState({
        user_id: 7,
        streams: [aChannel(6, { name: 'quiet' })],
        subscriptions: [aSubscription(6, { name: 'quiet' })],
      }),
    });
    await render(FeedFrame, {
      account,
      drafts: new AccountDrafts(account),
      narrow: { kind: 'channel', stream_id: 6 },
    });
    await expect
      .element(page.getByRole('link', { name: 'New topic' }))
      .toHaveAttribute('href', '/conversation?new&channel=6');
  });

  it('starts at the newest message, with headings for conversations, and leads to older unread ones', async () => {
    await setup({ unread_msgs: unreadIn(2, 3) });
    await expect.element(row(count)).toBeInViewport();
    const names = feed().getByRole('link', { name: /^fonts$/ });
    await expect.poll(() => names.last().element().getAttribute('href')).toMatch(/near=1\d\d$/);
    await page.getByRole('button', { name: /unread messages? above/ }).click();
    await expect.element(row(2)).toBeInViewport();
  });

  it('can be browsed by keys immediately', async () => {
    await setup();
    await expect.element(feed()).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('article', { name: /Number 120$/ })).toHaveFocus();
  });

  it('keeps its position, however the user comes back', async () => {
    const { away } = await setup();
    await expect.element(row(count)).toBeInViewport();
    feed().element().scrollTop -= 900;
    const seen = () => {
      const { top } = feed().element().getBoundingClientRect();
      const rows = [...feed().element().querySelectorAll<HTMLElement>('[data-key]')];
      const first = rows.find((one) => one.getBoundingClientRect().top >= top);
      return { key: first?.dataset['key'], top: first?.getBoundingClientRect().top ?? 0 };
    };
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const before = seen();
    await away(true);
    await expect.element(feed()).not.toBeInTheDocument();
    await away(false);
    // A row can start between two pixels, but the scroll position can't.
    await expect.poll(() => seen().key).toBe(before.key);
    await expect.poll(() => Math.abs(seen().top - before.top)).toBeLessThan(1);
  });
});

it('has no title before the channel’s name is known, rather than a wrong one', async () => {
  const world = anAccount({ state: null });
  const drafts = new AccountDrafts(world.account);
  onTestFinished(() => drafts.stop());
  await render(FeedFrame, {
    account: world.account,
    drafts,
    narrow: { kind: 'channel', stream_id: 5 },
  });
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toBeInTheDocument();
  expect([heading.element().textContent.trim(), document.title]).toEqual(['', 'Inkwell']);
  world.register(aState({ streams: [aChannel(5, { name: 'design' })] }));
  await expect.element(heading).toHaveTextContent('#design');
  expect(document.title).toBe('#design · Inkwell');
});

describe('marking as read', () => {
  it('includes what was visible, and nothing else', async () => {
    const world = await setup();
    await userEvent.click(feed());
    await expect.poll(() => reads(world)).toContain(count);
    const { top, bottom } = feed().element().getBoundingClientRect();
    for (const id of reads(world)) {
      const edges = row(id).element().getBoundingClientRect();
      expect(edges.bottom > top && edges.top < bottom).toBe(true);
    }
  });

  it('is left to the user if set so; manual marks can be undone', async () => {
    const world = await setup({
      user_settings: { web_mark_read_on_scroll_policy: 3 },
      unread_msgs: unreadIn(4, 110),
    });
    const article = page.getByRole('article', { name: /Number 115$/ });
    await article.hover();
    await article.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as read up to here' }).click();
    await expect.element(page.getByLabelText('Notifications')).toHaveTextContent('as read');
    // Shown before the server has received it.
    await expect.poll(() => reads(world)).toEqual(expect.arrayContaining([4, 110, 115]));
    const read = reads(world);
    expect(Math.max(...read)).toBe(115);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => world.calls('updateMessageFlags').at(-1))
      .toEqual({
        messages: read,
        op: 'remove',
        flag: 'read',
      });
  });

  it('is undone from a message on, and can be repeated', async () => {
    const messages = all
      .slice(-4)
      .map((one) => ({ ...one, flags: one.id === 118 ? [] : ['read'] }));
    const world = await setup(
      { user_settings: { web_mark_read_on_scroll_policy: 3 }, unread_msgs: unreadIn(118) },
      { getMessages: () => ({ messages, found_oldest: true, found_newest: true }) },
    );
    const article = page.getByRole('article', { name: /Number 117$/ });
    (article.element() as HTMLElement).focus();
    await userEvent.keyboard('{Shift>}u{/Shift}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => world.calls('updateMessageFlags'))
      .toEqual([
        { messages: [117, 118, 119, 120], op: 'remove', flag: 'read' },
        { messages: [117, 119, 120], op: 'add', flag: 'read' },
      ]);
  });
});
