import * as v from 'valibot';
import { useAccount, type Account } from '../../client/account.svelte';
import { readMemory, writeMemory } from '../../client/memory';
import { useRooms, type AccountRooms } from '../../client/rooms.svelte';
import type { PutOff } from './sections';

const schema = v.array(v.object({ key: v.string(), until: v.number(), newest: v.number() }));
const name = 'put-off';
/** The earliest go first. */
const most = 500;

/** What is out of sight until later, on this device. */
export class PutOffs {
  readonly #account: Account;
  #all = $state.raw<ReadonlyMap<string, PutOff>>(new Map());

  constructor(account: Account) {
    this.#account = account;
    const kept = v.safeParse(schema, readMemory(account.id, name));
    if (kept.success) this.#all = new Map(kept.output.map((one) => [one.key, one]));
  }

  get all(): ReadonlyMap<string, PutOff> {
    return this.#all;
  }

  put(entries: readonly PutOff[]): void {
    this.#keep(new Map([...this.#all, ...entries.map((one) => [one.key, one] as const)]));
  }

  /** As it was before, where it was put off then. */
  bringBack(keys: readonly string[], before: ReadonlyMap<string, PutOff>): void {
    const next = new Map(this.#all);
    for (const key of keys) {
      const old = before.get(key);
      if (old) next.set(key, old);
      else next.delete(key);
    }
    this.#keep(next);
  }

  #keep(all: ReadonlyMap<string, PutOff>): void {
    const now = Date.now() / 1000;
    const open = [...all.values()].filter(({ until }) => until > now);
    const bounded = open.sort((a, b) => a.until - b.until).slice(-most);
    this.#all = new Map(bounded.map((one) => [one.key, one]));
    writeMemory(this.#account.id, name, bounded);
  }
}

/** The account's one. */
export const putOffsOf = (account: Account, rooms: AccountRooms): PutOffs =>
  rooms.one(PutOffs, () => new PutOffs(account));

/** The account's one; to be asked for while a component starts. */
export const usePutOffs = (): PutOffs => putOffsOf(useAccount(), useRooms());
