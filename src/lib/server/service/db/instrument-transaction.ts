import type { Query, SQL } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgSession,
  type PgPreparedQuery,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type { DatabaseTransaction } from './store';

/** Is told the text of a statement; the statement runs when what it returns has resolved. */
type Before = (statement: string) => Promise<void> | void;

const dialect = new PgDialect();

/**
 * The same transaction, of which `before` is told each statement before it runs. Statements run in the
 * order in which they are asked for, also where nobody waits for the one before.
 */
export function instrumentTransaction(
  tx: DatabaseTransaction,
  before: Before,
): DatabaseTransaction {
  const session = new WatchedSession(tx._.session, before);
  return new PgDatabase(dialect, session, undefined) as unknown as DatabaseTransaction;
}

type Session = DatabaseTransaction['_']['session'];
type Rest = Parameters<Session['prepareQuery']> extends [Query, ...infer R] ? R : never;

class WatchedSession extends PgSession {
  /** Until it has resolved, no statement runs. */
  #held: Promise<void> | undefined;

  constructor(
    private readonly session: Session,
    private readonly before: Before,
  ) {
    super(dialect);
  }

  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    query: Query,
    ...rest: Rest
  ): PgPreparedQuery<T> {
    const prepared = this.session.prepareQuery<T>(query, ...rest);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (...values) => this.#inTurn(query.sql, () => execute(...values));
    return prepared;
  }

  override all<T>(statement: SQL): Promise<T[]> {
    return this.#inTurn(dialect.sqlToQuery(statement).sql, () => this.session.all<T>(statement));
  }

  override count(statement: SQL): Promise<number> {
    return this.#inTurn(dialect.sqlToQuery(statement).sql, () => this.session.count(statement));
  }

  /** At once, but never before one that was asked for earlier. */
  #inTurn<T>(text: string, run: () => Promise<T>): Promise<T> {
    const before = this.before(text);
    if (!before && !this.#held) return run();
    const held = Promise.all([this.#held, before]).then(() => undefined);
    this.#held = held;
    return held.then(() => {
      if (this.#held === held) this.#held = undefined;
      return run();
    });
  }

  override transaction(): never {
    throw new Error('A watched transaction holds no others.');
  }
}
