import { appendTo } from '../../api/append-to';
import type { ChannelFolder } from '../../api/channel-folders';
import type { RecentDirect } from '../../api/register';
import type { Subscription } from '../../api/channel';
import { conversationHref } from '../../client/navigation/conversation-address';
import { listText } from '../../ui/list-text';
import { conversationKey } from '../../writing/recipients/conversation-key';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import { isResolved } from '../../writing/recipients/resolved-topic';
import type { UnreadConversation } from '../../writing/unread/unread-conversations';

/** How a count is shown. `quiet`: for muted conversations. */
export type UnreadCountStyle = 'number' | 'quiet' | 'dot' | 'none';

export interface SidebarCount {
  readonly count: number;
  readonly look: UnreadCountStyle;
  /** Link to the messages it counts. */
  readonly href: string;
}

export interface SidebarEntry {
  readonly key: string;
  readonly kind: 'view' | 'channel' | 'topic' | 'direct' | 'more';
  readonly label: string;
  readonly href: string;
  readonly unread: SidebarCount;
  readonly isMuted: boolean;
  readonly recipient: MessageRecipient | undefined;
  /** Id of the channel, for channels and topics. */
  readonly channel: number | undefined;
}

export interface SidebarGroup {
  readonly key: string;
  /** Translated name; undefined for folders, which have their own names. */
  readonly name: string | undefined;
  readonly entries: readonly SidebarEntry[];
}

/** `web_stream_unreads_count_display_policy`: 1 all channels, 2 unmuted channels, 3 none. */
export type CountPolicy = 1 | 2 | 3;
/** `demote_inactive_streams`: 1 if there are many channels, 2 always, 3 never. */
export type DemotePolicy = 1 | 2 | 3;

export interface SidebarSource {
  /** In the order of `sortMutedLast`. */
  readonly subscriptions: readonly Subscription[];
  /** In display order. */
  readonly folders: readonly Pick<ChannelFolder, 'id' | 'name'>[];
  readonly showFolders: boolean;
  readonly demote: DemotePolicy;
  readonly policy: CountPolicy;
  readonly unread: readonly UnreadConversation[];
  readonly recentDirect: readonly RecentDirect[];
  readonly own: number | undefined;
  readonly nameOf: (user_id: number) => string | undefined;
  /** The conversation or channel on screen. */
  readonly open: { readonly key: string | undefined; readonly channel: number | undefined };
  /** Topics of the open channel, newest first. Undefined while unknown. */
  readonly topics: readonly string[] | undefined;
  readonly standingOf: (recipient: MessageRecipient) => UnreadConversation['priority'] | undefined;
}

/**
 * From this many channels on, inactive ones get their own group by default, as in the official
 * clients.
 */
const minChannelsToDemote = 30;
/** Number of direct message conversations without unread messages listed before "more". */
const maxReadConversations = 8;
/**
 * Number of topics listed for the open channel, and how many of them can be there only because they
 * are unread.
 */
const maxTopics = 10;
const maxUnreadTopics = 5;

interface UnreadSums {
  /** Followed, or with a mention of the user. */
  loud: number;
  plain: number;
  muted: number;
}

const nothing: Readonly<UnreadSums> = { loud: 0, plain: 0, muted: 0 };

export function unreadSumsByChannel(
  unread: readonly UnreadConversation[],
): ReadonlyMap<number, Readonly<UnreadSums>> {
  const sums = new Map<number, UnreadSums>();
  for (const { recipient, ids, mentions, priority: standing } of unread) {
    const [id] = recipient.to;
    if (recipient.type !== 'stream' || id === undefined) continue;
    let sum = sums.get(id);
    if (!sum) sums.set(id, (sum = { ...nothing }));
    const loud = standing === 'followed' ? ids.length : mentions.length;
    sum.loud += loud;
    sum[standing === 'muted' ? 'muted' : 'plain'] += ids.length - loud;
  }
  return sums;
}

