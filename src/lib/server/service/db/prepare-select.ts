import type { Query } from 'drizzle-orm';
import { PgDatabase, PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { DatabaseTransaction } from './store';

type Prepare = DatabaseTransaction['_']['session']['prepareQuery'];
type Arguments = Parameters<Prepare>;

interface Select<Row> extends PromiseLike<Row[]> {
  prepare(name: string): unknown;
}

/**
 * A `select` whose SQL is built once instead of per request, for the most frequent ones. Pass
 * values with `sql.placeholder(name)`. Joins are not supported.
 */
export function prepareSelect<Row>(
  build: (tx: Pick<DatabaseTransaction, 'select'>) => Select<Row>,
): (tx: DatabaseTransaction, values: Record<string, unknown>) => Promise<Row[]> {
  const built = new Capture().statementOf(build);
  return (tx, values) =>
    tx._.session.prepareQuery(...built).execute(values) as unknown as Promise<Row[]>;
}

const dialect = new PgDialect();

/** Captures the arguments of `prepareQuery`. */
class Capture extends PgSession {
  #found: Arguments | undefined;

  constructor() {
    super(dialect);
  }

  statementOf(build: (tx: DatabaseTransaction) => Select<unknown>): Arguments {
    const tx = new PgDatabase(dialect, this, undefined) as unknown as DatabaseTransaction;
    build(tx).prepare('');
    return this.#found!;
  }

  override prepareQuery(query: Query, ...rest: unknown[]): never {
    const [fields, , ...others] = rest;
    this.#found = [query, fields, undefined, ...others] as unknown as Arguments;
    // The result isn't used, so this only satisfies `prepare`.
    return { setToken: () => undefined } as never;
  }

  override transaction(): never {
    throw new Error('Nothing runs here.');
  }
}
