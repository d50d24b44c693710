import { untrack } from 'svelte';
import { m } from '$lib/paraglide/messages';
import { ApiError, RequestFailure, UnsupportedOperation } from '../../api/errors';
import type { FormSubmission, SubmissionRequest } from '../../ui/form/form-submission';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { useAccount, type Account } from '../account/account.svelte';
import { errorMessage } from '../calls/error-table';
import { refusedParameter } from '../calls/refused-parameter';
import { runWhen } from '../run-when.svelte';
import { useToasts } from '../toasts';

type SubmissionState =
  | { readonly phase: 'idle' | 'pending' | 'done' }
  | {
      /** `unanswered`: no reply came, so it might have succeeded. */
      readonly phase: 'refused' | 'unanswered';
      readonly problem: string;
      readonly field: string | undefined;
      readonly failure: unknown;
    };

/** The account that a submission belongs to, and where its success is shown. */
interface SubmissionOwner {
  readonly account: Pick<Account, 'isStopped'>;
  readonly toasts: ToastQueue;
}

const idle: SubmissionState = { phase: 'idle' };

/**
 * What a dialog, form or button asks of the server, one attempt at a time. After a lost reply it
 * succeeds as soon as the state shows the change. Success is shown once, and only to the account
 * that asked.
 */
export class ServerSubmission implements FormSubmission {
  readonly #owner: SubmissionOwner | undefined;
  #state = $state.raw(idle);
  /** The attempt that `onDone` belongs to; another one, or none, once it was abandoned. */
  #attempt: object | undefined;
  /** Settles with the attempt under way. */
  #running: Promise<unknown> = Promise.resolve();
  /** An attempt got no reply, and nothing has shown since what became of it. */
  #mayHaveArrived = false;
  /** What the last attempt sent, as JSON. */
  #content: string | undefined;
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
    return this.#state.phase === 'pending';
  }

  get problem(): string {
    return 'problem' in this.#state ? this.#state.problem : '';
  }

  get field(): string | undefined {
    return 'field' in this.#state ? this.#state.field : undefined;
  }

  /** The error of the last attempt. */
  get failure(): unknown {
    return 'failure' in this.#state ? this.#state.failure : undefined;
  }

  /** The last attempt got no reply, so it might have succeeded. */
  get isUncertain(): boolean {
    return this.#state.phase === 'unanswered';
  }

  async submit(request: SubmissionRequest): Promise<boolean> {
    if (untrack(() => this.isPending)) return false;
    const attempt = {};
    this.#attempt = attempt;
    this.#isHidden = this.#isLeft;
    this.#stopWatching?.();
    const content = JSON.stringify(request.content);
    if (content !== this.#content) this.#mayHaveArrived = false;
    this.#content = content;
    // If it shows already, it can't tell whether this attempt arrives.
    const isTelling = request.isDone !== undefined && !untrack(request.isDone);
    this.#state = { phase: 'pending' };
    const running = this.#run(request, attempt, isTelling);
    this.#running = running;
    return running;
  }

  refuse(problem: string, field?: string): void {
    this.stopWaiting();
    this.#state = { phase: 'refused', problem, field, failure: undefined };
  }

  abandon(): void {
    this.#attempt = undefined;
    this.#isHidden = true;
    this.stopWaiting();
    if (untrack(() => this.#state.phase) !== 'pending') this.#state = idle;
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
    try {
      const reason = await request.send();
      if (typeof reason !== 'string') return this.#succeed(request, attempt);
      const field = request.refusedOf?.(undefined);
      this.#fail(attempt, { phase: 'refused', problem: reason, field, failure: undefined });
      return false;
    } catch (failure) {
      const isUnanswered = isOutcomeUnknown(failure);
      if (!isUnanswered && this.#mayHaveArrived) {
        const isDone = isTelling && untrack(() => request.isDone?.()) === true;
        if (isDone || (await request.findOut?.(failure)) === true) {
          return this.#succeed(request, attempt);
        }
      }
      const phase = isUnanswered ? 'unanswered' : 'refused';
      this.#mayHaveArrived ||= isUnanswered;
      this.#fail(attempt, { phase, ...problemOf(failure, request) });
      if (isTelling && this.#mayHaveArrived) this.#watch(request, attempt);
      return false;
    }
  }

  #fail(attempt: object, state: SubmissionState): void {
    this.#state = this.#attempt === attempt ? state : idle;
  }

  #watch(request: SubmissionRequest, attempt: object): void {
    if (this.#isLeft || this.#attempt !== attempt) return;
    this.#stopWatching = runWhen(
      () => request.isDone?.() === true,
      () => this.#succeed(request, attempt),
    );
  }

  #succeed(request: SubmissionRequest, attempt: object): boolean {
    const isAbandoned = this.#attempt !== attempt;
    this.#attempt = undefined;
    this.#mayHaveArrived = false;
    this.#state = isAbandoned ? idle : { phase: 'done' };
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
      ...(undo && { action: { label: m.ui_undo(), run: () => void this.#takeBack(undo()) } }),
    });
  }

  /** Waits for an attempt under way. A problem that no component shows is shown in a toast. */
  async #takeBack(request: SubmissionRequest): Promise<void> {
    while (this.isPending) await this.#running;
    const isHidden = this.#isHidden;
    if (this.#owner?.account.isStopped || (await this.submit(request))) return;
    this.#isHidden = isHidden;
    if (isHidden && this.problem) this.#owner?.toasts.show({ tone: 'danger', text: this.problem });
  }
}

/** For the current account. Call it during component initialization. */
export function useSubmission(): ServerSubmission {
  const submission = new ServerSubmission({ account: useAccount(), toasts: useToasts() });
  $effect(() => () => submission.leave());
  return submission;
}

/** Whether a failed request might have succeeded, because the server hasn't said otherwise. */
export function isOutcomeUnknown(failure: unknown): boolean {
  if (failure instanceof ApiError) return failure.status >= 500;
  return failure instanceof RequestFailure && !(failure instanceof UnsupportedOperation);
}

function problemOf(failure: unknown, request: SubmissionRequest) {
  const { fields = [], refusedOf, describe = errorMessage } = request;
  return {
    problem: describe(failure),
    field: refusedOf?.(failure) ?? refusedParameter(failure, fields),
    failure,
  };
}
