import type { DatabaseTransaction } from './store';

/** Called with a statement's text. The statement runs once the returned promise resolves. */
type BeforeStatement = (statement: string) => Promise<void> | void;

/** The part of a database driver's client that Drizzle calls to run statements. */
export interface StatementClient {
  query(statement: string | { readonly text: string }, ...rest: unknown[]): Promise<unknown>;
}

type OpenDrizzle = (client: StatementClient) => object;

interface Opened {
  readonly client: StatementClient;
  readonly open: OpenDrizzle;
}

const openings = new WeakMap<object, Opened>();

/** Drizzle over one client, which `open` creates. `instrumentTransaction` works on the result. */
export function openTransaction(client: StatementClient, open: OpenDrizzle): DatabaseTransaction {
  const tx = open(client) as DatabaseTransaction;
  openings.set(tx, { client, open });
  return tx;
}

/** What a transaction was opened with. */
export function openingOf(tx: DatabaseTransaction): Opened {
  const opened = openings.get(tx);
  if (!opened) throw new Error('not a transaction of a store');
  return opened;
}

/**
 * The same transaction, with `before` called before each statement. Statements run in the order in
 * which they were issued, even if the caller doesn't await each one.
 */
export function instrumentTransaction(
  tx: DatabaseTransaction,
  before: BeforeStatement,
): DatabaseTransaction {
  const { client, open } = openingOf(tx);
  return openTransaction(instrumentClient(client, before), open);
}

/** The same client, with `before` called before each statement. */
export function instrumentClient(
  client: StatementClient,
  before: BeforeStatement,
): StatementClient {
  /** No statement runs until this resolves. */
  let held: Promise<void> | undefined;
  return {
    query(statement, ...rest) {
      const wait = before(typeof statement === 'string' ? statement : statement.text);
      if (!wait && !held) return client.query(statement, ...rest);
      const turn = Promise.all([held, wait]).then(() => undefined);
      held = turn;
      return turn.then(() => {
        if (held === turn) held = undefined;
        return client.query(statement, ...rest);
      });
    },
  };
}
