import { readAccountStorage, writeAccountStorage } from '../../client/storage/account-storage';
import { formatQuery, maxQueryLength, parseQuery } from './query-grammar';

const memory = 'searches';
const maxRecent = 20;

/** Recent searches on this device, newest first. Deleted on sign-out. */
export class RecentSearches {
  #all = $state.raw<readonly string[]>([]);

  constructor(private readonly account: string) {
    const kept = readAccountStorage(account, memory);
    this.#all = (Array.isArray(kept) ? kept : [])
      .filter((one): one is string => typeof one === 'string' && one.length <= maxQueryLength)
      .slice(0, maxRecent);
  }

  get all(): readonly string[] {
    return this.#all;
  }

  /** A search that adds to the previous one replaces it. */
  add(query: string): void {
    const parts = new Set(partsOf(query));
    const [last] = this.#all;
    const isMore = last !== undefined && partsOf(last).every((part) => parts.has(part));
    const others = this.#all.slice(isMore ? 1 : 0).filter((one) => one !== query);
    this.#keep([query, ...others]);
  }

  forget(query: string): void {
    this.#keep(this.#all.filter((one) => one !== query));
  }

  /** Restores an earlier list. */
  replace(all: readonly string[]): void {
    this.#keep(all);
  }

  #keep(all: readonly string[]): void {
    this.#all = all.slice(0, maxRecent);
    writeAccountStorage(this.account, memory, this.#all);
  }
}

function partsOf(query: string): readonly string[] {
  return parseQuery(query).flatMap((one) =>
    one.operator === 'search' && !one.negated ? one.operand.split(' ') : formatQuery([one]),
  );
}
