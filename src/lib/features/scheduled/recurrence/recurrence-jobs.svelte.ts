import { SvelteMap } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import { ApiError } from '../../../api/errors';
import type { Account } from '../../../client/account/account.svelte';
import type { OutboxHandler } from '../../../client/outbox/outbox-handler';
import { setLongTimeout } from '../../../client/set-long-timeout';
import type { AccountRecords } from '../../../client/storage/account-records.svelte';
import { runExclusive } from '../../../client/tab-lock';
import { errorMessage } from '../../../client/calls/error-table';
import { isSignedOutFailure } from '../../../client/session/session';
import type { ToastQueue } from '../../../ui/toast-queue.svelte';
import { scheduledKind } from '../messages/outbox-kind';
import { timedFieldsOf } from '../../../writing/sending/timed-text';
import type { RecurrencePlan } from './recurrence-plans';
import type { Recurrence } from './recurrence-record';
import {
  inverseSteps,
  runSteps,
  type CompletedStep,
  type RecurrenceStep,
} from './recurrence-steps';

type What = 'create' | 'text' | 'times' | 'delete' | 'undo' | 'top-up';

/** Calls for a recurring message that are under way, or have stopped because one failed. */
export interface RecurrenceJob {
  readonly what: What;
  readonly total: number;
  readonly done: number;
  /** Seconds that the server asks to wait; 0 while running. */
  readonly wait: number;
  /** Why the job stopped, as a message for the user. */
  readonly failure: string | null;
}

export interface JobOrder {
  readonly what: What;
  /** Id of the recurrence; null if the messages have no rule. */
  readonly id: string | null;
  /** Text of the final toast, given the number of completed steps. */
  readonly doneText?: (count: number) => string;
  /** Runs before the steps are undone: restores the text as a draft. */
  readonly onUndo?: (() => void | Promise<void>) | undefined;
}

interface OpenJob extends JobOrder {
  readonly before: Recurrence | undefined;
  readonly done: CompletedStep[];
  left: readonly RecurrenceStep[];
  readonly total: number;
}

const seconds = () => Math.floor(Date.now() / 1000);
const pause = (length: number) => new Promise<void>((go) => setLongTimeout(length * 1000, go));

/**
 * Runs the steps of a change, one change of a recurring message at a time. A failure stops the job;
 * the user sees how many steps are done and can resume or undo it. Nothing throws.
 */
export class RecurrenceJobs {
  readonly #shown = new SvelteMap<string, RecurrenceJob>();
  readonly #open = new Map<string, OpenJob>();
  readonly #kind: OutboxHandler;

  constructor(
    private readonly account: Account,
    private readonly toasts: ToastQueue,
    private readonly store: AccountRecords<Recurrence>,
  ) {
    this.#kind = scheduledKind(account);
  }

  /** Runs `run` while no other tab changes recurring messages. */
  exclusive<T>(run: () => Promise<T>): Promise<T> {
    return runExclusive(`inkwell.series/${this.account.id}`, run);
  }

  get(key: string): RecurrenceJob | undefined {
    return this.#shown.get(key);
  }

  /**
   * `plan` runs once no other tab is changing recurring messages; without a plan nothing is done.
   * Resolves to true if all steps are done.
   */
  async start(key: string, order: JobOrder, plan: () => RecurrencePlan | null): Promise<boolean> {
    if (this.#shown.has(key)) return false;
    this.#show(key, { what: order.what, total: 0, done: 0 });
    return this.exclusive(async () => {
      const before = this.store.fresh(order.id);
      const planned = plan();
      if (!planned) {
        this.#shown.delete(key);
        return false;
      }
      const { recurrence } = planned;
      if (recurrence) this.store.put(recurrence.id, recurrence);
      const { steps } = planned;
      return this.#take(key, { ...order, before, done: [], left: steps, total: steps.length });
    });
  }

  /** Schedules further messages. Call it within the lock. */
  async extend(key: string, series: Recurrence, steps: readonly RecurrenceStep[]): Promise<void> {
    const { id } = series;
    const what = 'top-up' as const;
    await this.#take(key, { what, id, before: series, done: [], left: steps, total: steps.length });
  }

  async resume(key: string): Promise<void> {
    const job = this.#stopped(key);
    if (!job) return;
    this.#show(key, { what: job.what, total: job.total, done: job.done.length });
    await this.exclusive(() => this.#take(key, job));
  }

  /** Undoes the completed steps of a stopped job. */
  undo(key: string): void {
    const job = this.#stopped(key);
    if (job) void this.#undo(key, job);
  }

  #stopped(key: string): OpenJob | undefined {
    return this.#shown.get(key)?.failure ? this.#open.get(key) : undefined;
  }

  async #undo(key: string, { id, before, done, onUndo }: OpenJob): Promise<void> {
    const left = inverseSteps(done, seconds());
    const total = left.length;
    this.#show(key, { what: 'undo', total, done: 0 });
    await onUndo?.();
    await this.exclusive(() => {
      const now = this.store.fresh(id) ?? before;
      // Nothing is added while undoing. Afterward the recurrence is as it was before.
      if (now) this.store.put(now.id, { ...now, stopped: true });
      return this.#take(key, { what: 'undo', id, before, done: [], left, total });
    });
  }

