import { untrack } from 'svelte';
import * as v from 'valibot';
import { parsedAs } from '../../api/parsed-as';
import type { Channel, Subscription } from '../../api/channel';
import type { Account } from '../../client/account/account.svelte';
import { NameOrder } from '../../writing/recipients/name-order';
import {
  defaultListOptions,
  formatListOptions,
  type ChannelListOptions,
  type ChannelScope,
  type ChannelSort,
} from './channel-list-options';
import { countFacets, filterChannels, type FacetCounts, type FacetContext } from './facets';
import {
  canAdministerChannel,
  hasPostingAccess,
  hasPostingPermission,
} from '../../api/permissions/channel';
import { accountPermissions } from '../../writing/permissions/account-permissions';
import { foldName, matchRank } from '../../writing/recipients/rank-by-name';

const weights: Readonly<Record<ChannelSort, ((channel: Channel) => number) | undefined>> = {
  name: undefined,
  traffic: ({ stream_weekly_traffic: traffic }) => traffic ?? -1,
  people: ({ subscriber_count: people }) => people ?? -1,
  newest: ({ date_created, stream_id }) => date_created ?? stream_id,
  active: ({ is_recently_active, stream_weekly_traffic: traffic }) =>
    (is_recently_active ? 1e9 : 0) + (traffic ?? 0),
};

/**
 * Sorts channels, given in order of name, by `sort`, highest first. By name, pinned channels come
 * first.
 */
export function sortChannels(
  named: readonly Channel[],
  sort: ChannelSort,
  subscriptions: ReadonlyMap<number, Subscription>,
): readonly Channel[] {
  const weight =
    weights[sort] ??
    (({ stream_id }: Channel) => (subscriptions.get(stream_id)?.pin_to_top ? 1 : 0));
  return named
    .map((channel) => ({ channel, weight: weight(channel) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ channel }) => channel);
}

interface FoldedChannel {
  readonly name: string;
  /** Name followed by the description. */
  readonly all: string;
}

const foldedOf = new WeakMap<Channel, FoldedChannel>();

/** Searchable text of a channel, cached for as long as the channel object is the same. */
function foldedText(channel: Channel): FoldedChannel {
  let known = foldedOf.get(channel);
  if (!known) {
    const name = foldName(channel.name);
    known = { name, all: `${name}\n${foldName(channel.description)}` };
    foldedOf.set(channel, known);
  }
  return known;
}

/**
 * Rank of a channel that contains all words. 5: equals the name; 4: the name starts with it; 3: a
 * word of the name starts with it; 2: within the name; 1: all words are in the name; 0: some are
 * only in the description.
 */
function fitOf(wanted: string, words: readonly string[], channel: Channel): number {
  const { name } = foldedText(channel);
  const place = matchRank(wanted, name);
  if (place > 0) return wanted === name ? 5 : place + 1;
  return words.every((word) => name.includes(word)) ? 1 : 0;
}

/** Number of results to keep for when the user deletes letters. */
const maxCachedQueries = 24;

/** Searches channels. Equal matches keep their order. */
export class ChannelFinder {
  /** Channels that contain all words, by query. */
  readonly #kept = new Map<string, readonly Channel[]>();

  constructor(private readonly channels: readonly Channel[]) {}

  /** Folds all texts, so that the first search is fast. */
  buildIndex(): void {
    this.channels.forEach(foldedText);
  }

