import { untrack } from 'svelte';
import * as v from 'valibot';
import { getLocale } from '$lib/paraglide/runtime';
import { hasParameter } from '../../api/feature-level';
import { getUsers } from '../../api/users';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import {
  parseProfileFields,
  profileLines,
  type ProfileLine,
  type ProfileValues,
} from '../../writing/people/profile-lines';
import { foldName } from '../../writing/recipients/rank-by-name';
import { matchingProfileLine, type DirectoryEntry } from './people-directory';

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

/** The account's instance. Call during component initialization. */
export function useProfiles(): Profiles {
  const account = useAccount();
  return useAccountStores().getOrCreate(Profiles, () => new Profiles(account));
}
