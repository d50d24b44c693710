import type { ApiOperation, ParsedOf, ResultOf } from '$lib/api/define-operation';
import type { ServiceContext } from './context';
import type { realmExports } from './db/schema/exports';
import type { PollRegistry } from './events/polls';
import type { DeferredResult } from './deferred';
import type { MailQueue } from './mail';
import type { RealmRow, UserRow } from './model';
import type { PushSender } from './relay/push';
import type { LoginLimit } from './rate-limits';
import type { ServiceFiles } from './storage/files';

export type ContextOf<O extends ApiOperation> = O['access'] extends 'anyone'
  ? ServiceContext<null, RealmRow | null>
  : ServiceContext;

/** The rest of an answer that must not hold a transaction: waiting for events, hashing a password. */
export class AfterCommit<Result> {
  constructor(
    readonly run: (outside: AfterCommitDeps) => Promise<Result | DeferredResult<Result>>,
  ) {}
}

/**
 * Answers without a transaction what this process knows, or says at once, by null, that the handler
 * has to be asked.
 */
export type InMemoryHandler<O extends ApiOperation> = (
  user: UserRow,
  params: ParsedOf<O>,
  outside: AfterCommitDeps,
) => Promise<ResultOf<O> | DeferredResult<ResultOf<O>>> | null;

export interface AfterCommitDeps {
  readonly polls: PollRegistry;
  readonly exports: { start(row: typeof realmExports.$inferSelect): void };
  readonly files: ServiceFiles;
  readonly logins: LoginLimit;
  readonly mailer: MailQueue;
  /** Null where notifications cannot leave this server. */
  readonly push: PushSender | null;
  /** What `polls.mark()` said before the transaction began. */
  readonly wakeCount: number;
}

export type OperationHandler<O extends ApiOperation> = (
  context: ContextOf<O>,
  params: ParsedOf<O>,
) => Promise<ResultOf<O> | AfterCommit<ResultOf<O>>>;
