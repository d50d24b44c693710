/** The latest change of a key, and the changes before it. Null means deleted. */
interface Link<T> {
  readonly key: string;
  readonly value: T | null;
  readonly before: Link<T> | null;
}

/** A map before it was copied, and its changes up to the copy. */
interface Past<T> {
  readonly base: ReadonlyMap<string, T>;
  readonly chain: Link<T> | null;
}

/** Changes to collect before the whole map is copied. */
const maxChain = 32;
/** Up to this size, a map is copied instead of read through its changes. */
const few = 128;

/**
 * An immutable map: `with` returns a new one that shares unchanged entries. A `Map` holds the base
 * entries, and a short linked list holds the changes since, so that a change costs the same with
 * ten drafts as with ten thousand.
 */
export class ImmutableMap<T> implements ReadonlyMap<string, T> {
  private constructor(
    private base: ReadonlyMap<string, T>,
    private chain: Link<T> | null,
    private length: number,
    readonly size: number,
    private past: Past<T> | null = null,
  ) {}

  /** Creates a map of the entries that are not null. */
  static of<T>(entries: Iterable<readonly [string, T | null]> = []): ImmutableMap<T> {
    const base = new Map<string, T>();
    for (const [key, value] of entries) if (value !== null) base.set(key, value);
    return new ImmutableMap(base, null, 0, base.size);
  }

  /** Null deletes an entry. */
  with(changes: ReadonlyMap<string, T | null>): ImmutableMap<T> {
    if (changes.size === 0) return this;
    if (this.length + changes.size > maxChain) {
      const base = this.copy();
      for (const [key, value] of changes) change(base, key, value);
      const past =
        changes.size > maxChain ? null : { base: this.base, chain: this.linked(changes) };
      return new ImmutableMap(base, null, 0, base.size, past);
    }
    let { size } = this;
    for (const [key, value] of changes) {
      size += (value === null ? 0 : 1) - (this.has(key) ? 1 : 0);
    }
    const length = this.length + changes.size;
    return new ImmutableMap(this.base, this.linked(changes), length, size, this.past);
  }

  /**
   * Keys that changed between `older` and this map, even if their values are the same in the end.
   * Null if unknown: `older` is not an ancestor, or a distant one, or the map is very small.
   */
  changedSince(older: ImmutableMap<T>): ReadonlySet<string> | null {
    const keys = new Set<string>();
    if (older.base === this.base) return collect(keys, this.chain, older.chain);
    if (older.base !== this.past?.base) return null;
    const near = collect(keys, this.chain, null);
    return near && collect(keys, this.past.chain, older.chain);
  }

  get(key: string): T | undefined {
    for (let link = this.chain; link; link = link.before) {
      if (link.key === key) return link.value ?? undefined;
    }
    return this.base.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  keys(): MapIterator<string> {
    return this.settle() ? this.base.keys() : this.walk((key) => key);
  }

  values(): MapIterator<T> {
    return this.settle() ? this.base.values() : this.walk((_key, value) => value);
  }

  entries(): MapIterator<[string, T]> {
    return this.settle() ? this.base.entries() : this.walk((key, value) => [key, value]);
  }

  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries();
  }

  forEach(callback: (value: T, key: string, map: ReadonlyMap<string, T>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }

  /** Folds the changes into one map if that is cheap. The contents stay the same. */
  private settle(): boolean {
    if (this.chain && this.base.size <= few) {
      this.base = this.copy();
      this.chain = null;
      this.length = 0;
      this.past = null;
    }
    return this.chain === null;
  }

  private linked(changes: ReadonlyMap<string, T | null>): Link<T> | null {
    let { chain } = this;
    for (const [key, value] of changes) chain = { key, value, before: chain };
    return chain;
  }

  private copy(): Map<string, T> {
    const base = new Map(this.base);
    const links: Link<T>[] = [];
    for (let link = this.chain; link; link = link.before) links.push(link);
    for (const { key, value } of links.reverse()) change(base, key, value);
    return base;
  }

  private *walk<R>(pick: (key: string, value: T) => R): Generator<R, undefined, unknown> {
    const changed = new Map<string, T | null>();
    for (let link = this.chain; link; link = link.before) {
      if (!changed.has(link.key)) changed.set(link.key, link.value);
    }
    for (const [key, old] of this.base) {
      const value = changed.get(key);
      if (value !== null) yield pick(key, value ?? old);
    }
    for (const [key, value] of changed) {
      if (value !== null && !this.base.has(key)) yield pick(key, value);
    }
    return undefined;
  }
}

function change<T>(map: Map<string, T>, key: string, value: T | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

/** Adds the keys of the links from `from` back to `until`. Null if `until` is not among them. */
function collect<T>(
  keys: Set<string>,
  from: Link<T> | null,
  until: Link<T> | null,
): Set<string> | null {
  for (let link = from; link !== until; link = link.before) {
    if (!link) return null;
    keys.add(link.key);
  }
  return keys;
}