function countOf(
  { loud, plain, muted }: Readonly<UnreadSums>,
  policy: CountPolicy,
  href: string,
): SidebarCount {
  if (policy === 3) {
    if (loud > 0) return { count: loud, look: 'number', href };
    return plain > 0 ? { count: plain, look: 'dot', href } : { count: 0, look: 'none', href };
  }
  if (loud + plain > 0) return { count: loud + plain, look: 'number', href };
  const showsCount = policy === 1 && muted > 0;
  return showsCount ? { count: muted, look: 'quiet', href } : { count: 0, look: 'none', href };
}

export const feedHref = (channel: number) => `/feed/channel/${channel}`;

/** Direct messages first, then channels grouped by pin, folder and activity. */
export function sidebarGroups(source: SidebarSource): readonly SidebarGroup[] {
  return [directGroup(source), ...channelGroups(source)].filter(
    ({ entries }) => entries.length > 0,
  );
}

function directGroup(source: SidebarSource): SidebarGroup {
  const { unread, recentDirect, own, nameOf, open } = source;
  const found = new Map<string, { recipient: MessageRecipient; newest: number; count: number }>();
  for (const { user_ids, max_message_id } of recentDirect) {
    const to = user_ids.length > 0 ? user_ids : own === undefined ? [] : [own];
    const recipient: MessageRecipient = { type: 'private', to, topic: '' };
    found.set(conversationKey(recipient), { recipient, newest: max_message_id, count: 0 });
  }
  for (const { key, recipient, ids, priority: standing } of unread) {
    if (recipient.type !== 'private' || standing === 'muted') continue;
    const newest = Math.max(ids.at(-1) ?? 0, found.get(key)?.newest ?? 0);
    found.set(key, { recipient, newest, count: ids.length });
  }
  const all = [...found].sort(([, a], [, b]) => b.newest - a.newest);
  let quiet = 0;
  const listed = all.filter(
    ([key, { count }]) => count > 0 || key === open.key || ++quiet <= maxReadConversations,
  );
  const entries = listed.map(([key, { recipient, count }]): SidebarEntry => {
    const href = conversationHref(recipient) ?? '/conversation';
    const label = listText(recipient.to.map((id) => nameOf(id) ?? '?'));
    const unread: SidebarCount = { count, look: count > 0 ? 'number' : 'none', href };
    return {
      ...{ key, kind: 'direct', label, href, unread, recipient },
      ...{ isMuted: false, channel: undefined },
    };
  });
  return { key: 'direct', name: undefined, entries };
}

function channelGroups(source: SidebarSource): readonly SidebarGroup[] {
  const { subscriptions, folders, showFolders, demote } = source;
  const sums = unreadSumsByChannel(source.unread);
  const mine = subscriptions.filter(({ is_archived }) => !is_archived);
  const demotes = demote === 2 || (demote === 1 && mine.length >= minChannelsToDemote);
  const known = new Set(showFolders ? folders.map(({ id }) => id) : []);
  const byGroup = new Map<string, Subscription[]>();
  for (const channel of mine) {
    const { folder_id, pin_to_top, is_recently_active } = channel;
    const folder = folder_id ?? 0;
    const key = pin_to_top
      ? 'pinned'
      : demotes && is_recently_active === false
        ? 'inactive'
        : known.has(folder)
          ? `folder-${folder}`
          : 'channels';
    appendTo(byGroup, key, channel);
  }
  const keys = [
    'pinned',
    ...(showFolders ? folders.map(({ id }) => `folder-${id}`) : []),
    'channels',
    'inactive',
  ];
  return keys.map((key) => ({
    key,
    name: folders.find(({ id }) => key === `folder-${id}`)?.name,
    entries: (byGroup.get(key) ?? []).flatMap((channel) => [
      channelEntry(channel, sums.get(channel.stream_id) ?? nothing, source),
      ...(channel.stream_id === source.open.channel ? topicEntries(channel, source) : []),
    ]),
  }));
}

/** Keeps the order by name, but puts muted channels last. */
export function sortMutedLast(byName: readonly Subscription[]): readonly Subscription[] {
  return byName.toSorted((a, b) => Number(a.is_muted) - Number(b.is_muted));
}

