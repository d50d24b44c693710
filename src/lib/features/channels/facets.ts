import type { Channel, Subscription } from '../../api/channel';
import { channelIconKind } from './channel-labels';
import {
  facetNames,
  flagNames,
  channelScopes,
  type ChannelListOptions,
  type FacetName,
  type FlagName,
  type ChannelScope,
} from './channel-list-options';

/** Facts besides the channel itself that decide whether it matches. */
export interface FacetContext {
  readonly user_id: number | undefined;
  readonly subscriptions: ReadonlyMap<number, Subscription>;
  readonly canPost: (channel: Channel) => boolean;
  readonly canAdminister: (channel: Channel) => boolean;
  /** Ids; undefined until the server has sent them. */
  readonly defaults: ReadonlySet<number> | undefined;
  readonly readable: ReadonlySet<number> | undefined;
  /** Ids of channels of a bot's owner. */
  readonly ofOwner: ReadonlySet<number> | undefined;
}

/** Minimum messages per week, or subscribers, of a facet value. */
export const minBusyTraffic = 50;
export const minLargeSubscribers = 100;
export const minMediumSubscribers = 10;

/** A channel's value for a facet; undefined if the server doesn't send it. */
const facets: Readonly<Record<FacetName, (channel: Channel) => string | undefined>> = {
  folder: ({ folder_id }) => (folder_id === undefined ? undefined : String(folder_id ?? 'none')),
  privacy: (channel) => {
    const kind = channelIconKind({ ...channel, is_archived: false });
    return kind === 'archived' ? undefined : kind;
  },
  activity: ({ is_recently_active }) =>
    is_recently_active === undefined ? undefined : is_recently_active ? 'active' : 'inactive',
  traffic: ({ stream_weekly_traffic: traffic }) => {
    if (traffic === null || traffic === undefined) return traffic === null ? 'new' : undefined;
    return traffic >= minBusyTraffic ? 'busy' : traffic > 0 ? 'some' : 'quiet';
  },
  size: ({ subscriber_count: people }) => {
    if (people === undefined) return undefined;
    return people >= minLargeSubscribers
      ? 'large'
      : people >= minMediumSubscribers
        ? 'middle'
        : 'small';
  },
};

const flags: Readonly<Record<FlagName, (channel: Channel, standing: FacetContext) => boolean>> = {
  outside: ({ stream_id }, { subscriptions }) => !subscriptions.has(stream_id),
  pinned: ({ stream_id }, { subscriptions }) => subscriptions.get(stream_id)?.pin_to_top === true,
  muted: ({ stream_id }, { subscriptions }) => subscriptions.get(stream_id)?.is_muted === true,
  post: (channel, { canPost }) => canPost(channel),
  readable: ({ stream_id }, { readable }) => readable?.has(stream_id) === true,
  admin: (channel, { canAdminister }) => canAdminister(channel),
  created: ({ creator_id }, { user_id }) => user_id !== undefined && creator_id === user_id,
  default: ({ stream_id }, { defaults }) => defaults?.has(stream_id) === true,
  owner: ({ stream_id }, { ofOwner }) => ofOwner?.has(stream_id) === true,
};

/** Facts that must be known before a flag can be counted. */
const source: Partial<Readonly<Record<FlagName, 'defaults' | 'readable' | 'ofOwner'>>> = {
  readable: 'readable',
  default: 'defaults',
  owner: 'ofOwner',
};

function isCountable(name: FlagName, standing: FacetContext): boolean {
  const of = source[name];
  return of === undefined || standing[of] !== undefined;
}

function isShown(show: ChannelScope, channel: Channel, { subscriptions }: FacetContext): boolean {
  if (show === 'archived') return channel.is_archived === true;
  return !channel.is_archived && (show === 'all' || subscriptions.has(channel.stream_id));
}

interface FilteredChannels {
  /** In their original order. */
  readonly channels: readonly Channel[];
  readonly shows: Readonly<Record<ChannelScope, number>>;
}

export function filterChannels(
  channels: Iterable<Channel>,
  choice: ChannelListOptions,
  standing: FacetContext,
): FilteredChannels {
  const wanted = facetNames.flatMap((name) => {
    const values = choice.values[name];
    return values ? [(channel: Channel) => values.includes(facets[name](channel) ?? '')] : [];
  });
  const isOf = choice.flags.map((name) => flags[name]);
  const counts: Record<ChannelScope, number> = { subscribed: 0, all: 0, archived: 0 };
  const fitting: Channel[] = [];
  for (const channel of channels) {
    if (!wanted.every((fits) => fits(channel))) continue;
    if (!isOf.every((is) => is(channel, standing))) continue;
    for (const show of channelScopes) if (isShown(show, channel, standing)) counts[show]++;
    if (isShown(choice.show, channel, standing)) fitting.push(channel);
  }
  return { channels: fitting, shows: counts };
}

/** Number of channels if a value were selected too, replacing other values of its facet. */
export interface FacetCounts {
  readonly values: Readonly<Record<FacetName, ReadonlyMap<string, number>>>;
  /** Undefined until the server has sent the facts. */
  readonly flags: Readonly<Record<FlagName, number | undefined>>;
}

/** Counts the channels for each possible further selection. */
export function countFacets(
  channels: Iterable<Channel>,
  choice: ChannelListOptions,
  standing: FacetContext,
): FacetCounts {
  const wanted = facetNames.map((name) => choice.values[name]);
  const isOn = flagNames.map((name) => choice.flags.includes(name));
  const values = facetNames.map(() => new Map<string, number>());
  const flagCounts = flagNames.map(() => 0);
  for (const channel of channels) {
    if (!isShown(choice.show, channel, standing)) continue;
    const own = facetNames.map((name) => facets[name](channel));
    const has = flagNames.map((name) => flags[name](channel, standing));
    const misses = (at: number) => wanted[at] !== undefined && !wanted[at].includes(own[at] ?? '');
    const missed =
      own.filter((_, at) => misses(at)).length + has.filter((one, at) => isOn[at] && !one).length;
    if (missed > 1) continue;
    own.forEach((value, at) => {
      if (value === undefined || (missed > 0 && !misses(at))) return;
      values[at]?.set(value, (values[at].get(value) ?? 0) + 1);
    });
    if (missed > 0) continue;
    has.forEach((one, at) => {
      if (one) flagCounts[at] = (flagCounts[at] ?? 0) + 1;
    });
  }
  return {
    values: Object.fromEntries(facetNames.map((name, at) => [name, values[at]])) as never,
    flags: Object.fromEntries(
      flagNames.map((name, at) => [name, isCountable(name, standing) ? flagCounts[at] : undefined]),
    ) as never,
  };
}
