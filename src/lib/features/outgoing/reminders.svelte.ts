import { SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import { createMessageReminder, deleteReminder, type Reminder } from '../../api/reminders';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import type { Toasts } from '../../ui/toasts.svelte';
import { noteOf } from './note';

/** From this level on a reminder has a note. https://zulip.com/api/create-message-reminder */
const noteSince = 415;

/** The reminders of an account, and their deletion with a way back. Nothing throws: what fails is told. */
export class ReminderDesk {
  /** Gone from sight while the server is asked. */
  readonly #leaving = new SvelteSet<number>();

  /** By time. */
  readonly items: readonly Reminder[] = $derived.by(() =>
    (this.account.state?.reminders ?? []).filter(
      ({ reminder_id }) => !this.#leaving.has(reminder_id),
    ),
  );

  constructor(
    private readonly account: Account,
    private readonly toasts: Toasts,
  ) {}

  async remove(reminders: readonly Reminder[]): Promise<void> {
    for (const { reminder_id } of reminders) this.#leaving.add(reminder_id);
    const gone: Reminder[] = [];
    for (const reminder of reminders) {
      const { reminder_id } = reminder;
      try {
        await this.account.call(deleteReminder, { reminder_id });
        this.account.assume({ kind: 'reminders/remove', id: -1, reminder_id });
        gone.push(reminder);
      } catch (failure) {
        this.#complain(failure);
        break;
      }
    }
    for (const { reminder_id } of reminders) this.#leaving.delete(reminder_id);
    if (gone.length === 0) return;
    this.toasts.show({
      key: 'reminders-deleted',
      text: m.outgoing_reminders_deleted({ count: gone.length }),
      action: { label: m.scheduled_undo(), run: () => void this.#recreate(gone) },
    });
  }

  async #recreate(reminders: readonly Reminder[]): Promise<void> {
    const hasNotes = (this.account.state?.zulip_feature_level ?? 0) >= noteSince;
    let unread = false;
    for (const reminder of reminders) {
      const note = noteOf(reminder.content);
      try {
        await this.account.call(createMessageReminder, {
          message_id: reminder.reminder_target_message_id,
          scheduled_delivery_timestamp: reminder.scheduled_delivery_timestamp,
          ...(hasNotes && note && { note }),
        });
        unread ||= hasNotes && note === null;
      } catch (failure) {
        this.#complain(failure);
        return;
      }
    }
    if (unread) this.toasts.show({ text: m.outgoing_reminder_note_unread() });
  }

  #complain(failure: unknown): void {
    const text = m.scheduled_unchanged({ reason: describe(failure) });
    this.toasts.show({ key: 'reminders-unchanged', tone: 'danger', text });
  }
}
