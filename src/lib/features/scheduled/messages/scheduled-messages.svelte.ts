import { SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../../client/account/account.svelte';
import { errorMessage } from '../../../client/calls/error-table';
import {
  ChangeRefusal,
  type Outbox,
  type ChangeOutcome,
} from '../../../client/outbox/outbox.svelte';
import { requestAll, type BatchResult } from '../../../client/outbox/request-all';
import type { ToastQueue } from '../../../ui/toast-queue.svelte';
import { withPeopleNames } from '../../../writing/recipients/people-names';
import { timedFieldsOf } from '../../../writing/sending/timed-text';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { changeProblemLabel } from '../../../writing/sending/change-problem-label';
import type { ScheduledItem } from './scheduled-item';
import { applyPendingScheduled } from './optimistic-items';

/**
 * The scheduled messages of an account with their pending changes. Changes show immediately and are
 * sent through the outbox.
 */
export class ScheduledMessages {
  /** Hidden while an action is being prepared. */
  readonly #leaving = new SvelteSet<number>();

  readonly items: readonly ScheduledItem[] = $derived.by(() =>
    applyPendingScheduled(
      this.account.state?.scheduled_messages ?? [],
      this.outbox.changesOfKind('scheduled'),
    ).filter(({ id }) => !this.#leaving.has(id)),
  );

  constructor(
    private readonly account: Account,
    private readonly toasts: ToastQueue,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Returns whether the change waits in the outbox. Throws the server's error; nothing is changed
   * then.
   */
  async update(item: ScheduledItem, body: AddressedText, time = item.timestamp): Promise<boolean> {
    const outcome = await this.outbox.request({
      kind: 'scheduled',
      row: item.id,
      from: timedFieldsOf(item.body, item.timestamp),
      to: timedFieldsOf(body, time),
    });
    return this.outbox.accept(outcome);
  }

  /** Restores a message. A toast reports what can't be restored. */
  async restore(item: ScheduledItem, was: ScheduledItem): Promise<void> {
    await this.#each([item], () => this.update(item, was.body, was.timestamp));
  }

  move(
    items: readonly ScheduledItem[],
    timeOf: (item: ScheduledItem) => number,
  ): Promise<BatchResult<ScheduledItem>> {
    return this.#each(items, (item) => this.update(item, item.body, timeOf(item)));
  }

  remove(items: readonly ScheduledItem[]): Promise<BatchResult<ScheduledItem>> {
    return this.#each(items, async (item) => this.outbox.accept(await this.#askToRemove(item)));
  }

  /** Hides the messages while `run` is under way. */
  async hidden<T>(items: readonly ScheduledItem[], run: () => Promise<T>): Promise<T> {
    for (const { id } of items) this.#leaving.add(id);
    try {
      return await run();
    } finally {
      for (const { id } of items) this.#leaving.delete(id);
    }
  }

  /**
   * Deletes messages whose texts are now in drafts, by key. Adds to `refused` the messages that
   * weren't deleted, or not by this call.
   */
  exchange(
    drafts: ReadonlyMap<ScheduledItem, string>,
    refused: Set<ScheduledItem>,
  ): Promise<BatchResult<ScheduledItem>> {
    return this.#each([...drafts.keys()], async (item) => {
      const outcome = await this.#askToRemove(item, drafts.get(item));
      if (outcome.state === 'problem') refused.add(item);
      return this.outbox.accept(outcome);
    });
  }

  #askToRemove(
    { id: row, body, timestamp }: ScheduledItem,
    instead?: string,
  ): Promise<ChangeOutcome> {
    const from = timedFieldsOf(body, timestamp);
    const must = instead !== undefined;
    return this.outbox.request({ kind: 'scheduled', row, from, to: null, must, instead });
  }

  /** Schedules deleted messages again and adds their new keys to `keys`. */
  create(items: readonly ScheduledItem[], keys: string[]): Promise<BatchResult<ScheduledItem>> {
    return this.#each(items, async ({ id, body, timestamp }) => {
      const to = timedFieldsOf(body, timestamp);
      const { row, outcome } = this.outbox.restore('scheduled', id, to);
      const isWaiting = this.outbox.accept(await outcome);
      keys.push(String(this.outbox.idOf(row)));
      return isWaiting;
    });
  }

  /** Requests all changes and reports the first one that is refused. */
  async #each(
    items: readonly ScheduledItem[],
    ask: (item: ScheduledItem) => Promise<boolean>,
  ): Promise<BatchResult<ScheduledItem>> {
    const result = await requestAll(items, ask);
    const { failure } = result;
    if (failure instanceof ChangeRefusal)
      this.showRefusal(changeProblemLabel(failure.change, this.account));
    else if (failure !== undefined)
      this.showRefusal(withPeopleNames(errorMessage(failure), this.account));
    return result;
  }

  /** Shows why nothing was changed. */
  showRefusal(reason: string): void {
    const text = m.ui_not_changed({ reason });
    this.toasts.show({ key: 'scheduled-unchanged', tone: 'danger', text });
  }
}
