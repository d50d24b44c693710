import { m } from '$lib/paraglide/messages';
import type { Account } from '../../../client/account/account.svelte';
import { newId } from '../../../client/new-id';
import { AccountRecords } from '../../../client/storage/account-records.svelte';
import { accountStore } from '../../../client/account/account-stores.svelte';
import type { ToastQueue } from '../../../ui/toast-queue.svelte';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { scheduledItemOf, type ScheduledItem } from '../messages/scheduled-item';
import { recurrenceGroupsOf, type RecurrenceGroup } from './recurrence-groups';
import { RecurrenceJobs, type JobOrder, type RecurrenceJob } from './recurrence-jobs.svelte';
import {
  planMove,
  planNewRecurrence,
  planRemoval,
  planRule,
  planText,
  type RecurrencePlan,
} from './recurrence-plans';
import {
  missingTimes,
  recurrenceSchema,
  settleRecurrence,
  type Recurrence,
} from './recurrence-record';
import type { RecurrenceRule } from './recurrence-rule';
import type { RecurrenceStep } from './recurrence-steps';

const seconds = () => Math.floor(Date.now() / 1000);

/**
 * The recurring messages of an account and the user's actions on them. A recurring message is a set
 * of ordinary scheduled messages: each change makes one call per message, in order, and `jobOf`
 * shows the progress. The promises resolve to true once all calls are done.
 */
export class RecurringMessageActions {
  readonly #store: AccountRecords<Recurrence>;
  readonly #jobs: RecurrenceJobs;

