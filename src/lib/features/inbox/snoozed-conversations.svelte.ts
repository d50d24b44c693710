import { on } from 'svelte/events';
import * as v from 'valibot';
import { useAccount, type Account } from '../../client/account/account.svelte';
import {
  accountStorageKey,
  readAccountStorage,
  writeAccountStorage,
} from '../../client/storage/account-storage';
import { useAccountStores, type AccountStores } from '../../client/account/account-stores.svelte';
import type { SnoozeEntry } from './inbox-items';

const schema = v.array(v.object({ key: v.string(), until: v.number(), newest: v.number() }));
export const snoozedStorageName = 'put-off';
/** When there are more, those that come back earliest are dropped. */
const maxSnoozed = 500;

/** Snoozed conversations, stored on this device. */
export class SnoozedConversations {
  readonly #account: Account;
  #all = $state.raw<ReadonlyMap<string, SnoozeEntry>>(new Map());

  constructor(account: Account) {
    this.#account = account;
    this.#read();
    const storageKey = accountStorageKey(account.id, snoozedStorageName);
    // Another tab has snoozed conversations.
    $effect(() => on(window, 'storage', ({ key }) => key === storageKey && this.#read()));
  }

  get all(): ReadonlyMap<string, SnoozeEntry> {
    return this.#all;
  }

  add(entries: readonly SnoozeEntry[]): void {
    this.#keep(new Map([...this.#all, ...entries.map((one) => [one.key, one] as const)]));
  }

  /** Resets these conversations to their state in `before`, snoozed or not. */
  restore(keys: readonly string[], before: ReadonlyMap<string, SnoozeEntry>): void {
    const next = new Map(this.#all);
    for (const key of keys) {
      const old = before.get(key);
      if (old) next.set(key, old);
      else next.delete(key);
    }
    this.#keep(next);
  }

  #read(): void {
    const kept = v.safeParse(schema, readAccountStorage(this.#account.id, snoozedStorageName));
    this.#all = new Map(kept.success ? kept.output.map((one) => [one.key, one]) : []);
  }

  #keep(all: ReadonlyMap<string, SnoozeEntry>): void {
    const now = Date.now() / 1000;
    const open = [...all.values()].filter(({ until }) => until > now);
    const bounded = open.sort((a, b) => a.until - b.until).slice(-maxSnoozed);
    this.#all = new Map(bounded.map((one) => [one.key, one]));
    writeAccountStorage(this.#account.id, snoozedStorageName, bounded);
  }
}

/** The account's instance. */
export const snoozedConversationsOf = (
  account: Account,
  stores: AccountStores,
): SnoozedConversations =>
  stores.getOrCreate(SnoozedConversations, () => new SnoozedConversations(account));

/** The account's instance. Call during component initialization. */
export const useSnoozedConversations = (): SnoozedConversations =>
  snoozedConversationsOf(useAccount(), useAccountStores());
