import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import { ApiError } from '../../api/errors';
import {
  deleteScheduledMessage,
  updateScheduledMessage,
  type ScheduledMessage,
} from '../../api/scheduled-messages';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import type { Toasts } from '../../ui/toasts.svelte';
import type { Drafts } from '../drafts/drafts.svelte';
import { scheduleOnce } from '../drafts/schedule-once';
import { addressed, itemOf, sameBody, sameRecipient, type Body, type Item } from './item';

/** Calls under way at once. */
const atOnce = 4;

/**
 * The scheduled messages of an account as they are shown, and what the server is asked to change about
 * them. What is asked for shows at once, and as it was again where the server refuses.
 */
export class ScheduleChanges {
  /** Gone from sight while the server is asked. */
  readonly #leaving = new SvelteSet<number>();
  /** New times that the server is asked for. */
  readonly #moving = new SvelteMap<number, number>();

  readonly items: readonly Item[] = $derived.by(() =>
    (this.account.state?.scheduled_messages ?? [])
      .filter(({ scheduled_message_id: id }) => !this.#leaving.has(id))
      .map((message) => {
        const time = this.#moving.get(message.scheduled_message_id);
        const item = itemOf(message);
        return time === undefined ? item : { ...item, timestamp: time, failed: false };
      })
      .sort((a, b) => a.timestamp - b.timestamp),
  );

  constructor(
    private readonly account: Account,
    private readonly toasts: Toasts,
    private readonly drafts: Pick<Drafts, 'limits'>,
  ) {}

  /** Throws what the server answers. What does not differ is not sent. */
  async update(item: Item, body: Body, time = item.timestamp): Promise<void> {
    const changes = {
      ...(!sameRecipient(item.body, body) && addressed(body)),
      ...(item.body.content !== body.content && { content: body.content }),
      ...((item.timestamp !== time || item.failed) && { scheduled_delivery_timestamp: time }),
    };
    if (Object.keys(changes).length === 0) return;
    await this.account.call(updateScheduledMessage, { scheduled_message_id: item.id, ...changes });
    const message = this.#wire(item.id);
    const isTold =
      message && sameBody(itemOf(message).body, { ...body, content: body.content.trim() });
    if (!message || (isTold && message.scheduled_delivery_timestamp === time)) return;
    this.#assume({
      ...message,
      ...(!isTold && { ...plain(body), content: body.content, rendered_content: '' }),
      scheduled_delivery_timestamp: time,
      failed: false,
    });
  }

  /** Those that the server has moved. */
  async move(items: readonly Item[], timeOf: (item: Item) => number): Promise<readonly Item[]> {
    for (const item of items) this.#moving.set(item.id, timeOf(item));
    const moved = await this.each(items, (item) => this.update(item, item.body, timeOf(item)));
    for (const { id } of items) this.#moving.delete(id);
    return moved;
  }

  /** Those that are deleted. Puts into `refused` those that certainly are not. */
  async remove(items: readonly Item[], refused = new Set<Item>()): Promise<readonly Item[]> {
    for (const { id } of items) this.#leaving.add(id);
    const gone = await this.each(items, async (item) => {
      const { id } = item;
      try {
        await this.account.call(deleteScheduledMessage, { scheduled_message_id: id });
      } catch (failure) {
        if (failure instanceof ApiError) refused.add(item);
        throw failure;
      }
      this.account.assume({ kind: 'scheduled_messages/remove', id: -1, scheduled_message_id: id });
    });
    for (const { id } of items) this.#leaving.delete(id);
    return gone;
  }

  /** Once, whatever becomes of the reply. */
  async create({ body, timestamp }: Item): Promise<void> {
    await scheduleOnce(this.account, { body, timestamp }, this.drafts.limits, undefined);
  }

  /** Runs it for all, a few at a time, and tells of the first failure. Those that went well. */
  async each(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<Item[]> {
    const done: Item[] = [];
    let failure: unknown;
    const waiting = [...items];
    const work = async () => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        try {
          await run(item);
          done.push(item);
        } catch (thrown) {
          failure ??= thrown;
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (failure !== undefined) this.#complain(failure);
    return done;
  }

  /** Whether it went well; if not, that is told. */
  async guard(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (failure) {
      this.#complain(failure);
      return false;
    }
  }

  #complain(failure: unknown): void {
    const text = m.scheduled_unchanged({ reason: describe(failure) });
    this.toasts.show({ key: 'scheduled-unchanged', tone: 'danger', text });
  }

  #wire(id: number): ScheduledMessage | undefined {
    return this.account.state?.scheduled_messages?.find((one) => one.scheduled_message_id === id);
  }

  #assume(scheduled_message: ScheduledMessage): void {
    this.account.assume({ kind: 'scheduled_messages/update', id: -1, scheduled_message });
  }
}

/** The recipient as a scheduled message has it. */
function plain({ type, to, topic }: Body) {
  return type === 'stream'
    ? { type: 'stream' as const, to: to[0] ?? 0, topic }
    : { type: 'private' as const, to: [...to], topic: undefined };
}
