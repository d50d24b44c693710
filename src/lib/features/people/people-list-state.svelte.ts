import { untrack } from 'svelte';
import { getLocale } from '$lib/paraglide/runtime';
import { useAccount, type Account } from '../../client/account/account.svelte';
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
  matchingProfileLine,
} from './people-directory';
import * as v from 'valibot';
import { hasParameter } from '../../api/feature-level';
import { getUsers } from '../../api/users';
import { accountStore } from '../../client/account/account-stores.svelte';
import {
  parseProfileFields,
  profileLines,
  type ProfileLine,
  type ProfileValues,
} from '../../writing/people/profile-lines';
import { foldName } from '../../writing/recipients/rank-by-name';

/** People per request and per batch: this many ids fit into a URL. */
const maxUsersPerCall = 500;

type Values = ReadonlyMap<number, ProfileValues>;

const changeSchema = v.object({
  user_id: v.number(),
  custom_profile_field: v.object({
    id: v.number(),
    value: v.nullish(v.string()),
    rendered_value: v.optional(v.string()),
  }),
});

/**
 * Custom profile fields of all people, which the directory searches. Loaded on the first search, if
 * the organization has such fields.
 */
class Profiles {
  #isWanted = $state(false);
  #values = $state.raw<Values>(new Map());
  /** Case and accents folded, one line per field. */
  #texts = $state.raw<ReadonlyMap<number, string>>(new Map());
  readonly #account: Account;
  readonly #customFields = $derived.by(() => this.#account.state?.custom_profile_fields);
  readonly #fields = $derived.by(() => parseProfileFields(this.#customFields));

  constructor(account: Account) {
    this.#account = account;
    let queue = $state(0);
    $effect(() => untrack(() => account.onState(() => (queue += 1))));
    $effect(() => {
      void queue;
      if (!this.#isWanted || this.#fields.length === 0) return;
      const stop = new AbortController();
      untrack(() => void this.#read(stop.signal));
      return () => stop.abort();
    });
    $effect(() =>
      account.onEvents(['realm_user/update'], (events) =>
        events.forEach(({ person }) => this.#hear(person)),
      ),
    );
  }

  want(): void {
    this.#isWanted = true;
  }

  /**
   * Case and accents folded, one line per field; empty if unknown. The function is replaced when
   * more is loaded.
   */
  readonly textOf = $derived.by(() => {
    const texts = this.#texts;
    return (user_id: number): string => texts.get(user_id) ?? '';
  });

  /** The profile line that matches the query, or undefined if the name matches. */
  reason(entry: DirectoryEntry, query: string): string | undefined {
    const { user_id } = entry.person;
    const at = matchingProfileLine(entry, this.textOf(user_id), query);
    const line = at === undefined ? undefined : this.#lines(this.#values.get(user_id))[at];
    return line && `${line.name}: ${line.text}`;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const [values, texts] = [new Map<number, ProfileValues>(), new Map<number, string>()];
    try {
      for await (const members of this.#members(signal)) {
        for (const { user_id, profile_data } of members) {
          if (!profile_data) continue;
          values.set(user_id, profile_data);
          texts.set(user_id, this.#textOf(profile_data));
        }
      }
    } catch {
      // Retried when the query changes.
      if (!signal.aborted) this.#isWanted = false;
      return;
    }
    [this.#values, this.#texts] = [values, texts];
  }

  /** Loads everyone in batches, so that the page responds to keys in between. */
  async *#members(signal: AbortSignal) {
    const account = this.#account;
    const params = { include_custom_profile_fields: true, client_gravatar: true };
    if (hasParameter(getUsers, 'user_ids', account.state)) {
      const ids = [...account.users.keys()];
      for (let at = 0; at < ids.length; at += maxUsersPerCall) {
        const user_ids = ids.slice(at, at + maxUsersPerCall);
        yield (await account.call(getUsers, { ...params, user_ids }, { signal })).members;
      }
      return;
    }
    const { members } = await account.call(getUsers, params, { signal });
    for (let at = 0; at < members.length; at += maxUsersPerCall) {
      await new Promise((done) => setTimeout(done));
      if (signal.aborted) return;
      yield members.slice(at, at + maxUsersPerCall);
    }
  }

  #hear(person: unknown): void {
    const change = v.safeParse(changeSchema, person);
    if (!change.success) return;
    const { user_id, custom_profile_field: field } = change.output;
    const values = { ...this.#values.get(user_id), [field.id]: field };
    this.#values = new Map(this.#values).set(user_id, values);
    this.#texts = new Map(this.#texts).set(user_id, this.#textOf(values));
  }

  #textOf(values: ProfileValues): string {
    const lines = untrack(() => this.#lines(values));
    return lines.map(({ text }) => foldName(text).replaceAll('\n', ' ')).join('\n');
  }

  #lines(values: ProfileValues = {}): readonly ProfileLine[] {
    const nameOf = (id: number) => this.#account.user(id)?.full_name;
    return profileLines(this.#fields, values, { nameOf, locale: getLocale() });
  }
}

const useProfiles = accountStore(({ account }) => new Profiles(account));

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
