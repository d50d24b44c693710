import * as v from 'valibot';
import { AccountValue } from '../../client/storage/account-value.svelte';
import { formatQuery, maxQueryLength, parseQuery } from './query-grammar';

const maxRecent = 20;
const schema = v.array(v.pipe(v.string(), v.maxLength(maxQueryLength)));

/** Recent searches on this device, newest first. Deleted on sign-out. */
export class RecentSearches {
  readonly #stored: AccountValue<readonly string[]>;

  constructor(account: string) {
    this.#stored = new AccountValue<readonly string[]>(account, 'searches', schema, []);
  }

  get all(): readonly string[] {
    return this.#stored.current;
  }

  /** A search that adds to the previous one replaces it. */
  add(query: string): void {
    const parts = new Set(partsOf(query));
    const [last] = this.all;
    const isMore = last !== undefined && partsOf(last).every((part) => parts.has(part));
    const others = this.all.slice(isMore ? 1 : 0).filter((one) => one !== query);
    this.#keep([query, ...others]);
  }

  forget(query: string): void {
    this.#keep(this.all.filter((one) => one !== query));
  }

  /** Restores an earlier list. */
  replace(all: readonly string[]): void {
    this.#keep(all);
  }

  #keep(all: readonly string[]): void {
    this.#stored.set(all.slice(0, maxRecent));
  }
}

function partsOf(query: string): readonly string[] {
  return parseQuery(query).flatMap((one) =>
    one.operator === 'search' && !one.negated ? one.operand.split(' ') : formatQuery([one]),
  );
}
