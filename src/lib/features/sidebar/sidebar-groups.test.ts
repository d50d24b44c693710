import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSubscription } from '../../../../tests/support/state';
import { parseConversation } from '../../client/navigation/conversation-address';
import { conversationKey } from '../../writing/recipients/conversation-key';
import {
  ConversationPriorities,
  unreadConversations,
} from '../../writing/unread/unread-conversations';
import {
  sortMutedLast,
  sidebarGroups,
  viewCounts,
  type SidebarEntry,
  type SidebarSource,
} from './sidebar-groups';
import { withStableOrder, sidebarLinesOf } from './sidebar-lines';

const base: SidebarSource = {
  subscriptions: [],
  folders: [],
  showFolders: true,
  demote: 3,
  policy: 2,
  unread: [],
  recentDirect: [],
  own: 7,
  topics: undefined,
  nameOf: (id: number) => `Person ${id}`,
  open: { key: undefined, channel: undefined },
  standingOf: () => 'plain',
} as const;

const entriesOf = (source: Partial<SidebarSource>) =>
  sidebarGroups({ ...base, ...source }).map(({ key, entries }) => [
    key,
    entries.map(({ label }) => label),
  ]);

describe('the sidebar', () => {
  it('lists pinned channels, folders, the rest, then inactive ones, each with muted channels last', () => {
    const channel = (id: number, values: object) => aSubscription(id, values);
    const subscriptions = sortMutedLast([
      channel(2, { name: 'Ash', is_muted: true }),
      channel(3, { name: 'birch', folder_id: 9 }),
      channel(7, { name: 'fern' }),
      channel(5, { name: 'moss', is_recently_active: false }),
      channel(6, { name: 'old', is_archived: true }),
      channel(4, { name: 'pine', pin_to_top: true, folder_id: 9 }),
      channel(1, { name: 'zoo' }),
    ]);
    const folders = [{ id: 9, name: 'Trees', is_archived: false }];
    expect(entriesOf({ subscriptions, folders, demote: 2 })).toEqual([
      ['pinned', ['pine']],
      ['folder-9', ['birch']],
      ['channels', ['fern', 'zoo', 'Ash']],
      ['inactive', ['moss']],
    ]);
    expect(entriesOf({ subscriptions, folders, showFolders: false })).toEqual([
      ['pinned', ['pine']],
      ['channels', ['birch', 'fern', 'moss', 'zoo', 'Ash']],
    ]);
  });

  it('lists the open topic of the open channel, unread and newest ones, but no resolved ones', () => {
    const topics = ['✔ done', ...Array.from({ length: 30 }, (_, at) => `topic ${at}`)];
    const subscriptions = [aSubscription(5, { name: 'design' })];
    const key = conversationKey({ type: 'stream', to: [5], topic: 'topic 29' });
    const [group] = sidebarGroups({ ...base, subscriptions, topics, open: { key, channel: 5 } });
    const labels = group?.entries.map(({ label }) => label) ?? [];
    expect(labels.slice(0, 3)).toEqual(['design', 'topic 0', 'topic 1']);
    expect(labels).toContain('topic 29');
    expect(labels).not.toContain('✔ done');
    expect(group?.entries).toHaveLength(12);
    expect(group?.entries.at(-1)?.kind).toBe('more');
  });

  it('shows the unread entries of a collapsed group and moves nothing while the user is in the list', () => {
    const entry = (key: string, count: number): SidebarEntry => ({
      key,
      kind: 'channel',
      label: key,
      href: '/',
      isMuted: false,
      unread: { count, look: count > 0 ? 'number' : 'none', href: '/' },
      recipient: undefined,
      channel: 1,
    });
    const group = { key: 'channels', name: 'Channels', entries: [entry('a', 0), entry('b', 2)] };
    const name = () => 'Channels';
    const keys = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);
    const closed = sidebarLinesOf([group], new Set(['channels']), name, '');
    expect(keys(closed)).toEqual(['group-channels', 'b']);
    expect(keys(sidebarLinesOf([group], new Set(['channels']), name, 'B'))).toEqual([
      'group-channels',
      'b',
    ]);
    const open = sidebarLinesOf([group], new Set(), name, '');
    const moved = { ...group, entries: [entry('c', 1), entry('b', 3)] };
    const held = withStableOrder(sidebarLinesOf([moved], new Set(), name, ''), open);
    expect(keys(held)).toEqual(['group-channels', 'a', 'b']);
    expect(held[2]).toMatchObject({ entry: { unread: { count: 3 } } });
  });
});

