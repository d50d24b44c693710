import { SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../../client/account.svelte';
import { describe } from '../../../client/error-table';
import { failureOf } from '../../../client/outbox/failure';
import type { Outbox, Outcome } from '../../../client/outbox/outbox.svelte';
import type { Toasts } from '../../../ui/toasts.svelte';
import { inNames } from '../../../writing/recipient-names';
import { fieldsOf } from '../../../writing/timed-text';
import type { Body } from '../../../writing/body';
import { changeWords } from '../../../writing/change-words';
import type { Item } from './item';
import { laidOver } from './laid-over';

/** What came of asking for many. */
export interface Asked {
  /** Those that are done, or go out by themselves as soon as they can. */
  readonly taken: readonly Item[];
  /** Whether some of them wait. */
  readonly isWaiting: boolean;
}

/**
 * The scheduled messages of an account as they are shown, and what is wished of them. What is wished
 * shows at once, and goes by way of the outbox.
 */
export class ScheduledMessages {
  /** Out of sight while something is prepared. */
  readonly #leaving = new SvelteSet<number>();

  readonly items: readonly Item[] = $derived.by(() =>
    laidOver(this.account.state?.scheduled_messages ?? [], this.outbox.of('scheduled')).filter(
      ({ id }) => !this.#leaving.has(id),
    ),
  );

  constructor(
    private readonly account: Account,
    private readonly toasts: Toasts,
    private readonly outbox: Outbox,
  ) {}

  /** Whether it waits; throws what the server answers, and nothing is changed then. */
  async update(item: Item, body: Body, time = item.timestamp): Promise<boolean> {
    const outcome = await this.outbox.ask({
      kind: 'scheduled',
      row: item.id,
      from: fieldsOf(item.body, item.timestamp),
      to: fieldsOf(body, time),
    });
    return this.#takeBack(outcome);
  }

  /** As it was; what can't be is told. */
  async restore(item: Item, was: Item): Promise<void> {
    await this.#each([item], () => this.update(item, was.body, was.timestamp));
  }

  move(items: readonly Item[], timeOf: (item: Item) => number): Promise<Asked> {
    return this.#each(items, (item) => this.update(item, item.body, timeOf(item)));
  }

  remove(items: readonly Item[]): Promise<Asked> {
    return this.#each(items, async (item) => this.#takeBack(await this.#askToRemove(item)));
  }

  /** While it runs these are out of sight. */
  async hidden<T>(items: readonly Item[], run: () => Promise<T>): Promise<T> {
    for (const { id } of items) this.#leaving.add(id);
    try {
      return await run();
    } finally {
      for (const { id } of items) this.#leaving.delete(id);
    }
  }

  /**
   * Removes them for the drafts that hold their texts then, by key. Puts into `refused` those that are
   * not deleted, or not by this.
   */
  exchange(drafts: ReadonlyMap<Item, string>, refused: Set<Item>): Promise<Asked> {
    return this.#each([...drafts.keys()], async (item) => {
      const outcome = await this.#askToRemove(item, drafts.get(item));
      if (outcome.state === 'problem') refused.add(item);
      return this.#takeBack(outcome);
    });
  }

  #askToRemove({ id: row, body, timestamp }: Item, instead?: string): Promise<Outcome> {
    const from = fieldsOf(body, timestamp);
    const must = instead !== undefined;
    return this.outbox.ask({ kind: 'scheduled', row, from, to: null, must, instead });
  }

  /** Schedules again what was deleted; puts the keys that they have now into `keys`. */
  create(items: readonly Item[], keys: string[]): Promise<Asked> {
    return this.#each(items, async ({ id, body, timestamp }) => {
      const to = fieldsOf(body, timestamp);
      const pending = this.outbox.for('scheduled', id);
      if (pending) {
        const isWaiting = this.#takeBack(await this.outbox.amend(pending, { to }));
        keys.push(String(this.outbox.idOf(id)));
        return isWaiting;
      }
      const { row, outcome } = this.outbox.make('scheduled', to);
      const isWaiting = this.#takeBack(await outcome);
      keys.push(String(this.outbox.idOf(row)));
      return isWaiting;
    });
  }

  /** Asks for all, and tells of the first that is refused. */
  async #each(items: readonly Item[], ask: (item: Item) => Promise<boolean>): Promise<Asked> {
    const taken: Item[] = [];
    let isWaiting = false;
    let failure: unknown;
    const work = items.map(async (item) => {
      try {
        isWaiting = (await ask(item)) || isWaiting;
        taken.push(item);
      } catch (thrown) {
        failure ??= thrown;
      }
    });
    await Promise.all(work);
    if (failure instanceof Untaken) this.complain(failure.message);
    else if (failure !== undefined) this.complain(inNames(describe(failure), this.account));
    return { taken: items.filter((item) => taken.includes(item)), isWaiting };
  }

  /** Asked for here and now, it is told here and now; only what went wrong later stays in the row. */
  #takeBack(outcome: Outcome): boolean {
    if (outcome.state !== 'problem') return outcome.state === 'waits';
    const { change } = outcome;
    void this.outbox.drop(change);
    throw failureOf(change) ?? new Untaken(changeWords(change, this.account));
  }

  /** Says why nothing was changed. */
  complain(reason: string): void {
    const text = m.scheduled_unchanged({ reason });
    this.toasts.show({ key: 'scheduled-unchanged', tone: 'danger', text });
  }
}

/** Why it can't be done, in words. */
class Untaken extends Error {}
