import type { Query, SQL } from 'drizzle-orm';
import {
  PgDatabase,
  PgDialect,
  PgSession,
  type PgPreparedQuery,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type { Tx } from './store';

/** Is told the text of a statement; the statement runs when what it returns has resolved. */
type Before = (statement: string) => Promise<void> | void;

const dialect = new PgDialect();

/** The same transaction, of which `before` is told each statement before it runs. */
export function watched(tx: Tx, before: Before): Tx {
  const session = new WatchedSession(tx._.session, before);
  return new PgDatabase(dialect, session, undefined) as unknown as Tx;
}

type Session = Tx['_']['session'];
type Rest = Parameters<Session['prepareQuery']> extends [Query, ...infer R] ? R : never;

class WatchedSession extends PgSession {
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
    prepared.execute = async (...values) => {
      await this.before(query.sql);
      return execute(...values);
    };
    return prepared;
  }

  override async all<T>(statement: SQL): Promise<T[]> {
    await this.before(dialect.sqlToQuery(statement).sql);
    return this.session.all<T>(statement);
  }

  override async count(statement: SQL): Promise<number> {
    await this.before(dialect.sqlToQuery(statement).sql);
    return this.session.count(statement);
  }

  override transaction(): never {
    throw new Error('A watched transaction holds no others.');
  }
}
