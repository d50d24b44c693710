import type { Channel } from '../../api/channel';
import { levelOf } from '../../api/feature-level';
import type { User } from '../../api/user';
import type { Account } from '../../client/account/account.svelte';
import type { SearchCatalog } from '../../features/search/search-catalog';
import type { SuggestionSources } from '../../features/search/search-suggestions';
import { NameIndex } from '../../writing/recipients/name-index';
import { directMessagePartnersOf } from '../../writing/recipients/direct-message-partners';

/** Catalogs for search suggestions, each indexed once as long as its list stays the same. */
export class SearchSources {
  /** Topics of the channel in the query, newest first. */
  topics = $state.raw<readonly string[]>();

  readonly #level = $derived.by(() => levelOf(this.account.state));
  readonly #isWhole = $derived.by(() => this.account.state !== null);

  readonly #recentDirect = $derived.by(() => this.account.state?.recent_private_conversations);
  readonly #partners = $derived(directMessagePartnersOf(this.#recentDirect));

  constructor(private readonly account: Account) {}

  readonly known = $derived.by((): SearchCatalog => {
    // Reads only these parts of the state, because the state changes with each message.
    const { user_id, users, channels } = this.account;
    return { user_id, users, channels, level: this.#level, isWhole: this.#isWhole };
  });

  readonly #channels = $derived.by(
    () => new NameIndex<Channel>(this.account.channels.values(), ({ name }) => name),
  );
  readonly #people = $derived.by(
    () => new NameIndex<User>(this.account.users.values(), ({ full_name }) => full_name),
  );

  readonly all = $derived.by((): SuggestionSources => {
    const { subscriptions, user_id } = this.account;
    const partners = this.#partners;
    return {
      channels: this.#channels,
      people: this.#people,
      known: this.known,
      topics: this.topics,
      channelWeight: ({ stream_id, is_archived }: Channel) =>
        is_archived ? -1 : subscriptions.has(stream_id) ? 2 : 0,
      personWeight: (user: User) => {
        if (user.is_active === false) return -1;
        const nearness = partners.get(user.user_id);
        if (nearness !== undefined) return 3 + nearness;
        return user.is_bot ? 0 : user.user_id === user_id ? 2 : 1;
      },
    };
  });
}
