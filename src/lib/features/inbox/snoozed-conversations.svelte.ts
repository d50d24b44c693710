import * as v from 'valibot';
import type { Account } from '../../client/account/account.svelte';
import { AccountValue } from '../../client/storage/account-value.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
import type { SnoozeEntry } from './inbox-items';

const schema = v.array(v.object({ key: v.string(), until: v.number(), newest: v.number() }));
export const snoozedStorageName = 'put-off';
/** When there are more, those that come back earliest are dropped. */
const maxSnoozed = 500;

/** Snoozed conversations, stored on this device. */
export class SnoozedConversations {
  readonly #stored: AccountValue<readonly SnoozeEntry[]>;
  readonly all: ReadonlyMap<string, SnoozeEntry> = $derived.by(
    () => new Map(this.#stored.current.map((one) => [one.key, one])),
  );

  constructor({ id }: Account) {
    this.#stored = new AccountValue<readonly SnoozeEntry[]>(id, snoozedStorageName, schema, []);
    $effect(() => this.#stored.follow());
  }

  add(entries: readonly SnoozeEntry[]): void {
    this.#keep(new Map([...this.all, ...entries.map((one) => [one.key, one] as const)]));
  }

  /** Resets these conversations to their state in `before`, snoozed or not. */
  restore(keys: readonly string[], before: ReadonlyMap<string, SnoozeEntry>): void {
    const next = new Map(this.all);
    for (const key of keys) {
      const old = before.get(key);
      if (old) next.set(key, old);
      else next.delete(key);
    }
    this.#keep(next);
  }

  #keep(all: ReadonlyMap<string, SnoozeEntry>): void {
    const now = Date.now() / 1000;
    const open = [...all.values()].filter(({ until }) => until > now);
    this.#stored.set(open.sort((a, b) => a.until - b.until).slice(-maxSnoozed));
  }
}

export const useSnoozedConversations = accountStore(
  ({ account }) => new SnoozedConversations(account),
);
