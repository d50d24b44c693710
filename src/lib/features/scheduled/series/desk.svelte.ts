import { m } from '$lib/paraglide/messages';
import { useAccount, type Account } from '../../../client/account.svelte';
import { newId } from '../../../client/new-id';
import { useRooms, type AccountRooms } from '../../../client/rooms.svelte';
import { useToasts } from '../../../client/toasts';
import type { Toasts } from '../../../ui/toasts.svelte';
import type { Body } from '../../../writing/body';
import { itemOf, type Item } from '../messages/item';
import { groupsOf, type Group } from './groups';
import { Jobs, type Job } from './jobs.svelte';
import { SeriesStore } from './series-store.svelte';
import { inLock } from './lock';
import { planMove, planNew, planRemoval, planRule, planText, type Plan } from './plans';
import { missingTimes, settled } from './record';
import type { Rule } from './rule';
import type { Step } from './steps';

const seconds = () => Math.floor(Date.now() / 1000);

/**
 * The series of an account, and what a person does to them. A series is a run of ordinary scheduled
 * messages: each change is one call per message, in order, and `jobOf` says how far it is. The
 * promises are true once all is done.
 */
export class SeriesDesk {
  readonly #store: SeriesStore;
  readonly #jobs: Jobs;

  readonly #items: readonly Item[] = $derived.by(() =>
    (this.account.state?.scheduled_messages ?? [])
      .map(itemOf)
      .sort((a, b) => a.timestamp - b.timestamp),
  );
  readonly groups = $derived.by(() => groupsOf(this.#items, this.#store.all));

  constructor(
    private readonly account: Account,
    private readonly toasts: Toasts,
  ) {
    this.#store = new SeriesStore(account.id);
    this.#jobs = new Jobs(account, toasts, this.#store);
    $effect(() => this.#store.follow());
  }

  /** Whether rules outlast this window. */
  get stored(): boolean {
    return this.#store.stored;
  }

  get(key: string | undefined): Group | undefined {
    return this.groups.all.find((group) => group.key === key);
  }

  jobOf(key: string): Job | undefined {
    return this.#jobs.get(key);
  }

  /** A new series under a key of `freshKey`. `first`, scheduled already, becomes the first of it. */
  create(
    key: string,
    rule: Rule,
    body: Body,
    more: { readonly first?: Item | undefined; readonly onUndo?: () => void | Promise<void> } = {},
  ): Promise<boolean> {
    const id = key.slice(prefix.length);
    const told = (count: number) =>
      m.series_created({ count: this.#store.fresh(id)?.planned.length ?? count });
    return this.#jobs.start(key, { what: 'create', id, told, onUndo: more.onUndo }, () =>
      planNew(id, rule, body, seconds(), more.first),
    );
  }

  setText(group: Group, body: Body, keepChanged: boolean): Promise<boolean> {
    const told = (count: number) => m.series_text_saved({ count });
    return this.#change(group, 'text', told, (now) => planText(now, body, keepChanged));
  }

  /** Messages without a rule get one. */
  setRule(group: Group, rule: Rule, keepChanged: boolean): Promise<boolean> {
    const id = group.series?.id ?? newId();
    return this.#jobs.start(group.key, { what: 'times', id, told: () => m.series_moved() }, () =>
      planRule(id, this.get(group.key) ?? group, rule, seconds(), keepChanged),
    );
  }

  /** False where it can't be said as a rule, or one would be in the past. */
  mayMove(group: Group, by: number): boolean {
    return planMove(group, by, seconds()) !== null;
  }

  /** By seconds. */
  move(group: Group, by: number): Promise<boolean> {
    const told = () => m.series_moved();
    return this.#change(group, 'times', told, (now) => planMove(now, by, seconds()));
  }

  /** Some of its messages, or all; with the last one the rule goes. */
  remove(group: Group, items: readonly Item[], onUndo?: () => void): Promise<boolean> {
    const keys = new Set(items.map(({ key }) => key));
    const told = (count: number) => m.scheduled_deleted({ count });
    return this.#change(group, 'delete', told, (now) => planRemoval(now, keys), onUndo);
  }

  /** Deletes those that belong to a series with a rule; the others are the result. */
  removeOf(items: readonly Item[], onUndo: (keys: readonly string[]) => void): readonly Item[] {
    const found = new Map<Group, Item[]>();
    const rest = items.filter((item) => {
      const group = this.groups.of.get(item.key);
      if (group?.series) found.set(group, [...(found.get(group) ?? []), item]);
      return !group?.series;
    });
    for (const [group, own] of found) {
      void this.remove(group, own, () => onUndo([group.key]));
    }
    return rest;
  }

  /** No more are made; those ahead still go out. */
  stop({ series }: Group): void {
    const now = series && this.#store.fresh(series.id);
    if (!now) return;
    this.#store.put({ ...now, stopped: true });
    this.toasts.show({
      key: 'series-stopped',
      text: m.series_stopped(),
      action: { label: m.scheduled_undo(), run: () => this.#resume(now.id) },
    });
  }

  resume({ series }: Group): void {
    if (series) this.#resume(series.id);
  }

  /** Schedules what has come near enough, for every rule, and forgets rules that have ended. */
  async topUp(): Promise<void> {
    for (const { id } of this.#store.all) {
      await inLock(this.account.id, () => this.#topUpOne(id));
    }
  }

  /** The rest of what has stopped. */
  goOn(key: string): Promise<void> {
    return this.#jobs.goOn(key);
  }

  /** Takes back what is done of what has stopped. */
  undo(key: string): void {
    this.#jobs.undo(key);
  }

  #change(
    group: Group,
    what: 'text' | 'times' | 'delete',
    told: (count: number) => string,
    plan: (now: Group) => Plan | null,
    onUndo?: () => void,
  ): Promise<boolean> {
    const order = { what, id: group.series?.id ?? null, told, onUndo };
    return this.#jobs.start(group.key, order, () => plan(this.get(group.key) ?? group));
  }

  #resume(id: string): void {
    const now = this.#store.fresh(id);
    if (!now) return;
    this.#store.put({ ...now, stopped: false, refused: null });
    void this.topUp();
  }

  async #topUpOne(id: string): Promise<void> {
    const key = prefix + id;
    const series = this.#store.fresh(id);
    const { live, state } = this.account;
    if (!series || !live || !state?.scheduled_messages || this.#jobs.get(key)) return;
    const now = seconds();
    const left = settled(series, this.#items, now);
    if (!left) return this.#store.drop(id);
    if (left !== series) this.#store.put(left);
    const times = left.refused === null ? missingTimes(left, now) : [];
    const { body } = left;
    const steps = times.map((timestamp): Step => ({ kind: 'create', to: { body, timestamp } }));
    if (steps.length > 0) await this.#jobs.topUp(key, left, steps);
  }
}

const prefix = 'series-';

/** Key of a series that is to be made. */
export const freshKey = () => prefix + newId();

/** The account's one. */
export function seriesOf(rooms: AccountRooms, account: Account, toasts: Toasts): SeriesDesk {
  return rooms.one(SeriesDesk, () => new SeriesDesk(account, toasts));
}

/** The account's one; to be asked for while a component starts. */
export function useSeriesDesk(): SeriesDesk {
  return seriesOf(useRooms(), useAccount(), useToasts());
}
