import type { Operation, ParsedOf, ResultOf } from '$lib/api/define';
import type { Context } from './context';
import type { realmExports } from './db/schema/exports';
import type { Polls } from './events/polls';
import type { Mailer } from './mail';
import type { Realm } from './model';
import type { Push } from './relay/push';
import type { LoginLimit } from './rate-limits';
import type { Files } from './storage/files';

export type ContextOf<O extends Operation> = O['access'] extends 'anyone'
  ? Context<null, Realm | null>
  : Context;

/** The rest of an answer that must not hold a transaction: waiting for events, hashing a password. */
export class AfterCommit<Result> {
  constructor(readonly run: (outside: Outside) => Promise<Result>) {}
}

export interface Outside {
  readonly polls: Polls;
  readonly exports: { start(row: typeof realmExports.$inferSelect): void };
  readonly files: Files;
  readonly logins: LoginLimit;
  readonly mailer: Mailer;
  /** Null where notifications cannot leave this server. */
  readonly push: Push | null;
  /** What `polls.mark()` said before the transaction began. */
  readonly mark: number;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

export type Handler<O extends Operation> = (
  context: ContextOf<O>,
  params: ParsedOf<O>,
) => Promise<ResultOf<O> | AfterCommit<ResultOf<O>>>;
