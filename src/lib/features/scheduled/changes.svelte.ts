import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import { failureOf } from '../../client/outbox/failure';
import type { Outbox, Outcome } from '../../client/outbox/outbox.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { fieldsOf, type Body, type Item } from './item';
import { laidOver } from './laid-over';
import { changeWords } from './problem-words';

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
export class ScheduleChanges {
  readonly items: readonly Item[] = $derived.by(() =>
    laidOver(this.account.state?.scheduled_messages ?? [], this.outbox.of('scheduled')),
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
      from: item.change?.from === null ? null : fieldsOf(item.body, item.timestamp),
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

  /** Puts into `refused` those that certainly are not deleted, or with `must` not by this. */
  remove(items: readonly Item[], refused = new Set<Item>(), must?: boolean): Promise<Asked> {
    return this.#each(items, async (item) => {
      const { id: row, change, body, timestamp } = item;
      const from = change?.from === null ? null : fieldsOf(body, timestamp);
      const outcome = await this.outbox.ask({ kind: 'scheduled', row, from, to: null, must });
      if (outcome.state === 'problem') refused.add(item);
      return this.#takeBack(outcome);
    });
  }

  /** Schedules again what was deleted; puts the keys that they have now into `keys`. */
  create(items: readonly Item[], keys: string[]): Promise<Asked> {
    return this.#each(items, async ({ id, body, timestamp }) => {
      const to = fieldsOf(body, timestamp);
      const pending = this.outbox.for('scheduled', id);
      if (pending) {
        keys.push(String(id));
        return this.#takeBack(await this.outbox.ask({ ...pending, to }));
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
    if (failure !== undefined) this.#complain(failure);
    return { taken: items.filter((item) => taken.includes(item)), isWaiting };
  }

  /** Asked for here and now, it is told here and now; only what went wrong later stays in the row. */
  #takeBack(outcome: Outcome): boolean {
    if (outcome.state !== 'problem') return outcome.state === 'waits';
    const { change } = outcome;
    void this.outbox.drop(change);
    throw failureOf(change) ?? new Untaken(changeWords(change));
  }

  #complain(failure: unknown): void {
    const reason = failure instanceof Untaken ? failure.message : describe(failure);
    const text = m.scheduled_unchanged({ reason });
    this.toasts.show({ key: 'scheduled-unchanged', tone: 'danger', text });
  }
}

/** Why it can't be done, in words. */
class Untaken extends Error {}
