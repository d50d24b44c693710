import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import { hasOperation } from '../../api/feature-level';
import { updateScheduledMessage } from '../../api/scheduled-messages';
import type { Account } from '../../client/account/account.svelte';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import type { AddressedText } from '../../writing/sending/addressed-text';
import type { ScheduledMessageActions } from './messages/scheduled-message-actions.svelte';
import type { ScheduledMessageEditing } from './scheduled-message-editing.svelte';
import type { ScheduledEdit } from './unsaved-scheduled-edits';
import { useScheduledFailures } from './scheduled-failures.svelte';
import type { ScheduledItem } from './messages/scheduled-item';
import type { ScheduleProblem } from './messages/preflight';
import { fixableProblemOf } from './messages/schedule-problem-labels';
import type { RecurringMessageActions } from './recurrence/recurring-message-actions.svelte';
import { RecurrenceRows, type RecurrencePageContext } from './recurrence/recurrence-rows.svelte';

/** What a page with scheduled messages gives to what is done with them. */
export interface ScheduledPageContext extends RecurrencePageContext {
  readonly account: Account;
  readonly actions: ScheduledMessageActions;
  readonly editing: ScheduledMessageEditing;
  readonly recurringActions: RecurringMessageActions;
  readonly toasts: ToastQueue;
  /** Closes the open one; the keyboard goes back to the list. */
  readonly close: () => void;
  readonly openDraft: (key: string) => void;
  /** A person has opened what is shown. */
  readonly isEntered: () => boolean;
  /** These go out now, and from the list. */
  readonly sent: (items: readonly ScheduledItem[]) => void;
}

/**
 * What a page of scheduled messages is at: choosing a time, changing one in place, asking before
 * many are sent. Make it while a component starts; `ScheduledDetail` and `ScheduledQuestions`
 * show it.
 */
export class ScheduledPageState {
  readonly editing: ScheduledMessageEditing;
  readonly recurrences: RecurrenceRows;
  /** Why one was not sent, by its key. */
  readonly failureOf: ReturnType<typeof useScheduledFailures>;
  /** For whom a time is asked. */
  rescheduled = $state.raw<readonly ScheduledItem[]>([]);
  choosing = $state(false);
  hasChosen = $state(false);
  sendingMany = $state.raw<readonly ScheduledItem[]>([]);
  askingMany = $state(false);
  /** The text that shall be a snippet; a new object for each question. */
  newSnippet = $state.raw<{ readonly content: string }>();
  askingTitle = $state(false);
  /** The message whose box is open, though nothing may have been changed in it, and its text then. */
  #begun = $state.raw<{ readonly key: string; readonly base: AddressedText }>();
  #chosen: (timestamp: number) => void = () => undefined;

  constructor(private readonly at: ScheduledPageContext) {
    const { account, actions: desk, toasts } = at;
    this.editing = at.editing;
    this.recurrences = new RecurrenceRows(at.recurringActions, at);
    this.failureOf = useScheduledFailures(account, () => desk.items.some(({ failed }) => failed));
    desk.forgetFiles();
    $effect(() => desk.onRestored(at.restored));
    $effect(() =>
      this.editing.onSaved(({ key, body }) => {
        if (this.#begun?.key === key) this.#begun = { key, base: body };
      }),
    );
    $effect(() => {
      const key = this.#open;
      if (key !== undefined) return untrack(() => this.#hold(key));
    });
    $effect(() => desk.clear());
    $effect(() => {
      void desk.items;
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

  /** A change that is kept; of one that is only begun, the text as the server had it. */
  get edit(): ScheduledEdit | undefined {
    const key = this.at.current();
    const kept = this.editing.edits.get(key);
    const begun = this.#begun;
    if (kept || begun === undefined || begun.key !== key) return kept;
    return { base: begun.base, body: begun.base };
  }

  readonly #open = $derived.by(() => this.edit && this.at.current());

  /** Until it is closed; what another tab's text has taken the place of becomes a draft then. */
  #hold(key: string): () => void {
    let letGo: (() => ScheduledEdit | undefined) | undefined = this.editing.edits.hold(key);
    const end = () => {
      const mine = letGo?.();
      letGo = undefined;
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

  /** Whether the server can change scheduled messages. */
  get editable(): boolean {
    return hasOperation(updateScheduledMessage, this.at.account.state);
  }

  /** What it would fail by, or has failed by, as far as that can be put right in the message. */
  readonly causeOf = (item: ScheduledItem): ScheduleProblem | undefined => {
    if (!this.editable) return undefined;
    const told = item.failed ? fixableProblemOf(this.failureOf(item.key)) : undefined;
    return told ?? this.actions.problemOf(item.body) ?? undefined;
  };

  /** With the caret where something is to be put right, else in the text. */
  readonly startEdit = (item: ScheduledItem): void => {
    this.#begun = { key: item.key, base: item.body };
    if (item.key !== this.at.current() || !this.at.isEntered()) this.at.open(item);
  };

  /** `edit` is the change so far. A text that is as it was again stays in its box. */
  readonly change = (key: string, edit: ScheduledEdit, body: AddressedText): void => {
    this.#begun = { key, base: edit.base };
    this.editing.change(key, edit, body);
  };

  /** The change stays as it is. */
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

  /** A whole series is asked for its rule. */
  readonly reschedule = (items: readonly ScheduledItem[]): void => {
    const whole = this.recurrences.whole(items);
    if (whole) this.recurrences.chooseRule(whole);
    else this.#chooseTime(items, (time) => void this.actions.reschedule(items, () => time));
  };

  readonly move = (items: readonly ScheduledItem[], seconds: number): void => {
    const rest = this.recurrences.moveWhole(items, seconds);
    void this.actions.reschedule(rest, ({ timestamp }) => timestamp + seconds);
  };

  /** Many are asked for first. */
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

  /** Whether the server keeps snippets. */
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
    void this.actions.remove(this.recurrences.desk.removeOf(items, this.at.restored));
    this.at.leave(items);
  };

  /** The time that was asked for. */
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
