import { describe, expect, it, onTestFinished, vi } from 'vitest';
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
import SearchFrame from '../../../../tests/support/ui/SearchFrame.svelte';
import { ApiError } from '../../api/errors';
import type { RegisterState } from '../../api/register';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

const design = { name: 'design team' };

interface Given {
  readonly query?: string;
  readonly narrow?: string;
  readonly answers?: Answers;
  readonly state?: Partial<RegisterState>;
  readonly recent?: readonly string[];
}

async function setup({ query, narrow, answers = {}, state = {}, recent }: Given = {}) {
  const world = anAccount({
    answers: {
      getMessages: () => ({ messages: [], found_oldest: true }),
      getStreamTopics: () => ({ topics: [{ name: 'new logo', max_id: 9 }] }),
      addNavigationView: () => ({}),
      removeNavigationView: () => ({}),
      ...answers,
    },
    state: aState({
      user_id: 7,
      realm_users: [
        aPerson(7, { full_name: 'Ada' }),
        aPerson(8, { full_name: 'Grace Hopper' }),
        aPerson(9, { full_name: 'Bo' }),
      ],
      streams: [aChannel(5, design), aChannel(6, { name: 'garden' })],
      subscriptions: [aSubscription(5, design)],
      navigation_views: [],
      ...state,
    }),
  });
  if (recent) writeAccountStorage(world.account.id, 'searches', recent);
  const drafts = new AccountDrafts(world.account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  const onsearch = vi.fn();
  const { rerender } = await render(SearchFrame, {
    account: world.account,
    drafts,
    onsearch,
    ...(query !== undefined && { query }),
    ...(narrow !== undefined && { narrow }),
  });
  const narrows = () =>
    world.calls('getMessages').map((params) => (params as { narrow: unknown }).narrow);
  return { ...world, onsearch, narrows, away: (away: boolean) => rerender({ away }) };
}

const box = () => page.getByRole('combobox', { name: 'Search messages' });
const pill = (label: string) => page.getByRole('button', { name: `${label}. Press Enter to edit` });

/** Two hits in one topic and one elsewhere, as a server returns them. */
const hits = () => ({
  messages: [
    aMessage(20, {
      content: '<p>a kite</p>',
      subject: 'kites',
      stream_id: 6,
    }),
    aMessage(30, { content: '<p>kites up</p>' }),
    aMessage(31, { content: '<p>two kites</p>' }),
  ].map((one) => ({
    ...one,
    match_content: one.content.replace(/kites?/, '<span class="highlight">$&</span>'),
    match_subject: one.subject.replace('kites', '<span class="highlight">kites</span>'),
  })),
  found_oldest: true,
});

describe('the search box', () => {
  it('turns typed text into pills, and searches by ids', async () => {
    const { onsearch, narrows } = await setup();
    await box().click();
    await userEvent.keyboard('from:gra');
    await expect.element(page.getByRole('option', { name: 'From: Grace Hopper' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(pill('From: Grace Hopper')).toBeVisible();
    await userEvent.keyboard('has:image -is:starred two kites{Enter}');
    await expect.element(pill('Has: image')).toBeVisible();
    await expect.element(pill('Isn’t: starred')).toBeVisible();
    await expect.element(box()).toHaveValue('two kites');
    expect(onsearch).toHaveBeenLastCalledWith(
      'sender:"Grace Hopper" has:image -is:starred two kites',
    );
    await expect.poll(narrows).toContainEqual([
      { operator: 'sender', operand: 8 },
      { operator: 'has', operand: 'image' },
      { operator: 'is', operand: 'starred', negated: true },
      { operator: 'search', operand: 'two kites' },
    ]);
  });

  it('suggests operators with descriptions, then their operands', async () => {
    await setup();
    await box().click();
    await userEvent.keyboard('chan');
    await userEvent.click(page.getByRole('option', { name: 'Messages in a channel' }));
    await expect.element(box()).toHaveValue('channel:');
    await userEvent.keyboard('des{Tab}top');
    await expect.element(pill('Channel: design team')).toBeVisible();
    await userEvent.click(page.getByRole('option', { name: 'Messages in a topic' }));
    // Topics of the channel that is already in the query.
    await userEvent.click(page.getByRole('option', { name: 'Topic: new logo' }));
    await expect.element(pill('Topic: new logo')).toBeVisible();
    await expect.element(box()).toHaveFocus();
  });

  it('can be browsed with the arrow keys; pills are edited and removed', async () => {
    const { onsearch } = await setup({ query: 'channel:garden has:link kites' });
    await box().click();
    await userEvent.keyboard('{Home}{Backspace}');
    await expect.element(pill('Has: link')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(pill('Channel: garden')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{Delete}');
    expect(onsearch).toHaveBeenLastCalledWith('channel:garden kites');
    await expect.element(pill('Channel: garden')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(box()).toHaveValue('channel:garden kites');
    await expect.element(box()).toHaveFocus();
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}');
    await userEvent.keyboard('des{Enter}');
    expect(onsearch).toHaveBeenLastCalledWith('channel:"design team" kites');
    await userEvent.click(page.getByRole('button', { name: 'Remove “Channel: design team”' }));
    expect(onsearch).toHaveBeenLastCalledWith('kites');
    await userEvent.click(page.getByRole('button', { name: 'Clear search' }));
    expect(onsearch).toHaveBeenLastCalledWith('');
    await expect.element(box()).toHaveFocus();
  });

  it('understands pasted links of the reference app', async () => {
    const { onsearch } = await setup();
    await box().click();
    const data = new DataTransfer();
    data.setData(
      'text/plain',
      'https://example.org/#narrow/channel/6-garden/has/link/search/kites',
    );
    box()
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
    await expect.element(pill('Channel: garden')).toBeVisible();
    expect(onsearch).toHaveBeenLastCalledWith('channel:garden has:link kites');
  });

  it('explains at the pill what can’t be searched for, and makes no call', async () => {
    const { narrows } = await setup({ query: 'channel:nowhere has:link' });
    const problem = 'Channel “nowhere” doesn’t exist, or you can’t see it.';
    await expect.element(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
    await expect.element(pill('Channel: nowhere')).toHaveAccessibleDescription(problem);
    await expect
      .element(page.getByRole('link', { name: 'Search without “Channel: nowhere”' }))
      .toHaveAttribute('href', '/search?q=has%3Alink');
    expect(narrows()).toEqual([]);
  });

  it('shows the server’s refusal at the pill it refers to', async () => {
    const desc = "unknown 'has' operand link";
    await setup({
      query: 'from:Bo has:link',
      answers: {
        getMessages: () =>
          Promise.reject(new ApiError('getMessages', 400, 'BAD_NARROW', desc, { desc })),
      },
    });
    await expect.element(pill('Has: link')).toHaveAccessibleDescription(new RegExp(desc));
    await expect.element(pill('From: Bo')).not.toHaveAttribute('aria-describedby');
  });

  it('keeps a text that is too long, and says so', async () => {
    const long = 'kites '.repeat(90);
    const { narrows } = await setup({ query: long });
    await expect.element(box()).toHaveValue(long.trim());
    await expect.element(page.getByText('up to 500 characters. This one has 539.')).toBeVisible();
    expect(narrows()).toEqual([]);
  });

  it('doesn’t suggest or search for anything that an older server lacks', async () => {
    const { narrows } = await setup({
      query: 'is:muted',
      state: { zulip_version: '9.0', zulip_feature_level: 247 },
    });
    await expect
      .element(page.getByText('doesn’t support searching by “is:muted” yet').first())
      .toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Remove “Is: muted”' }));
    await userEvent.keyboard('is:');
    await expect.element(page.getByRole('option', { name: 'Is: unread' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: 'Is: muted' })).not.toBeInTheDocument();
    await userEvent.keyboard('unread{Enter}');
    await expect.poll(narrows).toEqual([[{ operator: 'is', operand: 'unread' }]]);
    await expect.element(page.getByRole('button', { name: 'Save search' })).not.toBeInTheDocument();
  });
});

describe('the results', () => {
  it('are listed newest first under their conversations, with hits highlighted', async () => {
    await setup({ query: 'kites', answers: { getMessages: hits } });
    await expect.element(page.getByText('3 messages')).toBeVisible();
    const rows = page.getByRole('feed').getByRole('article');
    const shown = () => rows.all().map((row) => row.element().textContent.replace(/\s+/g, ' '));
    await expect.poll(() => shown().length).toBe(5);
    expect(shown()[0]).toContain('design team › logo');
    await expect.poll(() => shown()[1]).toContain('two kites');
    expect(shown()[2]).toContain('kites up');
    expect(shown()[3]).toContain('garden › kites');
    const marks = document.querySelectorAll('[role=feed] :is(.highlight, mark)');
    expect([...marks].map((one) => one.textContent)).toEqual(['kites', 'kites', 'kites', 'kite']);
    await userEvent.click(box());
    await userEvent.keyboard('{Enter}{ArrowDown}');
    await expect.element(rows.nth(2)).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(rows.nth(4)).toHaveFocus();
    await userEvent.keyboard('k{Home}');
    await expect.element(rows.nth(1)).toHaveFocus();
  });

  it('include new messages that match', async () => {
    const { tell } = await setup({
      query: 'kites',
      answers: {
        getMessages: hits,
        checkMessagesMatchNarrow: ({ msg_ids }) => ({
          messages: Object.fromEntries(
            msg_ids
              .filter((id) => id === 41)
              .map((id) => [id, { match_content: '<p>fresh kites</p>', match_subject: 'logo' }]),
          ),
        }),
      },
    });
    await expect.element(page.getByText('3 messages')).toBeVisible();
    for (const id of [40, 41]) {
      const { flags, ...message } = aMessage(id);
      tell({ type: 'message', message, flags });
    }
    await expect.element(page.getByText('fresh kites')).toBeVisible();
    await expect.element(page.getByText('4 messages')).toBeVisible();
  });

  it('are still there at the same position when the user comes back', async () => {
    const messages = Array.from({ length: 40 }, (_, at) =>
      aMessage(at + 1, { content: `<p>Number ${at + 1}</p>` }),
    );
    const { away } = await setup({
      query: 'has:link',
      answers: { getMessages: () => ({ messages, found_oldest: true }) },
    });
    const feed = page.getByRole('feed');
    const frame = () => feed.element() as HTMLElement;
    const row = page.getByRole('article', { name: 'Number 30', exact: true });
    await expect.element(row).toBeInTheDocument();
    await expect.poll(() => frame().scrollHeight).toBeGreaterThan(1200);
    frame().scrollTop = 600;
    frame().dispatchEvent(new Event('scroll'));
    const link = row.element().querySelector<HTMLElement>('[data-open]');
    link?.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link?.click();
    const top = frame().scrollTop;
    await away(true);
    await expect.element(feed).not.toBeInTheDocument();
    await away(false);
    await expect.element(row).toHaveFocus();
    await expect.poll(() => Math.abs(frame().scrollTop - top)).toBeLessThan(4);
  });

  it('start around the message of the link, and lead to the newest', async () => {
    const all = Array.from({ length: 300 }, (_, at) =>
      aMessage(at + 1, { content: `<p>kites ${at + 1}</p>` }),
    );
    const { calls, narrows, onsearch, tell } = await setup({
      query: 'near:130 kites',
      answers: {
        getMessages: ({ anchor, num_before = 0, num_after = 0 }) => {
          const older = all.filter(({ id }) => id <= Number(anchor)).slice(-num_before - 1);
          const newer = all.filter(({ id }) => id > Number(anchor)).slice(0, num_after);
          return {
            messages: [...older, ...newer],
            found_oldest: older[0]?.id === 1,
            found_newest: (newer.at(-1)?.id ?? Number(anchor)) === 300,
          };
        },
        checkMessagesMatchNarrow: () => ({ messages: {} }),
      },
    });
    await expect
      .element(page.getByText('Showing results around the linked message.'))
      .toBeVisible();
    expect(calls('getMessages')[0]).toMatchObject({ anchor: '130', num_before: 50, num_after: 50 });
    expect(narrows()[0]).toEqual([{ operator: 'search', operand: 'kites' }]);
    const row = (id: number) => page.getByRole('article', { name: `kites ${id}`, exact: true });
    await expect.element(row(131)).toBeInViewport();
    await expect.element(row(130)).toBeInViewport();
    await expect.element(row(129)).toBeInViewport();
    // New messages are newer than those left out here.
    tell({ type: 'message', message: aMessage(400, { content: '<p>kites</p>' }), flags: [] });
    expect(calls('checkMessagesMatchNarrow')).toEqual([]);
    page.getByRole('feed').element().scrollTop = 0;
    await expect.poll(() => calls('getMessages').at(-1)).toMatchObject({ num_before: 0 });
    const newest = page.getByRole('link', { name: 'Start from the newest' });
    await expect.element(newest).toHaveAttribute('href', '/search?q=kites');
    expect(onsearch).not.toHaveBeenCalled();
  });

  it('suggest wider searches if empty, and say which words are ignored', async () => {
    await setup({ query: 'from:Bo the kites' });
    await expect
      .element(page.getByText('Ignored because they’re too common: “the”.'))
      .toBeVisible();
    const links = () =>
      page
        .getByRole('link', { name: /^Search/ })
        .all()
        .map((link) => new URL((link.element() as HTMLAnchorElement).href).searchParams.get('q'));
    expect(links()).toEqual(['channels:public sender:Bo the kites', 'the kites', 'sender:Bo']);
  });
});

describe('recent and saved searches', () => {
  it('are suggested, newest first, and can be removed', async () => {
    const { account } = await setup({ recent: ['has:link', 'channel:garden kites'] });
    const rows = page.getByRole('region', { name: 'Recent searches' }).getByRole('link');
    await expect.element(rows.nth(0)).toHaveTextContent('Has: link');
    await expect.element(rows.nth(1)).toHaveTextContent('Channel: garden, kites');
    await userEvent.click(
      page.getByRole('button', { name: 'Remove “Has: link” from recent searches' }),
    );
    expect(readAccountStorage(account.id, 'searches')).toEqual(['channel:garden kites']);
    await userEvent.click(page.getByRole('button', { name: 'Clear recent searches' }));
    await expect.element(rows).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.element(rows).toHaveTextContent('Channel: garden, kites');
  });

  it('are stored once, in the most complete form', async () => {
    const { account } = await setup({ query: 'kites', recent: ['has:link'] });
    await userEvent.click(box());
    await userEvent.keyboard(' red{Enter}');
    await expect
      .poll(() => readAccountStorage(account.id, 'searches'))
      .toEqual(['kites red', 'has:link']);
  });

  it('are saved as views under a name, and unsaved', async () => {
    const { calls, tell } = await setup({ query: 'channel:garden is:unread' });
    await userEvent.click(page.getByRole('button', { name: 'Save search' }));
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.element(name).toHaveValue('Channel: garden, Is: unread');
    await userEvent.keyboard('Weeds{Enter}');
    const view = { fragment: 'narrow/channel/6-garden/is/unread', is_pinned: true, name: 'Weeds' };
    await expect.poll(() => calls('addNavigationView')).toEqual([view]);
    const saved = page.getByRole('button', { name: 'Remove saved search' });
    await expect.element(saved).toBeVisible();
    // The event of the saved view changes nothing.
    tell({ type: 'navigation_view', op: 'add', navigation_view: view });
    await userEvent.click(saved);
    await expect.element(page.getByText('Saved search removed: Weeds').first()).toBeVisible();
    expect(calls('removeNavigationView')).toEqual([{ fragment: view.fragment }]);
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.element(saved).toBeVisible();
  });

  it('are recognized in any spelling', async () => {
    await setup({
      narrow: 'stream/6-old-name/is/unread',
      state: {
        navigation_views: [
          { fragment: 'narrow/is/unread/channel/6-garden', is_pinned: true, name: 'Weeds' },
        ],
      },
    });
    await expect.element(pill('Channel: garden')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Remove saved search' })).toBeVisible();
  });

  it('keep the typed name if saving fails', async () => {
    const failure = new ApiError('addNavigationView', 400, 'BAD_REQUEST', 'Name is taken');
    await setup({ query: 'kites', answers: { addNavigationView: () => Promise.reject(failure) } });
    await userEvent.click(page.getByRole('button', { name: 'Save search' }));
    await userEvent.keyboard('Weeds{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Save search' });
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Name is taken');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Weeds');
  });
});
