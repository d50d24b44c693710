import { SvelteSet } from 'svelte/reactivity';
import type { Item } from '../messages/item';
import type { SeriesDesk } from './desk.svelte';
import { folded, type Entry, type Group } from './groups';

/** What a page with series gives to what is done with them. */
export interface SeriesPlace {
  /** Key of what is open. */
  readonly current: () => string | undefined;
  readonly open: (item: Pick<Item, 'key'>) => void;
  /** These are about to go from the list. */
  readonly leave: (items: readonly Item[]) => void;
  /** These are back, or about to be listed again; null: it is not known yet which. */
  readonly restored: (keys: readonly string[] | null) => void;
}

/** The series of a page, and whether the server can change scheduled messages. */
export interface SeriesPage {
  readonly series: SeriesRows;
  readonly editable: boolean;
}

/** Series as rows of the scheduled page: folded into one, chosen and acted on as one. */
export class SeriesRows {
  /** What a rule is asked for: a message to repeat, or a group. */
  asked = $state.raw<Item | Group>();
  asking = $state(false);
  /** The group whose text is being changed. */
  #editing = $state<string>();
  /** Keys of groups whose messages stand in the list, too. */
  readonly #unfolded = new SvelteSet<string>();

  constructor(
    readonly desk: SeriesDesk,
    private readonly at: SeriesPlace,
  ) {}

  get(key: string | undefined): Group | undefined {
    return this.desk.get(key);
  }

  chooseRule(of: Item | Group): void {
    this.asked = of;
    this.asking = true;
  }

  isEditing({ key }: Group): boolean {
    return this.#editing === key;
  }

  edit(group: Group): void {
    this.#editing = group.key;
    if (group.key !== this.at.current()) this.at.open(group);
  }

  stopEditing(): void {
    this.#editing = undefined;
  }

  open(item: Item): void {
    this.at.open(item);
  }

  removeAll(group: Group): void {
    const items = group.members.map(({ item }) => item);
    void this.desk.remove(group, items, () => this.at.restored([group.key]));
    this.at.leave([...items, { ...items[0]!, key: group.key }]);
  }

  fold(rows: readonly Item[]): readonly Entry[] {
    return folded(rows, this.desk.groups, this.#unfolded);
  }

  isUnfolded(key: string): boolean {
    return this.#unfolded.has(key);
  }

  toggle({ key }: Group, open = !this.#unfolded.has(key)): void {
    if (open) this.#unfolded.add(key);
    else this.#unfolded.delete(key);
  }

  /** Arrows along the line unfold and fold; the result is the key of the row to be on. */
  unfoldBy(event: KeyboardEvent, { key, group }: Entry): string | undefined {
    const own = group ?? this.desk.groups.of.get(key);
    const isRtl = document.documentElement.dir === 'rtl';
    const open = { ArrowRight: !isRtl, ArrowLeft: isRtl }[event.key];
    if (!own || open === undefined) return undefined;
    event.preventDefault();
    this.toggle(own, open);
    return own.key;
  }

  /** The group whose row is under the keyboard; `item` is the message there, or folded into it. */
  under(active: string | undefined, item: Item | undefined): Group | undefined {
    const own = this.get(active);
    if (own) return own;
    const group = item && this.desk.groups.of.get(item.key);
    return group && (!this.isUnfolded(group.key) || item.key !== active) ? group : undefined;
  }

  /** The keys that a choice of this row adds: its own, and those of the messages folded into it. */
  keysOf({ key, group }: Entry): readonly string[] {
    return group ? [key, ...group.members.map(({ item }) => item.key)] : [key];
  }

  /** The group that these are all of. */
  whole(items: readonly Item[]): Group | undefined {
    const [first] = items;
    const group = first && this.desk.groups.of.get(first.key);
    const keys = new Set(items.map(({ key }) => key));
    const isWhole =
      group?.members.length === keys.size && group.members.every(({ item }) => keys.has(item.key));
    return isWhole && items.length > 1 ? group : undefined;
  }

  /** Moves the series that are all among these, as series; the other messages are the result. */
  moveWhole(items: readonly Item[], seconds: number): readonly Item[] {
    const keys = new Set(items.map(({ key }) => key));
    const groups = new Set(items.flatMap(({ key }) => this.desk.groups.of.get(key) ?? []));
    const moved = [...groups].filter(
      (group) =>
        group.series !== null &&
        group.members.every(({ item }) => keys.has(item.key)) &&
        this.desk.mayMove(group, seconds),
    );
    for (const group of moved) void this.desk.move(group, seconds);
    return items.filter(({ key }) => !moved.some((one) => one === this.desk.groups.of.get(key)));
  }
}
