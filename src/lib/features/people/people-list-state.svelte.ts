import { untrack } from 'svelte';
import { getLocale } from '$lib/paraglide/runtime';
import { useAccount } from '../../client/account/account.svelte';
import { ListController } from '../../ui/list/list-controller.svelte';
import { memberIdsOfGroups } from '../../writing/permissions/group-members';
import { lastSeenAt } from '../../writing/people/presence';
import {
  usePresenceTracker,
  type PresenceTracker,
} from '../../writing/people/presence-tracker.svelte';
import {
  directoryEntriesOf,
  findInDirectory,
  orderEntries,
  type DirectoryEntry,
  type DirectoryFacets,
  type DirectoryOrder,
} from './people-directory';
import { useProfiles } from './searchable-profiles.svelte';

/** A line that expands and collapses part of the list. */
export interface FoldLine {
  readonly key: string;
  readonly fold: 'muted' | 'gone';
  readonly count: number;
  readonly isOpen: boolean;
}

export type DirectoryLine = DirectoryEntry | FoldLine;

/**
 * The rows of the directory. Presence is frozen until it is refreshed, so rows don't move under the
 * pointer.
 */
export class PeopleListState {
  readonly #account = useAccount();
  readonly presences: PresenceTracker = usePresenceTracker();
  kind = $state<DirectoryFacets['kind']>('all');
  role = $state<number>();
  order = $state<DirectoryOrder>('name');
  /** The rows, with search and focus. */
  readonly list = new ListController<DirectoryLine>({
    rows: () => this.#rows,
    key: ({ key }) => key,
  });
  readonly #group: () => number | undefined;
  #unfolded = $state.raw<ReadonlySet<FoldLine['fold']>>(new Set());
  /** Incremented to reread who is online and when others were. */
  #lookupCount = $state(0);
  readonly #profiles = useProfiles();

  // Each keeps its identity while only other parts of the state change.
  readonly #users = $derived(this.#account.users);
  readonly #entries = $derived(directoryEntriesOf(this.#users.values(), getLocale()));
  readonly #mutedUsers = $derived(this.#account.state?.muted_users);
  readonly #muted = $derived(new Set(this.#mutedUsers?.map(({ id }) => id)));
  readonly #groups = $derived(this.#account.state?.realm_user_groups);
  readonly #members = $derived.by(() => {
    const group = this.#group();
    return group === undefined ? undefined : memberIdsOfGroups([group], this.#groups ?? []);
  });
  readonly #standing = $derived.by(() => {
    void this.#lookupCount;
    const { presences } = this;
    if (!presences.isKnown) return { here: new Set<number>(), lastSeen: () => 0 };
    return untrack(() => {
      const { lastSeen: seen } = presences;
      const ids = [...seen.keys()];
      return {
        here: new Set(ids.filter((id) => presences.of(id) === 'active')),
        lastSeen: (id: number) => lastSeenAt(seen.get(id)) ?? 0,
      };
    });
  });
  readonly #ordered = $derived(orderEntries(this.#entries, this.order, this.#standing));
  readonly #found = $derived.by(() => {
    const { kind, role } = this;
    return findInDirectory(
      this.#ordered,
      this.list.query,
      { kind, role, group: this.#members },
      { here: this.#standing.here, muted: this.#muted, profileOf: this.#profiles.textOf },
    );
  });
  readonly #rows = $derived.by((): readonly DirectoryLine[] => {
    const { shown, muted, gone } = this.#found;
    // If only collapsed people match, expand them.
    const isBare = shown.length === 0;
    return [
      ...shown,
      ...this.#folded('muted', muted, isBare),
      ...this.#folded('gone', gone, isBare && muted.length === 0),
    ];
  });

  constructor(group: () => number | undefined) {
    this.#group = group;
    $effect(() => {
      if (this.list.query.trim() !== '') this.#profiles.want();
    });
  }

  /** Number of people and bots listed, without collapsed ones. */
  get count(): number {
    return this.#found.shown.length;
  }

  /** A filter other than the search query hides some people. */
  get isNarrowed(): boolean {
    return this.kind !== 'all' || this.role !== undefined || this.#group() !== undefined;
  }

  /** Rereads who is online. */
  refreshPresence(): void {
    this.#lookupCount += 1;
  }

  unfold(fold: FoldLine['fold']): void {
    const next = new Set(this.#unfolded);
    if (!next.delete(fold)) next.add(fold);
    this.#unfolded = next;
  }

  /** The profile line that matches the query, or undefined if the name matches. */
  reason(entry: DirectoryEntry): string | undefined {
    return this.list.query.trim() === ''
      ? undefined
      : this.#profiles.reason(entry, this.list.query);
  }

  #folded(
    fold: FoldLine['fold'],
    all: readonly DirectoryEntry[],
    isBare: boolean,
  ): readonly DirectoryLine[] {
    if (all.length === 0) return [];
    const isOpen = isBare || this.#unfolded.has(fold);
    const line: FoldLine = { key: fold, fold, count: all.length, isOpen };
    return isOpen ? [line, ...all] : [line];
  }
}
