import { AsyncLocalStorage } from 'node:async_hooks';
import { openingOf, type StatementClient } from './instrument-transaction';
import type { DatabaseTransaction } from './store';

interface Select<Row> extends PromiseLike<Row[]> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> };
}

/** The client of the transaction for which a prepared `select` runs. */
const current = new AsyncLocalStorage<StatementClient>();
const client: StatementClient = {
  query: (...given) => current.getStore()!.query(...given),
};

/**
 * A `select` whose SQL is built once instead of per request, for the most frequent ones. Pass
 * values with `sql.placeholder(name)`.
 */
export function prepareSelect<Row>(
  build: (tx: Pick<DatabaseTransaction, 'select'>) => Select<Row>,
): (tx: DatabaseTransaction, values: Record<string, unknown>) => Promise<Row[]> {
  /** By driver, because each reads values in its own way. */
  const prepared = new Map<unknown, ReturnType<Select<Row>['prepare']>>();
  return (tx, values) => {
    const opened = openingOf(tx);
    let select = prepared.get(opened.open);
    if (!select) {
      select = build(opened.open(client) as DatabaseTransaction).prepare('');
      prepared.set(opened.open, select);
    }
    const ready = select;
    return current.run(opened.client, () => ready.execute(values));
  };
}
