import type { Query, SQL } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgSession,
  type PgPreparedQuery,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type { DatabaseTransaction } from './store';

/** Called with a statement's text. The statement runs once the returned promise resolves. */
type Before = (statement: string) => Promise<void> | void;

const dialect = new PgDialect();

/**
 * Wraps a transaction so that `before` is called before each statement. Statements run in the order
 * in which they were issued, even if the caller doesn't await each one.
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
  /** No statement runs until this resolves. */
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

  /** Runs immediately, but never before a statement that was issued earlier. */
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
