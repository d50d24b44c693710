import { m } from '$lib/paraglide/messages';
import { ApiError } from '../../api/errors';
import { hasParameter } from '../../api/feature-level';
import type { Reminder } from '../../api/reminder';
import { createMessageReminder } from '../../api/reminders';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import type { Outbox } from '../../client/outbox/outbox.svelte';
import { requestAll } from '../../client/outbox/request-all';
import { accountStore } from '../../client/account/account-stores.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { reminderNoteOf } from './reminder-note';
import { reminderFields } from './outbox-kind';

/**
 * The account's reminders, with deletion and undo. Methods never throw; failures appear as toasts.
 */
export class ReminderActions {
  /** By time. */
  readonly items: readonly Reminder[] = $derived.by(() => {
    const leaving = new Set(
      this.outbox
        .changesOfKind('reminder')
        .flatMap(({ row, to, problem }) => (to || problem ? [] : [row])),
    );
    return (this.account.state?.reminders ?? []).filter(({ reminder_id: id }) => !leaving.has(id));
  });

  constructor(
    private readonly account: Account,
    private readonly toasts: ToastQueue,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Sets a reminder for a message. `timestamp`: UNIX seconds. Returns a function that undoes it.
   */
  set(message: number, timestamp: number): () => void {
    const fields = { message, timestamp };
    const { row, outcome } = this.outbox.make('reminder', fields);
    void outcome
      .then((end) => this.outbox.accept(end))
      .catch((failure: unknown) => this.#complain(failure));
    return () =>
      void outcome.then((end) =>
        this.outbox.request({
          ...{ kind: 'reminder', from: fields, to: null },
          row: end.state === 'done' ? end.row : row,
        }),
      );
  }

  async remove(reminders: readonly Reminder[]): Promise<void> {
    const {
      accepted: gone,
      isWaiting,
      failure,
    } = await requestAll(reminders, async (reminder) => {
      const desired = { kind: 'reminder', row: reminder.reminder_id, to: null } as const;
      return this.outbox.accept(
        await this.outbox.request({ ...desired, from: reminderFields(reminder) }),
      );
    });
    this.#complain(failure);
    if (gone.length === 0) return;
    this.toasts.show({
      key: 'reminders-deleted',
      text: isWaiting ? m.outbox_will_delete() : m.reminders_deleted({ count: gone.length }),
      undo: () => this.#recreate(gone),
    });
  }

  async #recreate(reminders: readonly Reminder[]): Promise<void> {
    const hasNotes = hasParameter(createMessageReminder, 'note', this.account.state);
    let unread = false;
    const ids: number[] = [];
    for (const reminder of reminders) {
      const note = reminderNoteOf(reminder.content);
      const to = reminderFields(reminder, hasNotes ? (note ?? undefined) : undefined);
      const pending = this.outbox.changeOfRow('reminder', reminder.reminder_id);
      const { row, outcome } = this.outbox.restore('reminder', reminder.reminder_id, to);
      try {
        this.outbox.accept(await outcome);
      } catch (failure) {
        this.#complain(failure);
        break;
      }
      ids.push(this.outbox.idOf(row));
      unread ||= !pending && hasNotes && note === null;
    }
    if (ids.length > 0) this.toasts.undos.announceRestored('reminders', ids.map(String));
    if (unread) this.toasts.show({ text: m.reminders_note_unread() });
  }

  #complain(failure: unknown): void {
    if (!(failure instanceof ApiError)) return;
    const text = m.ui_not_changed({ reason: errorMessage(failure) });
    this.toasts.show({ key: 'reminders-unchanged', tone: 'danger', text });
  }
}

export const useReminderActions = accountStore(
  ({ account, toasts, outbox }) => new ReminderActions(account, toasts, outbox),
);
