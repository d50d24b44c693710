import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import { hasOperation } from '../../api/feature-level';
import { updateScheduledMessage, getScheduledMessageFailures } from '../../api/scheduled-messages';
import type { Account } from '../../client/account/account.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { AddressedText } from '../../writing/sending/addressed-text';
import type { ScheduledMessageActions } from './messages/scheduled-message-actions.svelte';
import type { ScheduledMessageEditing } from './scheduled-message-editing.svelte';
import type { ScheduledEdit } from './unsaved-scheduled-edits';
import type { ScheduledItem } from './messages/scheduled-item';
import type { ScheduleProblem } from './messages/preflight';
import { fixableProblemOf, type ScheduledFailure } from './messages/schedule-problem-labels';
import type { RecurringMessageActions } from './recurrence/recurring-message-actions.svelte';
import { RecurrenceRows, type RecurrencePageContext } from './recurrence/recurrence-rows.svelte';
import { useRead } from '../../client/account/query';

/**
 * Why messages weren't sent, fetched while there are failed ones. Call it during component
 * initialization. This is an operation of Inkwell's own server; with other servers the reason stays
 * unknown.
 */
function useScheduledFailures(account: Account, anyFailed: () => boolean) {
  const failures = useRead(account, getScheduledMessageFailures, () => ({
    params: {},
    enabled: hasOperation(getScheduledMessageFailures, account.state) && anyFailed(),
    retry: false,
  }));
  return (key: string): ScheduledFailure | undefined =>
    failures.data?.failures.find((one) => String(one.scheduled_message_id) === key);
}

/** What a page with scheduled messages provides to its actions. */
export interface ScheduledPageContext extends RecurrencePageContext {
  readonly account: Account;
  readonly actions: ScheduledMessageActions;
  readonly editing: ScheduledMessageEditing;
  readonly recurringActions: RecurringMessageActions;
  readonly toasts: ToastQueue;
  /** Closes the open message and returns the focus to the list. */
  readonly close: () => void;
  readonly openDraft: (key: string) => void;
  /** Whether the user opened the displayed message. */
  readonly isEntered: () => boolean;
  /** These messages are being sent and leave the list. */
  readonly sent: (items: readonly ScheduledItem[]) => void;
}

/**
 * State of a page with scheduled messages: choosing a time, editing one in place, confirming before
 * many are sent. Create it during component initialization. `ScheduledDetail` and
 * `ScheduledDialogs` show it.
 */
export class ScheduledPageState {
  readonly editing: ScheduledMessageEditing;
  readonly recurrences: RecurrenceRows;
  /** Why a message wasn't sent, by its key. */
  readonly failureOf: ReturnType<typeof useScheduledFailures>;
  /** Messages for which the user is choosing a time. */
  rescheduled = $state.raw<readonly ScheduledItem[]>([]);
  choosing = $state(false);
  hasChosen = $state(false);
  sendingMany = $state.raw<readonly ScheduledItem[]>([]);
  askingMany = $state(false);
  /** Text to save as a snippet; a new object each time the dialog opens. */
  newSnippet = $state.raw<{ readonly content: string }>();
  askingTitle = $state(false);
  /** Message whose box is open, possibly without changes, and its text at that time. */
  #begun = $state.raw<{ readonly key: string; readonly base: AddressedText }>();
  #chosen: (timestamp: number) => void = () => undefined;

