import type { ApiOperation, ParsedOf, ResultOf } from '$lib/api/define-operation';
import type { OperationTable } from '$lib/api/operations';
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

/**
 * The part of a response that must not hold a transaction: waiting for events, or hashing a
 * password.
 */
export class AfterCommit<Result> {
  constructor(
    readonly run: (outside: AfterCommitDeps) => Promise<Result | DeferredResult<Result>>,
  ) {}
}

/**
 * Answers without a transaction from what this process knows. Returns null immediately if the
 * handler has to run.
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
  /** Null if this server can't send push notifications. */
  readonly push: PushSender | null;
  /** `polls.wakeCount()` from before the transaction began. */
  readonly wakeCount: number;
}

/** A handler of an operation without a result can return nothing. */
type NoResult<Result> = Record<never, never> extends Result ? void : never;

export type OperationHandler<O extends ApiOperation> = (
  context: ContextOf<O>,
  params: ParsedOf<O>,
) => Promise<ResultOf<O> | AfterCommit<ResultOf<O>> | NoResult<ResultOf<O>>>;

export type OperationHandlers = {
  readonly [Id in keyof OperationTable]: OperationHandler<OperationTable[Id]>;
};
