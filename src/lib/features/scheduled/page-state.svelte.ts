import { untrack } from 'svelte';
import { on } from 'svelte/events';
import { m } from '$lib/paraglide/messages';
import { hasOperation } from '../../api/level';
import { updateScheduledMessage } from '../../api/scheduled-messages';
import type { Account } from '../../client/account.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import type { Body } from '../../writing/body';
import type { ScheduleDesk } from './messages/desk.svelte';
import type { Editing } from './editing.svelte';
import type { Edit } from './unsaved-edits';
import { useFailures } from './failures.svelte';
import type { Item } from './messages/item';
import type { Problem } from './messages/preflight';
import { causeOf } from './messages/problem-words';
import type { SeriesDesk } from './series/desk.svelte';
import { SeriesRows, type SeriesPlace } from './series/rows.svelte';

/** What a page with scheduled messages gives to what is done with them. */
export interface ScheduledPlace extends SeriesPlace {
  readonly account: Account;
  readonly desk: ScheduleDesk;
  readonly editing: Editing;
  readonly seriesDesk: SeriesDesk;
  readonly toasts: Toasts;
  /** Closes the open one; the keyboard goes back to the list. */
  readonly close: () => void;
  readonly openDraft: (key: string) => void;
  /** A person has opened what is shown. */
  readonly isEntered: () => boolean;
  /** These go out now, and from the list. */
  readonly sent: (items: readonly Item[]) => void;
}

/**
 * What a page of scheduled messages is at: choosing a time, changing one in place, asking before
 * many are sent. Make it while a component starts; `ScheduledDetail` and `ScheduledQuestions`
 * show it.
 */
export class ScheduledPageState {
  readonly editing: Editing;
  readonly series: SeriesRows;
  /** Why one was not sent, by its key. */
  readonly failureOf: ReturnType<typeof useFailures>;
  /** For whom a time is asked. */
  rescheduled = $state.raw<readonly Item[]>([]);
  choosing = $state(false);
  hasChosen = $state(false);
  sendingMany = $state.raw<readonly Item[]>([]);
  askingMany = $state(false);
  /** The text that shall be a snippet; a new object for each question. */
  newSnippet = $state.raw<{ readonly content: string }>();
  askingTitle = $state(false);
  /** The message whose box is open, though nothing may have been changed in it, and its text then. */
  #begun = $state.raw<{ readonly key: string; readonly base: Body }>();
  #chosen: (timestamp: number) => void = () => undefined;

  constructor(private readonly at: ScheduledPlace) {
    const { account, desk, toasts } = at;
    this.editing = at.editing;
    this.series = new SeriesRows(at.seriesDesk, at);
    this.failureOf = useFailures(account, () => desk.items.some(({ failed }) => failed));
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

  get desk(): ScheduleDesk {
    return this.at.desk;
  }

  /** The open message. */
  get item(): Item | undefined {
    return this.desk.get(this.at.current());
  }

  /** A change that is kept; of one that is only begun, the text as the server had it. */
  get edit(): Edit | undefined {
    const key = this.at.current();
    const kept = this.editing.edits.get(key);
    const begun = this.#begun;
    if (kept || begun === undefined || begun.key !== key) return kept;
    return { base: begun.base, body: begun.base };
  }

  readonly #open = $derived.by(() => this.edit && this.at.current());

  /** Until it is closed; what another tab's text has taken the place of becomes a draft then. */
  #hold(key: string): () => void {
    let letGo: (() => Edit | undefined) | undefined = this.editing.edits.hold(key);
    const end = () => {
      const mine = letGo?.();
      letGo = undefined;
      if (!mine) return;
      this.desk.draft(mine.body);
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
  readonly causeOf = (item: Item): Problem | undefined => {
    if (!this.editable) return undefined;
    const told = item.failed ? causeOf(this.failureOf(item.key)) : undefined;
    return told ?? this.desk.problemOf(item.body) ?? undefined;
  };

  /** With the caret where something is to be put right, else in the text. */
  readonly startEdit = (item: Item): void => {
    this.#begun = { key: item.key, base: item.body };
    if (item.key !== this.at.current() || !this.at.isEntered()) this.at.open(item);
  };

  /** `edit` is the change so far. A text that is as it was again stays in its box. */
  readonly change = (key: string, edit: Edit, body: Body): void => {
    this.#begun = { key, base: edit.base };
    this.editing.change(key, edit, body);
  };

  /** The change stays as it is. */
  readonly close = (): void => {
    this.#begun = undefined;
    this.series.stopEditing();
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

  readonly textToDrafts = (key: string, edit: Edit): void => {
    this.#begun = undefined;
    const draft = this.editing.toDraft(key, edit);
    const action = { label: m.scheduled_open_draft(), run: () => this.at.openDraft(draft) };
    this.at.toasts.show({ text: m.scheduled_text_is_draft(), action });
    if (!this.item) this.at.close();
  };

  /** A whole series is asked for its rule. */
  readonly reschedule = (items: readonly Item[]): void => {
    const whole = this.series.whole(items);
    if (whole) this.series.chooseRule(whole);
    else this.#chooseTime(items, (time) => void this.desk.reschedule(items, () => time));
  };

  readonly move = (items: readonly Item[], seconds: number): void => {
    const rest = this.series.moveWhole(items, seconds);
    void this.desk.reschedule(rest, ({ timestamp }) => timestamp + seconds);
  };

  /** Many are asked for first. */
  readonly send = (items: readonly Item[]): void => {
    if (items.length > 1) {
      this.sendingMany = items;
      this.askingMany = true;
    } else this.sendNow(items);
  };

  readonly sendNow = (items: readonly Item[]): void => {
    const ready = this.desk.sendable(items);
    if (ready.length === 0) return;
    void this.desk.sendNow(ready);
    this.at.sent(ready);
  };

  readonly copy = (item: Item): void => void this.desk.copy(item);

  /** Whether the server keeps snippets. */
  get keepsSnippets(): boolean {
    return this.at.account.state?.saved_snippets !== undefined;
  }

  readonly toSnippet = ({ body }: Item): void => {
    this.newSnippet = { content: body.content };
    this.askingTitle = true;
  };

  readonly toDrafts = (items: readonly Item[]): void => {
    void this.desk.toDrafts(items);
    this.at.leave(items);
  };

  readonly remove = (items: readonly Item[]): void => {
    void this.desk.remove(this.series.desk.removeOf(items, this.at.restored));
    this.at.leave(items);
  };

  /** The time that was asked for. */
  choose(timestamp: number): void {
    this.#chosen(timestamp);
  }

  #chooseTime(items: readonly Item[], done: (timestamp: number) => void): void {
    this.rescheduled = items;
    this.#chosen = done;
    this.hasChosen = this.choosing = true;
  }

  async #finish(item: Item, time?: number): Promise<void> {
    if (await this.editing.save(item, time)) this.#begun = undefined;
  }
}