  constructor(private readonly at: ScheduledPageContext) {
    const { account, actions: scheduledActions, toasts } = at;
    this.editing = at.editing;
    this.recurrences = new RecurrenceRows(at.recurringActions, at);
    this.failureOf = useScheduledFailures(account, () =>
      scheduledActions.items.some(({ failed }) => failed),
    );
    scheduledActions.forgetFiles();
    $effect(() =>
      this.editing.onSaved(({ key, body }) => {
        if (this.#begun?.key === key) this.#begun = { key, base: body };
      }),
    );
    $effect(() => {
      const key = this.#open;
      if (key !== undefined) return untrack(() => this.#hold(key));
    });
    $effect(() => scheduledActions.clear());
    $effect(() => {
      void scheduledActions.items;
      const open = at.current();
      const isLive = account.live;
      untrack(() => {
        const count = isLive ? this.editing.rescue(open) : 0;
        if (count > 0) toasts.show({ text: m.scheduled_rescued({ count }) });
      });
    });
  }

  get actions(): ScheduledMessageActions {
    return this.at.actions;
  }

  /** The open message. */
  get item(): ScheduledItem | undefined {
    return this.actions.get(this.at.current());
  }

  /** The stored change. For a box without changes, the text as on the server. */
  get edit(): ScheduledEdit | undefined {
    const key = this.at.current();
    const kept = this.editing.edits.get(key);
    const begun = this.#begun;
    if (kept || begun === undefined || begun.key !== key) return kept;
    return { base: begun.base, body: begun.base };
  }

  readonly #open = $derived.by(() => this.edit && this.at.current());

  /** Holds the change until the box closes. Text that another tab replaced becomes a draft then. */
  #hold(key: string): () => void {
    let release: (() => ScheduledEdit | undefined) | undefined = this.editing.edits.hold(key);
    const end = () => {
      const mine = release?.();
      release = undefined;
      if (!mine) return;
      this.actions.draft(mine.body);
      this.at.toasts.show({ text: m.scheduled_rescued({ count: 1 }) });
    };
    const stop = on(window, 'pagehide', end);
    return () => {
      stop();
      end();
    };
  }

  get isOpen(): boolean {
    return this.item !== undefined || this.edit !== undefined;
  }

  get editable(): boolean {
    return hasOperation(updateScheduledMessage, this.at.account.state);
  }

  /** The problem that the message would or did fail with, if the user can fix it in the message. */
  readonly causeOf = (item: ScheduledItem): ScheduleProblem | undefined => {
    if (!this.editable) return undefined;
    const problem = item.failed ? fixableProblemOf(this.failureOf(item.key)) : undefined;
    return problem ?? this.actions.problemOf(item.body) ?? undefined;
  };

  /** Opens the box with the caret at a problem, otherwise in the text. */
  readonly startEdit = (item: ScheduledItem): void => {
    this.#begun = { key: item.key, base: item.body };
    if (item.key !== this.at.current() || !this.at.isEntered()) this.at.open(item);
  };

  /** `edit` is the change so far. The box stays open even if the text is back to the original. */
  readonly change = (key: string, edit: ScheduledEdit, body: AddressedText): void => {
    this.#begun = { key, base: edit.base };
    this.editing.change(key, edit, body);
  };

  /** Closes the box and keeps the change. */
  readonly close = (): void => {
    this.#begun = undefined;
    this.recurrences.stopEditing();
    this.at.close();
  };

  readonly save = (): void => {
    const { item } = this;
    if (!item) return;
    if (item.failed) this.#chooseTime([item], (time) => void this.#finish(item, time));
    else void this.#finish(item);
  };

  readonly discard = (key: string): void => {
    this.#begun = undefined;
    this.editing.discard(key);
    if (!this.item) this.at.close();
  };

  readonly textToDrafts = (key: string, edit: ScheduledEdit): void => {
    this.#begun = undefined;
    const draft = this.editing.toDraft(key, edit);
    const action = { label: m.scheduled_open_draft(), run: () => this.at.openDraft(draft) };
    this.at.toasts.show({ text: m.scheduled_text_is_draft(), action });
    if (!this.item) this.at.close();
  };

  /** For a whole recurring message, opens the schedule dialog instead. */
  readonly reschedule = (items: readonly ScheduledItem[]): void => {
    const whole = this.recurrences.whole(items);
    if (whole) this.recurrences.chooseRule(whole);
    else this.#chooseTime(items, (time) => void this.actions.reschedule(items, () => time));
  };

  readonly move = (items: readonly ScheduledItem[], seconds: number): void => {
    const rest = this.recurrences.moveWhole(items, seconds);
    void this.actions.reschedule(rest, ({ timestamp }) => timestamp + seconds);
  };

  /** Asks for confirmation before sending several. */
  readonly send = (items: readonly ScheduledItem[]): void => {
    if (items.length > 1) {
      this.sendingMany = items;
      this.askingMany = true;
    } else this.sendNow(items);
  };

  readonly sendNow = (items: readonly ScheduledItem[]): void => {
    const ready = this.actions.sendable(items);
    if (ready.length === 0) return;
    void this.actions.sendNow(ready);
    this.at.sent(ready);
  };

  readonly copy = (item: ScheduledItem): void => void this.actions.copy(item);

  /** Whether the server supports snippets. */
  get keepsSnippets(): boolean {
    return this.at.account.state?.saved_snippets !== undefined;
  }

  readonly toSnippet = ({ body }: ScheduledItem): void => {
    this.newSnippet = { content: body.content };
    this.askingTitle = true;
  };

  readonly toDrafts = (items: readonly ScheduledItem[]): void => {
    void this.actions.toDrafts(items);
    this.at.leave(items);
  };

  readonly remove = (items: readonly ScheduledItem[]): void => {
    void this.actions.remove(this.recurrences.recurringActions.removeOf(items));
    this.at.leave(items);
  };

  choose(timestamp: number): void {
    this.#chosen(timestamp);
  }

  #chooseTime(items: readonly ScheduledItem[], done: (timestamp: number) => void): void {
    this.rescheduled = items;
    this.#chosen = done;
    this.hasChosen = this.choosing = true;
  }

  async #finish(item: ScheduledItem, time?: number): Promise<void> {
    if (await this.editing.save(item, time)) this.#begun = undefined;
  }
}
