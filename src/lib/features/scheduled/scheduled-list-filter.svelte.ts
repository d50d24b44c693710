import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { filterAddressed } from '../../writing/recipients/filter-addressed';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import {
  sortScheduled,
  scheduledConversationKey,
  scheduledConversationsOf,
} from './messages/scheduled-order';
import type { ScheduledItem } from './messages/scheduled-item';
import type { ReminderEntry } from './reminder-entry';
import type { FoldedItem } from './recurrence/recurrence-groups';

export type ScheduledListRow = FoldedItem | ReminderEntry;

interface Parts {
  readonly account: Account;
  readonly query: () => string;
  readonly items: () => readonly ScheduledItem[];
  readonly reminders: () => readonly ReminderEntry[];
  /** Folds recurring messages into one row each. */
  readonly fold: (rows: readonly ScheduledItem[]) => readonly FoldedItem[];
}

/** Maximum number of conversations in the filter menu. */
const offered = 30;

/**
 * The rows that the list shows: those that match the search and the chosen type or conversation.
 */
export class ScheduledListFilter {
  #only = $state<string>();

  readonly #conversations = $derived.by(() => scheduledConversationsOf(this.parts.items()));
  readonly #conversation = $derived.by(
    () => this.#conversations.find(({ key }) => key === this.#only)?.key,
  );
  readonly #onlyReminders = $derived.by(
    () => this.#only === remindersOnly && this.parts.reminders().length > 0,
  );

  readonly messages = $derived.by(() => {
    if (this.#onlyReminders) return [];
    const all = this.parts.items();
    const only = this.#conversation;
    const shown =
      only === undefined ? all : all.filter(({ body }) => scheduledConversationKey(body) === only);
    return sortScheduled(filterAddressed(shown, this.parts.query(), this.parts.account));
  });
  readonly reminders = $derived.by(() =>
    this.#conversation === undefined
      ? filterAddressed(this.parts.reminders(), this.parts.query(), this.parts.account)
      : [],
  );
  readonly rows: readonly ScheduledListRow[] = $derived.by(() => {
    const folded = this.parts.fold(this.messages);
    return this.reminders.length > 0 ? sortScheduled([...folded, ...this.reminders]) : folded;
  });
  readonly isFiltered = $derived.by(() => this.#conversation !== undefined || this.#onlyReminders);
  /** Entries for a menu; empty if there is only one type and conversation. */
  readonly filters = $derived.by(() => {
    const { account, reminders } = this.parts;
    const count = reminders().length;
    if (this.#conversations.length + Math.min(1, count) < 2) return [];
    const one = (key: string | undefined, title: string, checked: boolean) => ({
      ...{ id: key ?? 'all', title, checked },
      run: () => (this.#only = key),
    });
    return [
      one(undefined, m.scheduled_filter_all(), !this.isFiltered),
      ...(count > 0
        ? [one(remindersOnly, m.scheduled_filter_reminders({ count }), this.#onlyReminders)]
        : []),
      ...this.#conversations.slice(0, offered).map(({ key, body, count }) => {
        const title = m.scheduled_filter_one({ recipient: recipientLabel(body, account), count });
        return one(key, title, key === this.#conversation);
      }),
    ];
  });

  constructor(private readonly parts: Parts) {}

  /** Ends the choice of one type or conversation. */
  showAll(): void {
    this.#only = undefined;
  }
}

/** Not the key of a conversation. */
const remindersOnly = 'reminders';
