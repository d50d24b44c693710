import { untrack } from 'svelte';
import * as v from 'valibot';
import type { Channel } from '../../api/channel';
import type { Account } from '../../client/account/account.svelte';
import { NameOrder } from '../../writing/recipients/name-order';
import {
  defaultListOptions,
  formatListOptions,
  type ChannelListOptions,
  type ChannelScope,
} from './channel-list-options';
import { countFacets, filterChannels, type FacetCounts, type FacetContext } from './facets';
import { ChannelFinder, sortChannels } from './sort-and-find-channels';
import {
  canAdministerChannel,
  hasPostingAccess,
  hasPostingPermission,
} from '../../api/permissions/channel';
import { accountPermissions } from '../../writing/permissions/account-permissions';

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
    const parsed = v.safeParse(defaultsSchema, this.#defaultRows);
    if (!parsed.success) return undefined;
    return new Set(parsed.output.map((one) => (typeof one === 'number' ? one : one.stream_id)));
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
