import type { Channel, Subscription } from '../../api/channel';
import { foldName, matchRank } from '../../writing/recipients/rank-by-name';
import type { ChannelSort } from './channel-list-options';

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
