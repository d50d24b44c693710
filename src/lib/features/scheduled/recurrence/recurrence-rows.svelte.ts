import { SvelteSet } from 'svelte/reactivity';
import type { ScheduledItem } from '../messages/scheduled-item';
import type { RecurringMessageActions } from './recurring-message-actions.svelte';
import { foldGroups, type FoldedItem, type RecurrenceGroup } from './recurrence-groups';

/** What a page provides to actions on recurring messages. */
export interface RecurrencePageContext {
  /** Key of the open item. */
  readonly current: () => string | undefined;
  readonly open: (item: Pick<ScheduledItem, 'key'>) => void;
  /** These messages are about to leave the list. */
  readonly leave: (items: readonly ScheduledItem[]) => void;
}

/** The recurring messages of a page, and whether the server can edit scheduled messages. */
export interface RecurrencePage {
  readonly recurrences: RecurrenceRows;
  readonly editable: boolean;
}

/**
 * Recurring messages as rows of the scheduled page: folded into one row, selected and acted on as
 * one.
 */
export class RecurrenceRows {
  /** Target of the schedule dialog: a message to repeat, or a group. */
  dialogTarget = $state.raw<ScheduledItem | RecurrenceGroup>();
  isDialogOpen = $state(false);
  /** The group whose text is being edited. */
  #editing = $state<string>();
  /** Keys of groups whose messages are also listed. */
  readonly #unfolded = new SvelteSet<string>();

  constructor(
    readonly recurringActions: RecurringMessageActions,
    private readonly at: RecurrencePageContext,
  ) {}

  get(key: string | undefined): RecurrenceGroup | undefined {
    return this.recurringActions.get(key);
  }

  chooseRule(of: ScheduledItem | RecurrenceGroup): void {
    this.dialogTarget = of;
    this.isDialogOpen = true;
  }

  isEditing({ key }: RecurrenceGroup): boolean {
    return this.#editing === key;
  }

  edit(group: RecurrenceGroup): void {
    this.#editing = group.key;
    if (group.key !== this.at.current()) this.at.open(group);
  }

  stopEditing(): void {
    this.#editing = undefined;
  }

  open(item: ScheduledItem): void {
    this.at.open(item);
  }

  removeAll(group: RecurrenceGroup): void {
    const items = group.members.map(({ item }) => item);
    void this.recurringActions.remove(group, items);
    this.at.leave([...items, { ...items[0]!, key: group.key }]);
  }

  fold(rows: readonly ScheduledItem[]): readonly FoldedItem[] {
    return foldGroups(rows, this.recurringActions.groups, this.#unfolded);
  }

  isUnfolded(key: string): boolean {
    return this.#unfolded.has(key);
  }

  toggle({ key }: RecurrenceGroup, open = !this.#unfolded.has(key)): void {
    if (open) this.#unfolded.add(key);
    else this.#unfolded.delete(key);
  }

  /** Left and right arrows fold and unfold. Returns the key of the row that gets the focus. */
  unfoldBy(event: KeyboardEvent, { key, group }: FoldedItem): string | undefined {
    const own = group ?? this.recurringActions.groups.of.get(key);
    const isRtl = document.documentElement.dir === 'rtl';
    const open = { ArrowRight: !isRtl, ArrowLeft: isRtl }[event.key];
    if (!own || open === undefined) return undefined;
    event.preventDefault();
    this.toggle(own, open);
    return own.key;
  }

  /** The group of the focused row. `item` is the message there, or the one folded into it. */
  under(active: string | undefined, item: ScheduledItem | undefined): RecurrenceGroup | undefined {
    const own = this.get(active);
    if (own) return own;
    const group = item && this.recurringActions.groups.of.get(item.key);
    return group && (!this.isUnfolded(group.key) || item.key !== active) ? group : undefined;
  }

  /** Keys that selecting this row adds: its own and those of the messages folded into it. */
  keysOf({ key, group }: FoldedItem): readonly string[] {
    return group ? [key, ...group.members.map(({ item }) => item.key)] : [key];
  }

  /** The group that consists of exactly these messages. */
  whole(items: readonly ScheduledItem[]): RecurrenceGroup | undefined {
    const [first] = items;
    const group = first && this.recurringActions.groups.of.get(first.key);
    const keys = new Set(items.map(({ key }) => key));
    const isWhole =
      group?.members.length === keys.size && group.members.every(({ item }) => keys.has(item.key));
    return isWhole && items.length > 1 ? group : undefined;
  }

  /**
   * Moves recurring messages that are completely included, each as one. Returns the other messages.
   */
  moveWhole(items: readonly ScheduledItem[], seconds: number): readonly ScheduledItem[] {
    const keys = new Set(items.map(({ key }) => key));
    const groups = new Set(
      items.flatMap(({ key }) => this.recurringActions.groups.of.get(key) ?? []),
    );
    const moved = [...groups].filter(
      (group) =>
        group.recurrence !== null &&
        group.members.every(({ item }) => keys.has(item.key)) &&
        this.recurringActions.canMove(group, seconds),
    );
    for (const group of moved) void this.recurringActions.move(group, seconds);
    return items.filter(
      ({ key }) => !moved.some((one) => one === this.recurringActions.groups.of.get(key)),
    );
  }
}
