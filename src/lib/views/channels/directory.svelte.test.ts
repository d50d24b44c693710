import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../app.css';
import { details, showChannels } from '../../../../tests/support/channels-page';
import { aChannel, aPerson, aSubscription } from '../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../api/errors';

const design = aSubscription(5, {
  ...{ name: 'design', description: 'All **round** things', subscriber_count: 12 },
  ...{ stream_weekly_traffic: 60, folder_id: 1 },
});
const streams = [
  design,
  aChannel(6, { name: 'designers', subscriber_count: 3, stream_weekly_traffic: 0 }),
  aChannel(7, { name: 'sales', description: 'No design here', stream_weekly_traffic: 2 }),
  aChannel(8, { name: 'secret', invite_only: true }),
  aChannel(9, { name: 'yearbook', is_archived: true }),
];
const state = { streams, subscriptions: [design] };
const folder = {
  ...{ id: 1, name: 'Work', description: '', rendered_description: '', date_created: 1 },
  ...{ creator_id: 7, is_archived: false },
};
const answers = { getChannelFolders: () => ({ channel_folders: [folder] }) };

const show = (more: object = {}, given: Parameters<typeof showChannels>[2] = {}, search = '') =>
  showChannels(undefined, undefined, { ...answers, ...given }, { ...state, ...more }, search);

const joined = { subscribe: () => ({ subscribed: {}, already_subscribed: {} }) };
const refuseSecret = () => ({ ...joined.subscribe(), unauthorized: ['secret'] });
const left = { unsubscribe: () => ({ removed: [], not_removed: [] }) };