  /** Best match first. */
  find(query: string): readonly Channel[] {
    const wanted = foldName(query.replace(/^\s*#/u, ''));
    if (wanted === '') return this.channels;
    const words = wanted.split(/\s+/u);
    const tiers: Channel[][] = [[], [], [], [], [], []];
    for (const channel of this.#having(wanted, words)) {
      tiers[5 - fitOf(wanted, words, channel)]?.push(channel);
    }
    return tiers.flat();
  }

  /** Matches of a longer query are among those of a shorter one. */
  #having(wanted: string, words: readonly string[]): readonly Channel[] {
    const known = this.#kept.get(wanted);
    if (known) return known;
    let among = this.channels;
    for (const [shorter, some] of this.#kept) {
      if (wanted.startsWith(shorter) && some.length < among.length) among = some;
    }
    const having = among.filter((channel) => {
      const { all } = foldedText(channel);
      return words.every((word) => all.includes(word));
    });
    if (this.#kept.size >= maxCachedQueries) this.#kept.clear();
    this.#kept.set(wanted, having);
    return having;
  }
}

interface Parts {
  readonly query: () => string;
  /** Channel ids that only the server can provide; undefined until it has. */
  readonly readable: () => ReadonlySet<number> | undefined;
  readonly ofOwner: () => ReadonlySet<number> | undefined;
}

/** Ids, or whole channels before level 330. */
const defaultsSchema = v.array(v.union([v.number(), v.object({ stream_id: v.number() })]));

export const channelKeyOf = ({ stream_id }: Channel): string => String(stream_id);

/** The channels of a page: which are listed, and in which order. */
export class ChannelDirectory {
  readonly #account: Account;
  readonly #parts: Parts;
  readonly #order = new NameOrder<Channel>();
  choice = $state.raw<ChannelListOptions>(defaultListOptions);
  /** The rows frozen when the user began to work in the list. */
  #held = $state.raw<{ readonly of: string; readonly rows: readonly Channel[] }>();

  // Only the relevant parts of the state, which changes with each message.
  readonly #groups = $derived.by(() => this.#account.state?.realm_user_groups);
  readonly #defaultRows = $derived.by(() => this.#account.state?.realm_default_streams);
  readonly #defaults = $derived.by(() => {
    const rows = parsedAs(defaultsSchema, this.#defaultRows);
    return rows && new Set(rows.map((one) => (typeof one === 'number' ? one : one.stream_id)));
  });
  readonly #named = $derived.by(() => this.#order.of(this.#account.channels));
  readonly #standing = $derived.by(() => this.#stand());
  readonly #sifted = $derived.by(() => filterChannels(this.#named, this.choice, this.#standing));
  readonly #counts = $derived.by(() => countFacets(this.#named, this.choice, this.#standing));
  readonly #finder = $derived.by(
    () =>
      new ChannelFinder(
        sortChannels(this.#sifted.channels, this.choice.sort, this.#account.subscriptions),
      ),
  );
  readonly #live = $derived.by(() => this.#finder.find(this.#parts.query()));
  /** Key of the current options and query: when it changes, the rows are sorted again. */
  readonly #of = $derived.by(() => `${formatListOptions(this.choice)} ${this.#parts.query()}`);
  readonly #rows = $derived.by(() => (this.#held?.of === this.#of ? this.#held.rows : this.#live));

  constructor(account: Account, parts: Parts) {
    this.#account = account;
    this.#parts = parts;
  }

  /** Channels can be in the state they had when the rows were frozen: see `latest`. */
  get rows(): readonly Channel[] {
    return this.#rows;
  }

  /** Number of channels per scope, regardless of the query. */
  get totals(): Readonly<Record<ChannelScope, number>> {
    return this.#sifted.shows;
  }

  /** Computed lazily, when first read. */
  get counts(): FacetCounts {
    return this.#counts;
  }

  /** Whether any channels match the filters, regardless of the query. */
  get hasAny(): boolean {
    return this.#sifted.channels.length > 0;
  }

  latest(channel: Channel): Channel {
    return this.#account.channels.get(channel.stream_id) ?? channel;
  }

  /** Prepares the search index. */
  buildIndex(): void {
    this.#finder.buildIndex();
  }

  /** Freezes the rows while the user works in the list. */
  hold(): void {
    if (this.#held?.of !== this.#of) this.#held = { of: this.#of, rows: this.#live };
  }

  release(): void {
    this.#held = undefined;
  }

  #stand(): FacetContext {
    const account = this.#account;
    const { subscriptions, user_id } = account;
    // Read here, because what is remembered below is computed when a row is first looked at.
    void this.#groups;
    const holder = untrack(() => accountPermissions(account));
    void account.user(user_id);
    const posts = rememberedBy((channel: Channel) =>
      untrack(() => hasPostingPermission(holder, channel)),
    );
    const administers = rememberedBy((channel: Channel) =>
      untrack(() => canAdministerChannel(holder, channel)),
    );
    return {
      user_id,
      subscriptions,
      canPost: (channel) => {
        if (channel.is_archived) return false;
        const isSubscribed = subscriptions.has(channel.stream_id);
        if (!untrack(() => hasPostingAccess(holder, channel, isSubscribed))) return false;
        const { can_send_message_group: group, stream_post_policy: policy } = channel;
        return posts(group ?? `policy ${policy}`, channel);
      },
      canAdminister: (channel) => administers(channel.can_administer_channel_group, channel),
      defaults: this.#defaults,
      readable: this.#parts.readable(),
      ofOwner: this.#parts.ofOwner(),
    };
  }
}

/** Caches answers by key: most of ten thousand channels have the same one. */
function rememberedBy<T>(answer: (value: T) => boolean): (key: unknown, value: T) => boolean {
  const known = new Map<unknown, boolean>();
  return (key, value) => {
    let remembered = known.get(key);
    if (remembered === undefined) known.set(key, (remembered = answer(value)));
    return remembered;
  };
}
