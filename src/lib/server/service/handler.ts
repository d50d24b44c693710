import type { Operation, ParsedOf, ResultOf } from '$lib/api/define';
import type { Context } from './context';
import type { realmExports } from './db/schema/exports';
import type { Polls } from './events/polls';
import type { Later } from './later';
import type { Mailer } from './mail';
import type { Realm, User } from './model';
import type { Push } from './relay/push';
import type { LoginLimit } from './rate-limits';
import type { Files } from './storage/files';

export type ContextOf<O extends Operation> = O['access'] extends 'anyone'
  ? Context<null, Realm | null>
  : Context;

/** The rest of an answer that must not hold a transaction: waiting for events, hashing a password. */
export class AfterCommit<Result> {
  constructor(readonly run: (outside: Outside) => Promise<Result | Later<Result>>) {}
}

/**
 * Answers without a transaction what this process knows, or says at once, by null, that the handler
 * has to be asked.
 */
export type FromMemory<O extends Operation> = (
  user: User,
  params: ParsedOf<O>,
  outside: Outside,
) => Promise<ResultOf<O> | Later<ResultOf<O>>> | null;

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
}

export type Handler<O extends Operation> = (
  context: ContextOf<O>,
  params: ParsedOf<O>,
) => Promise<ResultOf<O> | AfterCommit<ResultOf<O>>>;