  async #take(key: string, job: OpenJob): Promise<boolean> {
    const { what, total } = job;
    const show = (wait = 0) => this.#show(key, { what, total, done: job.done.length, wait });
    this.#open.set(key, job);
    show();
    const { left, why } = await runSteps(job.left, {
      call: this.account.call,
      kind: this.#kind,
      pause,
      onWait: show,
      onDone: (done) => {
        job.done.push(done);
        this.#absorb(job, done);
        show();
      },
    });
    job.left = left;
    if (left.length > 0 && what !== 'top-up') {
      this.#show(key, { what, total, done: job.done.length, failure: errorMessage(why) });
      return false;
    }
    this.#open.delete(key);
    this.#shown.delete(key);
    if (left.length > 0) this.#refuse(job, why);
    else this.#finish(key, job);
    return left.length === 0;
  }

  /**
   * Without a response the job is retried later. What the server refused, it would refuse again.
   */
  #refuse({ id }: OpenJob, why: unknown): void {
    const now = this.store.fresh(id);
    const isFinal =
      why instanceof ApiError && why.code !== 'RATE_LIMIT_HIT' && !isSignedOutFailure(why);
    if (now && isFinal) this.store.put(now.id, { ...now, refused: errorMessage(why) });
  }

  #finish(key: string, job: OpenJob): void {
    const { what, id, total, done, doneText } = job;
    const toast = `done-${key}`;
    if (what === 'undo') {
      this.#restore(job);
      if (total > 0) this.toasts.show({ key: toast, text: m.series_undone() });
      return;
    }
    if (what === 'delete' && id !== null && this.store.fresh(id)?.planned.length === 0) {
      this.store.drop(id);
    }
    if (!doneText || done.length === 0) return;
    this.toasts.show({
      key: toast,
      tone: what === 'create' ? 'success' : 'neutral',
      text: doneText(done.length),
      undo: () => this.#undo(key, job),
    });
  }

  /** Restores the previous rule, with the current ids of its messages. */
  #restore({ id, before, done }: OpenJob): void {
    if (id === null) return;
    if (!before) return void this.store.drop(id);
    const renamed = new Map<number, number>();
    for (const { step, id: next } of done) {
      if (step.from === null && step.id !== null) renamed.set(step.id, next);
    }
    const planned = before.planned.map(({ id: old, timestamp }) => {
      return { id: renamed.get(old) ?? old, timestamp };
    });
    this.store.put(id, { ...before, planned });
  }

  /** Applies a completed step to the stored recurrence and to the account's state. */
  #absorb({ id }: OpenJob, { step, id: message, idle }: CompletedStep): void {
    const now = this.store.fresh(id);
    if (now) this.store.put(now.id, afterStep(now, step, message));
    const to = idle && step.from ? null : step.to;
    this.#kind.assume(message, to && timedFieldsOf(to.body, to.timestamp));
  }

  #show(
    key: string,
    job: Pick<RecurrenceJob, 'what' | 'total' | 'done'> & Partial<RecurrenceJob>,
  ): void {
    this.#shown.set(key, { wait: 0, failure: null, ...job });
  }
}

function afterStep(series: Recurrence, { from, to }: RecurrenceStep, message: number): Recurrence {
  if (from && to) return series;
  const others = series.planned.filter(({ id }) => id !== message);
  if (!to) return { ...series, planned: others };
  const { timestamp } = to;
  const planned = [...others, { id: message, timestamp }];
  return { ...series, planned, through: Math.max(series.through, timestamp) };
}
