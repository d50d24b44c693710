import type { Table } from 'drizzle-orm';
import { TableSet } from './table-set';

/** One kind of cached value, and the tables it is read from. */
export class CachedRead<Key, Value> {
  readonly tables: TableSet;
  /** Only carries the types of key and value. */
  declare readonly about: readonly [Key, Value];

  constructor(...tables: readonly Table[]) {
    this.tables = new TableSet(...tables);
  }
}

type AnyFact = CachedRead<unknown, unknown>;

/**
 * Values that one transaction has read, so that it doesn't read them again. A value is dropped as
 * soon as the transaction writes to one of its tables.
 */
export class ReadCache {
  readonly #known = new Map<AnyFact, Map<unknown, unknown>>();
  /** Values that never change, kept as long as the service runs. */
  readonly lasting: ReadCache;

  constructor(lasting?: ReadCache) {
    this.lasting = lasting ?? this;
  }

  get<Key, Value>(fact: CachedRead<Key, Value>, key: Key): Value | undefined {
    return this.#known.get(fact)?.get(key) as Value | undefined;
  }

  set<Key, Value>(fact: CachedRead<Key, Value>, key: Key, value: Value): void {
    const values = this.#known.get(fact);
    if (values) values.set(key, value);
    else this.#known.set(fact, new Map<unknown, unknown>([[key, value]]));
  }

  /** The cached value, or else what `load` returns. Doesn't cache `undefined`. */
  async getOrLoad<Key, Value>(
    fact: CachedRead<Key, Value>,
    key: Key,
    load: () => Promise<Value>,
  ): Promise<Value> {
    const known = this.get(fact, key);
    if (known !== undefined) return known;
    const value = await load();
    if (value !== undefined) this.set(fact, key, value);
    return value;
  }

  /** Call with each statement of the transaction before it runs. */
  invalidateFor(statement: string): void {
    for (const fact of this.#known.keys()) {
      if (fact.tables.isWrittenBy(statement)) this.#known.delete(fact);
    }
  }
}
