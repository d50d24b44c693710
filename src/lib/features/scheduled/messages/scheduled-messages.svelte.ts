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
import { timedFieldsOf, timedTextOf } from '../../../writing/sending/timed-text';
import type { AddressedText } from '../../../writing/sending/addressed-text';
import { changeProblemLabel } from '../../../writing/sending/change-problem-label';
import {
  type ScheduledItem,
  scheduledRecipientKey,
  scheduledItemOf,
  storedTextOf,
} from './scheduled-item';
import type { ScheduledMessage } from '../../../api/scheduled-message';
import type { PendingChange } from '../../../client/outbox/pending-change';

const made = new WeakMap<PendingChange, WeakMap<ScheduledMessage, ScheduledItem> | ScheduledItem>();

/**
 * The scheduled messages as they will be once the server has the pending changes. Messages that
 * were changed elsewhere since are shown as they are. Sorted by time.
 */
function applyPendingScheduled(
  messages: readonly ScheduledMessage[],
  changes: readonly PendingChange[],
): readonly ScheduledItem[] {
  const open = new Map(changes.map((change) => [change.row, change]));
  const items = messages.flatMap((message): readonly ScheduledItem[] => {
    const change = open.get(message.scheduled_message_id);
    if (!change || change.from === null) return [scheduledItemOf(message)];
    if (change.to === null && change.problem === null) return [];
    return [changed(message, change)];
  });
  const fresh = changes.filter((change) => change.from === null && change.to !== null);
  return [...items, ...fresh.filter((change) => !isListed(change, items)).map(itemOfNew)].sort(
    (a, b) => a.timestamp - b.timestamp,
  );
}

function changed(message: ScheduledMessage, change: PendingChange): ScheduledItem {
  const known = made.get(change);
  const byMessage =
    known instanceof WeakMap ? known : new WeakMap<ScheduledMessage, ScheduledItem>();
  made.set(change, byMessage);
  let item = byMessage.get(message);
  if (!item) byMessage.set(message, (item = withChange(scheduledItemOf(message), change)));
  return item;
}

function withChange(item: ScheduledItem, change: PendingChange): ScheduledItem {
  // If the message was changed elsewhere, that version will be sent.
  if (change.to === null || change.problem === 'changed') return { ...item, change };
  const { timestamp, ...body } = timedTextOf(change.to);
  const html = body.content === item.body.content ? item.html : '';
  return { ...item, body, timestamp, html, failed: false, change };
}

function itemOfNew(change: PendingChange): ScheduledItem {
  const known = made.get(change);
  if (known && !(known instanceof WeakMap)) return known;
  const { row } = change;
  const { timestamp, ...body } = timedTextOf(change.to ?? {});
  const item = { key: String(row), id: row, body, timestamp, failed: false, html: '', change };
  made.set(change, item);
  return item;
}

/** Whether the event of the new message arrived before the reply. */
function isListed({ tried }: PendingChange, items: readonly ScheduledItem[]): boolean {
  if (!tried?.to) return false;
  const { timestamp, ...body } = timedTextOf(tried.to);
  return items.some(
    (item) =>
      item.id > tried.after &&
      !tried.others.includes(item.id) &&
      item.timestamp === timestamp &&
      storedTextOf(item.body) === storedTextOf(body) &&
      scheduledRecipientKey(item.body) === scheduledRecipientKey(body),
  );
}

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
