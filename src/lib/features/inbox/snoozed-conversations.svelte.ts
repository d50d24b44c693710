import * as v from 'valibot';
import { useAccount, type Account } from '../../client/account/account.svelte';
import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { useAccountStores, type AccountStores } from '../../client/account/account-stores.svelte';
import type { SnoozeEntry } from './inbox-items';

const schema = v.array(v.object({ key: v.string(), until: v.number(), newest: v.number() }));
const name = 'put-off';
/** The earliest go first. */
const maxSnoozed = 500;

/** What is out of sight until later, on this device. */
export class SnoozedConversations {
  readonly #account: Account;
  #all = $state.raw<ReadonlyMap<string, SnoozeEntry>>(new Map());

  constructor(account: Account) {
    this.#account = account;
    const kept = v.safeParse(schema, readAccountStorage(account.id, name));
    if (kept.success) this.#all = new Map(kept.output.map((one) => [one.key, one]));
  }

  get all(): ReadonlyMap<string, SnoozeEntry> {
    return this.#all;
  }

  add(entries: readonly SnoozeEntry[]): void {
    this.#keep(new Map([...this.#all, ...entries.map((one) => [one.key, one] as const)]));
  }

  /** As it was before, where it was put off then. */
  restore(keys: readonly string[], before: ReadonlyMap<string, SnoozeEntry>): void {
    const next = new Map(this.#all);
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
    const bounded = open.sort((a, b) => a.until - b.until).slice(-maxSnoozed);
    this.#all = new Map(bounded.map((one) => [one.key, one]));
    writeAccountStorage(this.#account.id, name, bounded);
  }
}

/** The account's one. */
export const snoozedConversationsOf = (
  account: Account,
  rooms: AccountStores,
): SnoozedConversations =>
  rooms.getOrCreate(SnoozedConversations, () => new SnoozedConversations(account));

/** The account's one; to be asked for while a component starts. */
export const useSnoozedConversations = (): SnoozedConversations =>
  snoozedConversationsOf(useAccount(), useAccountStores());