  readonly #items: readonly ScheduledItem[] = $derived.by(() =>
    (this.account.state?.scheduled_messages ?? [])
      .map(scheduledItemOf)
      .sort((a, b) => a.timestamp - b.timestamp),
  );
  readonly groups = $derived.by(() =>
    recurrenceGroupsOf(this.#items, [...this.#store.all.values()]),
  );

  constructor(
    private readonly account: Account,
    private readonly toasts: ToastQueue,
  ) {
    this.#store = new AccountRecords<Recurrence>(account.id, 'series/', recurrenceSchema);
    this.#jobs = new RecurrenceJobs(account, toasts, this.#store);
    $effect(() => this.#store.follow());
  }

  /** Whether rules outlast this window. */
  get stored(): boolean {
    return this.#store.stored;
  }

  get(key: string | undefined): RecurrenceGroup | undefined {
    return this.groups.all.find((group) => group.key === key);
  }

  jobOf(key: string): RecurrenceJob | undefined {
    return this.#jobs.get(key);
  }

  /**
   * Creates a recurring message under a key from `newRecurrenceKey`. `first` is an already
   * scheduled message that becomes its first.
   */
  create(
    key: string,
    rule: RecurrenceRule,
    body: AddressedText,
    more: {
      readonly first?: ScheduledItem | undefined;
      readonly onUndo?: () => void | Promise<void>;
    } = {},
  ): Promise<boolean> {
    const id = key.slice(prefix.length);
    const doneText = (count: number) =>
      m.series_created({ count: this.#store.fresh(id)?.planned.length ?? count });
    return this.#jobs.start(key, { what: 'create', id, doneText, onUndo: more.onUndo }, () =>
      planNewRecurrence(id, rule, body, seconds(), more.first),
    );
  }

  setText(group: RecurrenceGroup, body: AddressedText, keepChanged: boolean): Promise<boolean> {
    const doneText = (count: number) => m.series_text_saved({ count });
    return this.#change(group, 'text', doneText, (now) => planText(now, body, keepChanged));
  }

  /** Sets the rule. Messages without a rule get one. */
  setRule(group: RecurrenceGroup, rule: RecurrenceRule, keepChanged: boolean): Promise<boolean> {
    const id = group.recurrence?.id ?? newId();
    return this.#jobs.start(
      group.key,
      { what: 'times', id, doneText: () => m.series_moved() },
      () => planRule(id, this.get(group.key) ?? group, rule, seconds(), keepChanged),
    );
  }

  /** False if no rule describes the moved times, or a message would be in the past. */
  canMove(group: RecurrenceGroup, by: number): boolean {
    return planMove(group, by, seconds()) !== null;
  }

  /** `by` is in seconds. */
  move(group: RecurrenceGroup, by: number): Promise<boolean> {
    const doneText = () => m.series_moved();
    return this.#change(group, 'times', doneText, (now) => planMove(now, by, seconds()));
  }

  /** Deletes some or all of its messages. With the last one, the rule is deleted. */
  remove(group: RecurrenceGroup, items: readonly ScheduledItem[]): Promise<boolean> {
    const onUndo = () => this.toasts.undos.announceRestored('scheduled', [group.key]);
    const keys = new Set(items.map(({ key }) => key));
    const doneText = (count: number) => m.scheduled_deleted({ count });
    return this.#change(group, 'delete', doneText, (now) => planRemoval(now, keys), onUndo);
  }

  /** Deletes the messages that belong to a rule. Returns the others. */
  removeOf(items: readonly ScheduledItem[]): readonly ScheduledItem[] {
    const found = new Map<RecurrenceGroup, ScheduledItem[]>();
    const rest = items.filter((item) => {
      const group = this.groups.of.get(item.key);
      if (group?.recurrence) found.set(group, [...(found.get(group) ?? []), item]);
      return !group?.recurrence;
    });
    for (const [group, own] of found) void this.remove(group, own);
    return rest;
  }

  /** Creates no more messages; the upcoming ones are still sent. */
  stop({ recurrence: series }: RecurrenceGroup): void {
    const now = series && this.#store.fresh(series.id);
    if (!now) return;
    this.#store.put(now.id, { ...now, stopped: true });
    this.toasts.show({
      key: 'series-stopped',
      text: m.series_stopped(),
      undo: () => this.#resume(now.id),
    });
  }

  resume({ recurrence: series }: RecurrenceGroup): void {
    if (series) this.#resume(series.id);
  }

  /**
   * Schedules messages that have come into range, for every rule, and forgets rules that have
   * ended.
   */
  async extendAll(): Promise<void> {
    for (const id of [...this.#store.all.keys()]) {
      await this.#jobs.exclusive(() => this.#topUpOne(id));
    }
  }

  continueJob(key: string): Promise<void> {
    return this.#jobs.resume(key);
  }

  /** Undoes the completed steps of a stopped job. */
  undo(key: string): void {
    this.#jobs.undo(key);
  }

  #change(
    group: RecurrenceGroup,
    what: 'text' | 'times' | 'delete',
    doneText: (count: number) => string,
    plan: (now: RecurrenceGroup) => RecurrencePlan | null,
    onUndo?: () => void,
  ): Promise<boolean> {
    const order: JobOrder = { what, id: group.recurrence?.id ?? null, doneText, onUndo };
    return this.#jobs.start(group.key, order, () => plan(this.get(group.key) ?? group));
  }

  #resume(id: string): void {
    const now = this.#store.fresh(id);
    if (!now) return;
    this.#store.put(now.id, { ...now, stopped: false, refused: null });
    void this.extendAll();
  }

  async #topUpOne(id: string): Promise<void> {
    const key = prefix + id;
    const series = this.#store.fresh(id);
    const { live, state } = this.account;
    if (!series || !live || !state?.scheduled_messages || this.#jobs.get(key)) return;
    const now = seconds();
    const left = settleRecurrence(series, this.#items, now);
    if (!left) return void this.#store.drop(id);
    if (left !== series) this.#store.put(id, left);
    const times = left.refused === null ? missingTimes(left, now) : [];
    const { body } = left;
    const steps = times.map((timestamp): RecurrenceStep => ({
      id: null,
      from: null,
      to: { body, timestamp },
    }));
    if (steps.length > 0) await this.#jobs.extend(key, left, steps);
  }
}

const prefix = 'series-';

export const newRecurrenceKey = () => prefix + newId();

export const useRecurringMessageActions = accountStore(
  ({ account, toasts }) => new RecurringMessageActions(account, toasts),
);
