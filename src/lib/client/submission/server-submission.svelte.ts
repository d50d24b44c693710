import { untrack } from 'svelte';
import { ApiError, RequestFailure, UnsupportedOperation } from '../../api/errors';
import type { FormSubmission, SubmissionRequest } from '../../ui/form/form-submission';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { Account } from '../account/account.svelte';
import { errorMessage } from '../calls/error-table';
import { refusedParameter } from '../calls/refused-parameter';
import { runWhen } from '../run-when.svelte';

/** `unanswered`: no reply came, so it might have succeeded. */
type SubmissionPhase = 'idle' | 'pending' | 'done' | 'refused' | 'unanswered';

interface SubmissionFailure {
  readonly failure?: unknown;
  readonly problem: string;
  readonly field: string | undefined;
}

/** The account that a submission belongs to, and where its success is shown. */
interface SubmissionOwner {
  readonly account: Pick<Account, 'isStopped'>;
  readonly toasts: ToastQueue;
}

const noFailure: SubmissionFailure = { problem: '', field: undefined };

/**
 * What a dialog, form or button asks of the server, one attempt at a time. After a lost reply it
 * succeeds as soon as the state shows the change. Success is shown once, and only to the account
 * that asked.
 */
export class ServerSubmission implements FormSubmission {
  readonly #owner: SubmissionOwner | undefined;
  #phase = $state<SubmissionPhase>('idle');
  #problem = $state('');
  #field = $state<string>();
  #failure = $state.raw<unknown>();
  /** The attempt that `onDone` belongs to; another one, or none, once it was abandoned. */
  #attempt: object | undefined;
  /** Settles with the attempt under way. */
  #running: Promise<unknown> = Promise.resolve();
  /** An attempt got no reply, and nothing has shown since what became of it. */
  #mayHaveArrived = false;
  /** What the last attempt sent, as JSON. */
  #content: string | undefined;
  /** The same of what waits for the attempt under way. */
  readonly #waiting = new Set<string | undefined>();
  #stopWatching: (() => void) | undefined;
  /** Its component is gone. */
  #isLeft = false;
  /** No component shows its problems. */
  #isHidden = false;

  /** Without an owner: for pages that need no account. */
  constructor(owner?: SubmissionOwner) {
    this.#owner = owner;
  }

  get isPending(): boolean {
    return this.#phase === 'pending';
  }

  get problem(): string {
    return this.#problem;
  }

  get field(): string | undefined {
    return this.#field;
  }

  /** The error that the last attempt threw. */
  get failure(): unknown {
    return this.#failure;
  }

  /** The last attempt got no reply, so it might have succeeded. */
  get isUncertain(): boolean {
    return this.#phase === 'unanswered';
  }

