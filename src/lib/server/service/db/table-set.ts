import { getTableName, type Table } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/** Tables that cached values are read from. */
export class TableSet {
  readonly #names: ReadonlySet<string>;
  /** The tables, and those they refer to: deleting a row there can delete rows here. */
  readonly #withParents: ReadonlySet<string>;

  constructor(...tables: readonly Table[]) {
    this.#names = new Set(tables.map(getTableName));
    this.#withParents = new Set([...withParents(tables)].map(getTableName));
  }

  /**
   * Whether a statement could change one of the tables. A statement of a kind that isn't known here
   * counts if it names one, so that it can't leave an old value cached.
   */
  isWrittenBy(statement: string): boolean {
    if (!isKnownKind(statement)) return this.#isNamedIn(statement);
    for (const [, verb = '', table = ''] of statement.matchAll(writing)) {
      const isDeletion = verb[0] === 'd' || verb[0] === 'D';
      if ((isDeletion ? this.#withParents : this.#names).has(table)) return true;
    }
    return false;
  }

  #isNamedIn(statement: string): boolean {
    return statement.split(/\W+/).some((word) => this.#withParents.has(word));
  }
}

const writing = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?(?:"?\w+"?\.)?"?(\w+)"?/gi;

function isKnownKind(statement: string): boolean {
  return (
    /^[\s(]*(?:select|with|insert|update|delete)\b/i.test(statement) &&
    !/\bmerge\b/i.test(statement)
  );
}

function withParents(tables: readonly Table[]): ReadonlySet<Table> {
  const found = new Set(tables);
  for (const table of found) {
    for (const key of getTableConfig(table as PgTable).foreignKeys) {
      found.add(key.reference().foreignTable);
    }
  }
  return found;
}
