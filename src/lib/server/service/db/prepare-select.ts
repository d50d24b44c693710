import type { Query } from 'drizzle-orm';
import { PgDatabase, PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { DatabaseTransaction } from './store';

type Prepare = DatabaseTransaction['_']['session']['prepareQuery'];
type Arguments = Parameters<Prepare>;

interface Select<Row> extends PromiseLike<Row[]> {
  prepare(name: string): unknown;
}

/**
 * A `select` whose text is made once and not for every request, for those that are asked for most. Its
 * values are `sql.placeholder(name)`; joins are not supported.
 */
export function prepareSelect<Row>(
  build: (tx: Pick<DatabaseTransaction, 'select'>) => Select<Row>,
): (tx: DatabaseTransaction, values: Record<string, unknown>) => Promise<Row[]> {
  const built = new Capture().statementOf(build);
  return (tx, values) =>
    tx._.session.prepareQuery(...built).execute(values) as unknown as Promise<Row[]>;
}

const dialect = new PgDialect();

/** Takes down what would be prepared. */
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
    // What `prepare` does with the result is of no use here.
    return { setToken: () => undefined } as never;
  }

  override transaction(): never {
    throw new Error('Nothing runs here.');
  }
}
