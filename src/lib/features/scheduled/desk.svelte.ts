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
import { recipientWords } from '../compose/recipient-words';
import type { Desk as DraftDesk } from '../drafts/desk.svelte';
import type { Drafts } from '../drafts/drafts.svelte';
import { scheduleOnce } from '../drafts/schedule-once';
import { addressed, itemOf, sameBody, sameRecipient, type Body, type Item } from './item';
import { createPreflight, type Problem } from './preflight';
import { absoluteTime } from './time/format';
import { styleOf } from './when';

interface Drafted {
  readonly item: Item;
  readonly key: string;
}

/** Calls under way at once. */
const atOnce = 4;

/** A message that would go out sooner than this can't be scheduled in time; seconds. */
const soonest = 5;

const seconds = () => Math.floor(Date.now() / 1000);

/**
 * The scheduled messages of an account, and what a person does to them: each with its notice and,
 * where there is one, a way back. Nothing throws: what fails is told, and nothing is changed then.
 */
export class ScheduleDesk {
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

  readonly #preflight = $derived.by(() => {
    const { state, user_id, users, channels, subscriptions } = this.account;
    return createPreflight({ state, user_id, users, channels, subscriptions });
  });
  /** What would not be sent if it were its time now, by key. */
  readonly problems: ReadonlyMap<string, Problem> = $derived.by(() => {
    const found = this.items.flatMap(({ key, body, failed }) => {
      const problem = failed ? null : this.#preflight(body);
      return problem ? [[key, problem] as const] : [];
    });
    return new Map(found);
  });

  constructor(
    private readonly account: Account,
    private readonly drafts: Drafts,
    private readonly toasts: Toasts,
    private readonly draftDesk: Pick<DraftDesk, 'sendNew'>,
  ) {}

  get(key: string | undefined): Item | undefined {
    return key === undefined ? undefined : this.items.find((item) => item.key === key);
  }

  /** What stands against a text that is being written. */
  problemOf(body: Body): Problem | null {
    return this.#preflight(body);
  }

  /** Gives each a time, in UNIX seconds. */
  async reschedule(items: readonly Item[], timeOf: (item: Item) => number): Promise<void> {
    const ahead = items.filter((item) => timeOf(item) >= seconds() + soonest);
    const past = items.length - ahead.length;
    if (past > 0) this.toasts.show({ text: m.scheduled_past({ count: past }) });
    if (ahead.length === 0) return;
    const moved = await this.#move(ahead, timeOf);
    const [only] = moved;
    if (!only) return;
    const back = moved.filter(({ timestamp }) => timestamp >= seconds() + soonest);
    this.#tell(
      'scheduled-moved',
      moved.length === 1
        ? m.scheduled_moved_one({ time: this.#words(timeOf(only)) })
        : m.scheduled_moved({ count: moved.length }),
      back.length === moved.length && (() => void this.#moveBack(moved)),
    );
  }

  async remove(items: readonly Item[]): Promise<void> {
    const gone = await this.#delete(items);
    const [only] = gone;
    if (!only) return;
    this.#tell(
      'scheduled-deleted',
      gone.length === 1
        ? m.scheduled_deleted_one({ recipient: recipientWords(only.body, this.account) })
        : m.scheduled_deleted({ count: gone.length }),
      () => void this.#recreate(gone),
    );
  }

  /** The text is a draft before it stops being scheduled: it is never nowhere. */
  async toDrafts(items: readonly Item[]): Promise<void> {
    const moved = await this.#exchange(items);
    const [only] = moved;
    if (!only) return;
    this.#tell(
      'scheduled-drafted',
      moved.length === 1
        ? m.scheduled_drafted_one({ recipient: recipientWords(only.item.body, this.account) })
        : m.scheduled_drafted({ count: moved.length }),
      () => void this.#undraft(moved),
    );
  }

  /**
   * There is no operation for it. The message stops being scheduled first, so that it can't go out
   * twice, and is then sent as any draft is: what fails or waits stays among the drafts.
   */
  async sendNow(items: readonly Item[]): Promise<void> {
    for (const { key, item } of await this.#exchange(items)) {
      this.draftDesk.sendNew(key, item.body);
    }
  }

  async copy({ body }: Item): Promise<void> {
    try {
      await navigator.clipboard.writeText(body.content);
      this.toasts.show({ key: 'scheduled-copied', text: m.scheduled_copied() });
    } catch {
      this.toasts.show({ tone: 'danger', text: m.scheduled_copy_failed() });
    }
  }

  /** Throws what the server answers; the item stays as it was then. */
  async save(item: Item, body: Body, time = item.timestamp): Promise<void> {
    await this.#update(item, body, time);
    const isBackAhead = item.timestamp >= seconds() + soonest;
    this.#tell(
      'scheduled-saved',
      m.scheduled_saved({ time: this.#words(time) }),
      isBackAhead && (() => void this.#guard(() => this.#update({ ...item, body }, item.body))),
    );
  }

  /** A draft of this text; its key. */
  draft(body: Body): string {
    const key = this.drafts.create(body);
    this.drafts.edit(key, body.content);
    this.drafts.blur(key);
    return key;
  }

  async #update(item: Item, body: Body, time = item.timestamp): Promise<void> {
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
  async #move(items: readonly Item[], timeOf: (item: Item) => number): Promise<readonly Item[]> {
    for (const item of items) this.#moving.set(item.id, timeOf(item));
    const moved = await this.#each(items, (item) => this.#update(item, item.body, timeOf(item)));
    for (const { id } of items) this.#moving.delete(id);
    return moved;
  }

  async #moveBack(items: readonly Item[]): Promise<void> {
    const present = items.flatMap((item) => this.get(item.key) ?? []);
    const times = new Map(items.map((item) => [item.id, item.timestamp]));
    const moved = await this.#move(present, (item) => times.get(item.id) ?? item.timestamp);
    if (moved.length > 0) this.#tell('scheduled-moved', m.scheduled_moved_back());
  }

  /** Those that are deleted. Puts into `refused` those that certainly are not. */
  async #delete(items: readonly Item[], refused = new Set<Item>()): Promise<readonly Item[]> {
    for (const { id } of items) this.#leaving.add(id);
    const gone = await this.#each(items, async (item) => {
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

  /**
   * Drafts instead of scheduled messages, as far as the server lets go of them. Where no answer
   * came the message may be gone, so its draft stays.
   */
  async #exchange(items: readonly Item[]): Promise<readonly Drafted[]> {
    const drafted = items.map((item) => ({ item, key: this.draft(item.body) }));
    const refused = new Set<Item>();
    const gone = new Set(await this.#delete(items, refused));
    this.drafts.remove(drafted.filter(({ item }) => refused.has(item)).map(({ key }) => key));
    if (gone.size + refused.size < items.length) {
      this.toasts.show({
        key: 'scheduled-unchanged',
        tone: 'danger',
        text: m.scheduled_unanswered(),
      });
    }
    return drafted.filter(({ item }) => gone.has(item));
  }

  /** A draft that was written on meanwhile stays one. */
  async #undraft(drafted: readonly Drafted[]): Promise<void> {
    const same = drafted.filter(({ key, item }) => {
      const draft = this.drafts.get(key);
      return draft && sameBody(draft.body, item.body);
    });
    for (const { key, item } of same) {
      if (await this.#guard(() => this.#create(item))) this.drafts.remove([key]);
    }
  }

  async #recreate(items: readonly Item[]): Promise<void> {
    const late = items.filter(({ timestamp }) => timestamp < seconds() + soonest);
    const created = new Set(
      await this.#each(
        items.filter((item) => !late.includes(item)),
        (item) => this.#create(item),
      ),
    );
    const rest = items.filter((item) => !created.has(item));
    for (const { body } of rest) this.draft(body);
    if (rest.length > 0) this.toasts.show({ text: m.scheduled_restored_as_draft() });
  }

  async #create({ body, timestamp }: Item): Promise<void> {
    await scheduleOnce(this.account.call, { body, timestamp }, this.drafts.limits, undefined);
  }

  /** Runs it for all, a few at a time, and tells of the first failure. Those that went well. */
  async #each(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<Item[]> {
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

  async #guard(run: () => Promise<void>): Promise<boolean> {
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

  #tell(key: string, text: string, undo: (() => void) | false = false): void {
    const action = undo && { action: { label: m.scheduled_undo(), run: undo } };
    this.toasts.show({ key, text, ...action });
  }

  #words(timestamp: number): string {
    return absoluteTime(timestamp, seconds(), styleOf(this.account), true);
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