function channelEntry(
  { stream_id: id, name: label, is_muted: isMuted }: Subscription,
  sums: Readonly<UnreadSums>,
  { policy }: SidebarSource,
): SidebarEntry {
  const href = feedHref(id);
  return {
    ...{ key: `channel-${id}`, kind: 'channel', label, href, isMuted },
    ...{ unread: countOf(sums, policy, href), recipient: undefined, channel: id },
  };
}

/** The open topic, then some with unread messages (followed ones first), then the newest. */
function topicEntries({ stream_id }: Subscription, source: SidebarSource): readonly SidebarEntry[] {
  const { unread, topics, open, policy, standingOf } = source;
  const own = unread.filter(
    ({ recipient: { type, to } }) => type === 'stream' && to[0] === stream_id,
  );
  const counts = new Map(own.map((one) => [one.key, one]));
  const names = new Map<string, string>();
  for (const topic of topics ?? []) names.set(keyOf(stream_id, topic), topic);
  for (const { key, recipient } of own) if (!names.has(key)) names.set(key, recipient.topic);
  const isQuiet = (key: string) => {
    const topic = names.get(key) ?? '';
    return standingOf({ type: 'stream', to: [stream_id], topic }) === 'muted' || isResolved(topic);
  };
  const loudness = ({ priority: standing, mentions }: UnreadConversation) =>
    standing === 'followed' || mentions.length > 0 ? 0 : 1;
  const waiting = own
    .filter(({ key }) => !isQuiet(key))
    .sort((a, b) => loudness(a) - loudness(b) || (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
    .slice(0, maxUnreadTopics)
    .map(({ key }) => key);
  const chosen = new Set([...(open.key && names.has(open.key) ? [open.key] : []), ...waiting]);
  for (const key of names.keys()) {
    if (chosen.size >= maxTopics) break;
    if (!isQuiet(key)) chosen.add(key);
  }
  const listed = [...names.keys()].filter((key) => chosen.has(key));
  const entries = listed.map((key): SidebarEntry => {
    const topic = names.get(key) ?? '';
    const recipient: MessageRecipient = { type: 'stream', to: [stream_id], topic };
    const href = conversationHref(recipient) ?? '/conversation';
    const conversation = counts.get(key);
    const sums = unreadSumsByChannel(conversation ? [conversation] : []).get(stream_id) ?? nothing;
    return {
      ...{ key: `topic-${key}`, kind: 'topic', label: topic, href, recipient },
      ...{ unread: countOf(sums, policy, href), channel: stream_id },
      isMuted: standingOf(recipient) === 'muted',
    };
  });
  if (names.size <= listed.length) return entries;
  const href = `/channels/${stream_id}/topics`;
  return [
    ...entries,
    {
      ...{ key: `more-${stream_id}`, kind: 'more', label: '', href, isMuted: false },
      ...{ unread: { count: 0, look: 'none', href } as const, recipient: undefined },
      channel: stream_id,
    },
  ];
}

const keyOf = (stream_id: number, topic: string) =>
  conversationKey({ type: 'stream', to: [stream_id], topic });

/** https://zulip.com/help/resolve-a-topic */

/** Counts of views without a page of their own. */
export interface ViewCounts {
  readonly mentions: SidebarCount;
  readonly followed: SidebarCount;
  readonly feed: SidebarCount;
}

export function viewCounts(unread: readonly UnreadConversation[]): ViewCounts {
  let [toMe, mentions, followed, rest] = [0, 0, 0, 0];
  for (const { ids, mentions: mentioned, priority: standing } of unread) {
    mentions += mentioned.length;
    if (standing === 'followed') followed += ids.length;
    if (standing === 'direct' || standing === 'followed' || mentioned.length > 0) {
      toMe += ids.length;
    } else if (standing === 'plain') rest += ids.length;
  }
  const number = (count: number, href: string): SidebarCount => ({
    ...{ count, href },
    look: count > 0 ? 'number' : 'none',
  });
  const dot = (count: number, href: string): SidebarCount => ({
    ...{ count, href },
    look: count > 0 ? 'dot' : 'none',
  });
  return {
    mentions: number(mentions, '/feed/mentions'),
    followed: number(followed, '/feed/followed'),
    feed: dot(toMe + rest, '/feed/all'),
  };
}
