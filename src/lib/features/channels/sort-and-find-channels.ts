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
 * Channels that are in order of their names, as `sort` has them: most first. By name those that are
 * pinned come first.
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
  /** With the description after it. */
  readonly all: string;
}

const foldedOf = new WeakMap<Channel, FoldedChannel>();

/** What is looked for in a channel; kept as long as that stays as it is. */
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
 * How well a channel fits that has all words. 5: it is the name; 4: begins it; 3: begins a word of
 * it; 2: is in it; 1: its words are in it; 0: some are in the description.
 */
function fitOf(wanted: string, words: readonly string[], channel: Channel): number {
  const { name } = foldedText(channel);
  const place = matchRank(wanted, name);
  if (place > 0) return wanted === name ? 5 : place + 1;
  return words.every((word) => name.includes(word)) ? 1 : 0;
}

/** Results that are kept for when a letter is taken back. */
const maxCachedQueries = 24;

/** Looks for what is typed in channels, which stay as they come among equals. */
export class ChannelFinder {
  /** Those that have all words, by what is typed. */
  readonly #kept = new Map<string, readonly Channel[]>();

  constructor(private readonly channels: readonly Channel[]) {}

  /** Reads all texts once, so that the first letter need not. */
  buildIndex(): void {
    this.channels.forEach(foldedText);
  }

  /** Best first. */
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

  /** Whatever has more letters is among those that have fewer. */
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