const rows = page.getByRole('option');
const names = () => rows.elements().map((row) => row.textContent.trim().split(/\s/u)[0]);
const row = (name: string) => rows.filter({ hasText: name });
const search = page.getByRole('searchbox');
const problem = page.getByRole('alert').filter({ hasText: /./ });
const undo = page.getByRole('button', { name: 'Undo' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const notifications = page.getByLabelText('Notifications');
const list = page.getByRole('listbox', { name: 'Channels' });

async function inList() {
  (list.element() as HTMLElement).focus();
  await expect.element(list).toHaveFocus();
}

beforeEach(() => page.viewport(1280, 800));

describe('the list of channels', () => {
  it('immediately shows what is known about each', async () => {
    const never = Promise.withResolvers<object>();
    await show({}, { getStreams: () => never.promise });
    await expect.element(row('design').first()).toBeVisible();
    expect(names()).toEqual(['design', 'designers', 'sales', 'secret']);
    await expect.element(row('All round things')).toHaveTextContent('60 messages per week');
    await expect.element(row('All round things')).toHaveTextContent('12 people');
    await expect.element(row('designers')).toHaveTextContent('No recent messages');
    await expect.element(row('All round things')).toHaveTextContent('Work');
  });

  it('shows subscribed, all or archived channels, each with their number', async () => {
    const { onsearch } = await show();
    await button('Subscribed 1').click();
    await expect.poll(names).toEqual(['design']);
    expect(onsearch).toHaveBeenLastCalledWith('?show=subscribed');
    await button('Archived 1').click();
    await expect.poll(names).toEqual(['yearbook']);
    await expect.element(button('Archived 1')).toHaveAttribute('aria-pressed', 'true');
    await button('All 4').click();
    expect(onsearch).toHaveBeenLastCalledWith('');
  });

  it('is filtered, and shows how to undo that', async () => {
    const { onsearch } = await show();
    await button('Filter').click();
    await button('Private 1').click();
    await expect.poll(names).toEqual(['secret']);
    // The alternatives show their counts.
    await expect.element(button('Public 3')).toBeVisible();
    await button('Pinned 0').click();
    expect(onsearch).toHaveBeenLastCalledWith('?privacy=private&is=pinned');
    await expect.element(page.getByText('No channels match these 2 filters')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button('Remove filter “Pinned”').click();
    await expect.poll(names).toEqual(['secret']);
    await button('Clear all').click();
    await expect.poll(() => names().length).toBe(4);
  });

  it('is filtered by keyboard alone, and the focus stays on the filters', async () => {
    await show();
    await inList();
    await userEvent.keyboard('{Shift>}f{/Shift}');
    await expect.element(button('Work 1')).toHaveFocus();
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.element(list).toHaveFocus();
    await button(/^Filter/).click();
    await button('Pinned 0').click();
    await userEvent.keyboard('{Escape}');
    await button('Remove filter “Work”').click();
    await expect.element(button('Remove filter “Pinned”')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: /^Filter/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Work 1')).toHaveFocus();
    await userEvent.keyboard('{Enter}{Escape}');
    await button('Clear all').click();
    await expect.element(page.getByRole('button', { name: /^Filter/ })).toHaveFocus();
  });

  it('follows its URL', async () => {
    await show({}, {}, '?sort=traffic&privacy=public');
    await expect.poll(names).toEqual(['design', 'sales', 'designers']);
    await expect.element(button('Sorted by: Most messages')).toBeVisible();
  });

  it('asks the server for what only it knows', async () => {
    const getStreams = () => ({ streams: [streams[2]] });
    const { calls } = await show({}, { getStreams });
    await button('Filter').click();
    await button('I can read 1').click();
    await expect.poll(names).toEqual(['sales']);
    expect(calls('getStreams')).toContainEqual({
      ...{ include_public: false, include_subscribed: false, include_can_access_content: true },
    });
  });

  it('offers nothing that an old server lacks', async () => {
    await show({ zulip_version: '9.0', zulip_feature_level: 247 });
    await button('Filter').click();
    await expect.element(button('I can post 3')).toBeVisible();
    expect(button(/^I can read/).elements()).toEqual([]);
    expect(button(/^Archived/).elements()).toEqual([]);
  });

  it('finds names before descriptions, and highlights the query', async () => {
    await show();
    await search.fill('design');
    await expect.poll(names).toEqual(['design', 'designers', 'sales']);
    await expect.element(row('No design here').getByText('design', { exact: true })).toBeVisible();
    expect(row('sales').element().querySelector('mark')?.textContent).toBe('design');
    await search.fill('nothing such');
    await button('Clear search').click();
    await expect.poll(() => names().length).toBe(4);
    await expect.element(search).toHaveFocus();
  });

  it.each([
    ['?show=archived', 'No archived channels', { streams: [design] }],
    ['?show=subscribed', 'You’re not subscribed to any channels', { subscriptions: [] }],
  ])('says why it is empty, and links to all channels: %s', async (address, words, more) => {
    await show(more, {}, address);
    await expect.element(page.getByText(words)).toBeVisible();
    await button('View all channels').click();
    await expect.element(row('design').first()).toBeVisible();
  });
});

describe('one channel of the list', () => {
  it('is subscribed to in place, with Undo', async () => {
    const { calls, tell, onshow } = await show({}, { ...joined, ...left });
    await row('sales').getByText('Subscribe', { exact: true }).click();
    await expect
      .poll(() => calls('subscribe'))
      .toEqual([{ subscriptions: [{ name: 'sales' }], authorization_errors_fatal: false }]);
    const sales = aSubscription(7, { ...streams[2], pin_to_top: true });
    tell({ type: 'subscription', op: 'add', subscriptions: [sales] });
    // It is pinned, and stays where it is under the pointer.
    await expect.element(row('sales')).toHaveTextContent('Subscribed');
    expect(names()).toEqual(['design', 'designers', 'sales', 'secret']);
    await undo.click();
    await expect.poll(() => calls('unsubscribe')).toEqual([{ subscriptions: ['sales'] }]);
    expect(onshow).not.toHaveBeenCalled();
  });

  it('shows why subscribing failed, and stays as it was', async () => {
    await show({}, { subscribe: refuseSecret });
    await row('secret').getByText('Subscribe', { exact: true }).click();
    await expect
      .element(problem)
      .toHaveTextContent('#secret: You don’t have permission to do that there.');
    expect(undo.elements()).toEqual([]);
  });

  it('asks before unsubscribing if the user can’t rejoin', async () => {
    const secret = aSubscription(8, { ...streams[3], invite_only: true });
    const more = { realm_users: [aPerson(7, { role: 400 })], subscriptions: [design, secret] };
    const { calls } = await show(more, left);
    await row('secret').click({ position: { x: 360, y: 16 } });
    const dialog = page.getByRole('dialog', { name: 'Leave the private channel #secret?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(calls('unsubscribe')).toEqual([]);
    await inList();
    await userEvent.keyboard('{End}a');
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect.poll(() => calls('unsubscribe')).toEqual([{ subscriptions: ['secret'] }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('keeps its position, also by keyboard, until the user leaves the list', async () => {
    const { tell } = await show();
    await inList();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    tell({ type: 'stream', op: 'create', streams: [aChannel(2, { name: 'aardvark' })] });
    tell({
      ...{ type: 'stream', op: 'update', stream_id: 7, name: 'sales' },
      ...{ property: 'name', value: 'zebra' },
    });
    await expect.poll(names).toEqual(['design', 'designers', 'zebra', 'secret']);
    await search.click();
    await expect.poll(names).toEqual(['aardvark', 'design', 'designers', 'secret', 'zebra']);
  });
});

describe('several channels', () => {
  it('are selected by keys, and subscribed to in one call with one Undo', async () => {
    const { calls } = await show({}, { ...left, subscribe: refuseSecret });
    await inList();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('4 selected')).toBeVisible();
    await userEvent.keyboard('a');
    await expect.element(notifications.getByText('Subscribed to 2 channels')).toBeVisible();
    expect(calls('subscribe')).toHaveLength(1);
    await expect.element(problem).toHaveTextContent('1 of 3 failed: #secret.');
    // Refused channels stay selected.
    await expect.element(page.getByText('1 selected')).toBeVisible();
    await expect.element(row('secret')).toHaveAttribute('aria-selected', 'true');
    await undo.click();
    await expect
      .poll(() => calls('unsubscribe'))
      .toEqual([{ subscriptions: ['designers', 'sales'] }]);
  });

  it('offer Undo again after a lost reply', async () => {
    let isDown = true;
    const unsubscribe = () => {
      if (isDown) throw new NetworkFailure('unsubscribe', 'unreachable');
      return left.unsubscribe();
    };
    const { calls, tell } = await show({}, { ...joined, unsubscribe });
    await inList();
    await userEvent.keyboard('{Control>}a{/Control}a');
    await expect.element(notifications.getByText('Subscribed to 3 channels')).toBeVisible();
    const subscriptions = [6, 7, 8].map((id) => aSubscription(id, streams[id - 5]));
    tell({ type: 'subscription', op: 'add', subscriptions });
    await undo.click();
    await expect.poll(() => calls('unsubscribe')).toHaveLength(1);
    isDown = false;
    await undo.click();
    await expect.poll(() => calls('unsubscribe')).toHaveLength(2);
    await expect.element(undo).not.toBeInTheDocument();
  });

  it('are selected with Shift and arrows, X and Ctrl+Space, and deselected by Escape', async () => {
    await show();
    await inList();
    await userEvent.keyboard('x{Shift>}{ArrowDown}{/Shift}');
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Control>} {/Control}');
    await expect.element(page.getByText('3 selected')).toBeVisible();
    await button('Clear selection').click();
    await expect.element(search).toBeVisible();
    await expect.element(list).toHaveFocus();
  });

  it('are selected by touch with a button, or by a long press', async () => {
    const { calls, onshow } = await show({}, { ...left, ...joined });
    const select = page.getByRole('button', { name: 'Select', exact: true, includeHidden: true });
    (select.element() as HTMLElement).click();
    await expect.element(page.getByText('0 selected')).toBeVisible();
    await row('sales').click();
    await row('designers').click();
    await row('sales').click();
    await expect.element(page.getByText('1 selected')).toBeVisible();
    expect(onshow).not.toHaveBeenCalled();
    await button(/^Subscribe$/).click();
    await expect.poll(() => calls('subscribe')).toHaveLength(1);
    // Select mode has ended: a press opens a channel again.
    await expect.element(search).toBeVisible();
    await row('sales').click();
    await expect.poll(() => onshow.mock.lastCall).toEqual([7, '']);
    const pressed = row('design').first().element().firstElementChild!;
    pressed.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
    await row('sales').click();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await button('Clear selection').click();
    await expect.element(search).toBeVisible();
  });

  it('are muted, pinned and unsubscribed in one call each', async () => {
    const both = [design, aSubscription(6, { ...streams[1], is_muted: true })];
    const { calls } = await show({ subscriptions: both }, left);
    await inList();
    await userEvent.keyboard('x{Shift>}{ArrowDown}{/Shift}{Shift>}m{/Shift}');
    await expect.element(notifications.getByText('#design muted')).toBeVisible();
    // Only channels that change are in the call.
    expect(calls('updateSubscriptionSettings')).toEqual([
      { subscription_data: [{ stream_id: 5, property: 'is_muted', value: true }] },
    ]);
    await userEvent.keyboard('{Home}x{Shift>}{ArrowDown}{/Shift}p');
    await expect.element(notifications.getByText('2 channels pinned')).toBeVisible();
    await userEvent.keyboard('{Home}x{Shift>}{ArrowDown}{/Shift}a');
    await expect
      .poll(() => calls('unsubscribe'))
      .toEqual([{ subscriptions: ['design', 'designers'] }]);
    await expect.element(notifications.getByText('You left 2 channels')).toBeVisible();
  });

  it('queue a second action while the first is running, and keep what was selected in between', async () => {
    const first = Promise.withResolvers<object>();
    let requestCount = 0;
    const more = { subscriptions: [design, aSubscription(6, streams[1])] };
    const updateSubscriptionSettings = () => (requestCount++ === 0 ? first.promise : {});
    const { calls } = await show(more, { updateSubscriptionSettings, ...left });
    const subscribeCalls = () =>
      calls('updateSubscriptionSettings').map((params) => {
        const { subscription_data } = params as {
          subscription_data: { stream_id: number; property: string }[];
        };
        return subscription_data.map(({ stream_id, property }) => [stream_id, property]);
      });
    await inList();
    await userEvent.keyboard('xp');
    await expect.poll(subscribeCalls).toEqual([[[5, 'pin_to_top']]]);
    await userEvent.keyboard('{ArrowDown}x{Shift>}M{/Shift}');
    expect(subscribeCalls()).toHaveLength(1);
    first.resolve({});
    const both = [
      [5, 'is_muted'],
      [6, 'is_muted'],
    ];
    await expect.poll(subscribeCalls).toEqual([[[5, 'pin_to_top']], both]);
    await expect.element(page.getByText('2 channels muted').first()).toBeVisible();
    await userEvent.keyboard('{ArrowDown}x');
    await expect.element(page.getByText('1 selected')).toBeVisible();
  });

  it('stay as they are offline, with the selection and the reason', async () => {
    const lost = () => {
      throw new NetworkFailure('subscribe', 'unreachable');
    };
    await show({}, { subscribe: lost });
    await inList();
    await userEvent.keyboard('{Control>}a{/Control}a');
    await expect.element(problem).toHaveTextContent('3 of 3 failed');
    await expect.element(page.getByText('3 selected')).toBeVisible();
  });

  it('count as done if the reply was lost and events show them as wished', async () => {
    const lost = () => {
      throw new NetworkFailure('subscribe', 'timeout');
    };
    const { calls, tell } = await show({}, { subscribe: lost, ...left });
    await inList();
    await userEvent.keyboard('{Control>}a{/Control}a');
    await expect.element(problem).toHaveTextContent('3 of 3 failed');
    const gained = [6, 7, 8].map((id) => aSubscription(id, streams[id - 5]));
    tell({ type: 'subscription', op: 'add', subscriptions: gained.slice(0, 2) });
    await expect.element(problem).toHaveTextContent('1 of 3 failed: #secret.');
    tell({ type: 'subscription', op: 'add', subscriptions: gained.slice(2) });
    await expect.element(notifications.getByText('Subscribed to 3 channels')).toBeVisible();
    expect(problem.elements()).toEqual([]);
    await undo.click();
    await expect.poll(() => calls('unsubscribe')).toHaveLength(1);
  });

  it.each(['timeout', 'refused'])('count as done if their events came first: %s', async (how) => {
    const both = [design, aSubscription(6, streams[1])];
    const { tell } = await show(
      { subscriptions: both },
      {
        updateSubscriptionSettings: () => {
          for (const stream_id of [5, 6]) {
            const change = { stream_id, property: 'is_muted', value: true };
            tell({ type: 'subscription', op: 'update', ...change });
          }
          throw how === 'timeout'
            ? new NetworkFailure('updateSubscriptionSettings', 'timeout')
            : new ApiError('updateSubscriptionSettings', 400, 'BAD_REQUEST', 'No.');
        },
      },
    );
    await inList();
    await userEvent.keyboard('x{Shift>}{ArrowDown}M{/Shift}');
    await expect.element(notifications.getByText('2 channels muted')).toBeVisible();
    expect(problem.elements()).toEqual([]);
  });

  it('are moved to a folder by administrators, one call each, with Undo', async () => {
    const refuse = ({ stream_id }: { stream_id: number }) => {
      if (stream_id === 8) throw new ApiError('updateStream', 400, 'BAD_REQUEST', 'No.');
      return {};
    };
    const { calls } = await show({}, { updateStream: refuse });
    await inList();
    await userEvent.keyboard('{Control>}a{/Control}');
    await button('Move to folder').click();
    await page.getByRole('menuitem', { name: 'Work' }).click();
    await expect.element(notifications.getByText('2 channels moved to Work')).toBeVisible();
    await expect.element(problem).toHaveTextContent('1 of 3 failed: #secret.');
    const moved = calls('updateStream').map((one) => Object.values(one));
    expect(moved).toEqual([
      [6, 1],
      [7, 1],
      [8, 1],
    ]);
    await undo.click();
    await expect
      .poll(() => calls('updateStream').at(-1))
      .toEqual({ stream_id: 7, folder_id: null });
  });

  it('can’t be moved by other users', async () => {
    await show({ realm_users: [aPerson(7, { role: 400 })] });
    await inList();
    await userEvent.keyboard('x');
    await expect.element(button('More actions')).toBeVisible();
    expect(button('Move to folder').elements()).toEqual([]);
  });
});

describe('a channel that the user isn’t subscribed to', () => {
  const message = {
    ...{ id: 1, sender_id: 8, sender_email: '', sender_full_name: 'Person 8', client: '' },
    ...{ sender_realm_str: '', avatar_url: null, content: '<p>Hello there</p>', type: 'stream' },
    ...{ content_type: 'text/html', timestamp: 1_700_000_000, display_recipient: 'sales' },
    ...{ stream_id: 7, subject: 'leads', recipient_id: 1, is_me_message: false, reactions: [] },
    ...{ submessages: [], topic_links: [], flags: [] },
  };
  const open = (id: number, given: Parameters<typeof showChannels>[2]) =>
    showChannels(id, undefined, { ...answers, ...given }, state);

  it('is previewed before subscribing: its people, topics and last messages', async () => {
    await open(7, {
      getMessages: () => ({ messages: [message] }),
      getStreamTopics: () => ({ topics: [{ name: 'leads', max_id: 1 }] }),
      getSubscribers: () => ({ subscribers: [7, 8] }),
    });
    await expect.element(page.getByText('Hello there')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'leads' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: '2 people' })).toBeVisible();
    await expect.element(button('Subscribe').first()).toBeVisible();
    const read = page.getByRole('link', { name: 'View messages', exact: true });
    await expect.element(read).toHaveAttribute('href', '/feed/channel/7');
  });

  it('says so if its messages can’t be read', async () => {
    const refuse = () => {
      throw new ApiError('getMessages', 400, 'BAD_REQUEST', 'Invalid channel ID');
    };
    await open(8, {
      ...{ getMessages: refuse, getStreamTopics: refuse, getSubscribers: refuse },
      getStreamById: () => ({ stream: { ...details, stream_id: 8, name: 'secret' } }),
    });
    await expect.element(page.getByText(/^Only subscribers can read messages here/)).toBeVisible();
    expect(button('Try again').elements()).toEqual([]);
  });
});