  async submit(request: SubmissionRequest): Promise<boolean> {
    const content = JSON.stringify(request.content);
    if (untrack(() => this.isPending)) {
      // Pressed twice.
      if (content === this.#content || this.#waiting.has(content)) return false;
      this.#waiting.add(content);
      while (untrack(() => this.isPending)) await this.#running;
      if (!this.#waiting.delete(content) || this.#owner?.account.isStopped) return false;
    }
    const attempt = {};
    this.#attempt = attempt;
    this.#isHidden = this.#isLeft;
    this.#stopWatching?.();
    if (content !== this.#content) this.#mayHaveArrived = false;
    this.#content = content;
    // If it shows already, it can't tell whether this attempt arrives.
    const isTelling = request.isDone !== undefined && !untrack(request.isDone);
    this.#show('pending');
    const running = this.#run(request, attempt, isTelling);
    this.#running = running;
    return running;
  }

  refuse(problem: string, field?: string): void {
    if (untrack(() => this.isPending)) return;
    this.stopWaiting();
    this.#show('refused', { problem, field });
  }

  abandon(): void {
    this.#attempt = undefined;
    this.#waiting.clear();
    this.#isHidden = true;
    this.stopWaiting();
    if (untrack(() => this.#phase) !== 'pending') this.#show('idle');
  }

  /** Stops waiting for the change, but keeps the problem: what was sent has been edited since. */
  stopWaiting(): void {
    this.#mayHaveArrived = false;
    this.#stopWatching?.();
  }

  /** Its component is being destroyed. */
  leave(): void {
    this.#isLeft = this.#isHidden = true;
    this.#stopWatching?.();
  }

  async #run(request: SubmissionRequest, attempt: object, isTelling: boolean): Promise<boolean> {
    let reason: unknown;
    try {
      reason = await request.send();
    } catch (failure) {
      return this.#onFailure(request, attempt, isTelling, failure);
    }
    const isOwnDoing = this.#mayHaveArrived && (await foundOut(request, reason));
    if (typeof reason !== 'string' || isOwnDoing) return this.#succeed(request, attempt);
    this.#fail(attempt, 'refused', { problem: reason, field: request.refusedOf?.(undefined) });
    return false;
  }

  async #onFailure(
    request: SubmissionRequest,
    attempt: object,
    isTelling: boolean,
    failure: unknown,
  ): Promise<boolean> {
    const isUnanswered = isOutcomeUnknown(failure);
    if (!isUnanswered && this.#mayHaveArrived) {
      const isDone = isTelling && untrack(() => request.isDone?.()) === true;
      if (isDone || (await foundOut(request, failure))) return this.#succeed(request, attempt);
    }
    this.#fail(attempt, isUnanswered ? 'unanswered' : 'refused', failureOf(failure, request));
    if (this.#attempt !== attempt) return false;
    this.#mayHaveArrived ||= isUnanswered;
    if (isTelling && this.#mayHaveArrived && !this.#isLeft) this.#watch(request, attempt);
    return false;
  }

  #show(phase: SubmissionPhase, { problem, field, failure } = noFailure): void {
    this.#phase = phase;
    this.#problem = problem;
    this.#field = field;
    this.#failure = failure;
  }

  #fail(attempt: object, phase: SubmissionPhase, failure: SubmissionFailure): void {
    if (this.#attempt === attempt) this.#show(phase, failure);
    else this.#show('idle');
  }

  #watch(request: SubmissionRequest, attempt: object): void {
    this.#stopWatching = runWhen(
      () => request.isDone?.() === true,
      () => this.#succeed(request, attempt),
    );
  }

  #succeed(request: SubmissionRequest, attempt: object): boolean {
    const isAbandoned = this.#attempt !== attempt;
    this.#attempt = this.#content = undefined;
    this.#mayHaveArrived = false;
    this.#show(isAbandoned ? 'idle' : 'done');
    if (this.#owner?.account.isStopped) return true;
    this.#tell(request);
    if (!isAbandoned) request.onDone?.();
    return true;
  }

  /** The only place that shows success and offers Undo. */
  #tell({ done, undo }: SubmissionRequest): void {
    if (done === undefined) return;
    const toast = typeof done === 'string' ? { text: done } : done;
    this.#owner?.toasts.show({
      key: toast.text,
      tone: 'success',
      ...toast,
      undo: undo && (() => this.#takeBack(undo())),
    });
  }

  /** Waits for an attempt under way. Throws or returns a problem that no component shows. */
  async #takeBack(request: SubmissionRequest): Promise<string | void> {
    while (this.isPending) await this.#running;
    const isHidden = this.#isHidden;
    if (await this.submit(request)) return undefined;
    this.#isHidden = isHidden;
    if (isHidden && this.failure instanceof Error) throw this.failure;
    return isHidden && this.problem !== '' ? this.problem : undefined;
  }
}

/** Whether a failed request might have succeeded, because the server hasn't said otherwise. */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (failure instanceof ApiError) return failure.status >= 500;
  return failure instanceof RequestFailure && !(failure instanceof UnsupportedOperation);
}

function failureOf(failure: unknown, request: SubmissionRequest): SubmissionFailure {
  const { fields = [], refusedOf, describe = errorMessage } = request;
  return {
    failure,
    problem: describe(failure),
    field: refusedOf?.(failure) ?? refusedParameter(failure, fields),
  };
}

async function foundOut({ findOut }: SubmissionRequest, failure: unknown): Promise<boolean> {
  try {
    return (await findOut?.(failure)) === true;
  } catch {
    return false;
  }
}