describe('sidebar counts', () => {
  const ids = fc.uniqueArray(fc.nat(5000), { minLength: 1, maxLength: 6 });
  const topic = fc.record({
    stream_id: fc.integer({ min: 1, max: 4 }),
    topic: fc.constantFrom('a', 'b', 'C'),
    unread_message_ids: ids,
    policy: fc.integer({ min: 0, max: 3 }),
  });
  const world = fc.record({
    topics: fc.uniqueArray(topic, { selector: (one) => `${one.stream_id} ${one.topic}` }),
    pms: fc.uniqueArray(fc.record({ other_user_id: fc.nat(5), unread_message_ids: ids }), {
      selector: (one) => one.other_user_id,
    }),
    muted: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    mentionEvery: fc.integer({ min: 1, max: 5 }),
    policy: fc.constantFrom(1, 2, 3),
  });

  it('equal what their links show, without channels the user isn’t subscribed to', () => {
    fc.assert(
      fc.property(world, ({ topics, pms, muted, mentionEvery, policy }) => {
        // Each message belongs to one conversation.
        let next = 1;
        const placed = topics.map((one) => ({
          ...one,
          unread_message_ids: one.unread_message_ids.map(() => next++),
        }));
        const direct = pms.map((one) => ({
          ...one,
          unread_message_ids: one.unread_message_ids.map(() => next++),
        }));
        const mentions = placed
          .flatMap((one) => one.unread_message_ids)
          .filter((id) => id % mentionEvery === 0);
        // The user isn't subscribed to the fourth channel.
        const subscriptions = [1, 2, 3].map((id) =>
          aSubscription(id, { is_muted: muted.includes(id) }),
        );
        const user_topics = placed.map(({ stream_id, topic: topic_name, policy: of }) => ({
          stream_id,
          topic_name,
          visibility_policy: of,
        }));
        const standings = new ConversationPriorities({
          subscriptions,
          user_topics,
          muted_users: [],
        });
        const unreadMessages = { pms: direct, huddles: [], streams: placed, mentions };
        const unread = unreadConversations(unreadMessages, standings, 7);
        const groups = sidebarGroups({
          ...base,
          subscriptions,
          unread,
          policy,
          open: { key: undefined, channel: 1 },
          standingOf: (recipient) => standings.of(recipient),
        });
        for (const { unread: count } of groups.flatMap(({ entries }) => entries)) {
          if (count.look === 'none') continue;
          const there = unread.filter((one) => leadsTo(count.href, one.recipient));
          const size = (some: typeof unread) => some.reduce((sum, one) => sum + one.ids.length, 0);
          const isLoud = (one: (typeof unread)[number]) => one.priority !== 'muted';
          const muteds = there.filter((one) => !isLoud(one));
          const mentioned = muteds.reduce((sum, one) => sum + one.mentions.length, 0);
          const followed = there.reduce(
            (sum, one) =>
              sum + (one.priority === 'followed' ? one.ids.length : one.mentions.length),
            0,
          );
          const all = size(there.filter(isLoud)) + mentioned;
          const wanted = [all, followed, all - followed, size(muteds)];
          expect(wanted).toContain(count.count);
          expect(size(there)).toBeGreaterThanOrEqual(count.count);
          if (count.look === 'number' && policy < 3) expect(count.count).toBe(all);
        }
        const views = viewCounts(unread);
        const own = new Set(unread.flatMap((one) => one.ids));
        expect(views.mentions.count).toBe(mentions.filter((id) => own.has(id)).length);
        expect(views.followed.count).toBe(
          unread
            .filter(({ priority: standing }) => standing === 'followed')
            .flatMap((one) => one.ids).length,
        );
      }),
    );
  });
});

function leadsTo(href: string, recipient: { type: string; to: readonly number[]; topic: string }) {
  const [, channel] = /^\/feed\/channel\/(\d+)$/.exec(href) ?? [];
  if (channel !== undefined)
    return recipient.type === 'stream' && recipient.to[0] === Number(channel);
  const place = parseConversation(new URLSearchParams(href.split('?')[1]));
  return place !== null && conversationKey(place) === conversationKey(recipient as typeof place);
}
