import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import type { Toasts } from '../../ui/toasts.svelte';
import { recipientWords } from '../compose/recipient-words';
import type { Desk as DraftDesk } from '../drafts/desk.svelte';
import type { Drafts } from '../drafts/drafts.svelte';
import { LinkedFiles } from '../uploads/linked';
import { ScheduleChanges } from './changes.svelte';
import { sameBody, type Body, type Item } from './item';
import { createPreflight, type Problem } from './preflight';
import { absoluteTime } from './time/format';
import { styleOf } from './when';

interface Drafted {
  readonly item: Item;
  readonly key: string;
}

/** A message that would go out sooner than this can't be scheduled in time; seconds. */
const soonest = 5;

const seconds = () => Math.floor(Date.now() / 1000);

/**
 * The scheduled messages of an account, and what a person does to them: each with its notice and,
 * where there is one, a way back. Nothing throws: what fails is told, and nothing is changed then.
 */
export class ScheduleDesk {
  readonly #changes: ScheduleChanges;
  readonly #files: LinkedFiles;
  readonly #preflight = $derived.by(() => {
    const { state, user_id, users, channels, subscriptions } = this.account;
    return createPreflight({ state, user_id, users, channels, subscriptions });
  });
  /** What would not be sent if it were its time now, or not whole, by key. */
  readonly problems: ReadonlyMap<string, Problem> = $derived.by(() => {
    const found = this.items.flatMap(({ key, body, failed }) => {
      const problem = failed ? null : this.problemOf(body);
      return problem ? [[key, problem] as const] : [];
    });
    return new Map(found);
  });

  constructor(
    private readonly account: Account,
    private readonly drafts: Drafts,
    private readonly toasts: Toasts,
    private readonly draftDesk: Pick<DraftDesk, 'sendNew'>,
  ) {
    this.#changes = new ScheduleChanges(account, toasts, drafts);
    this.#files = new LinkedFiles(account);
  }

  /** By time. */
  get items(): readonly Item[] {
    return this.#changes.items;
  }

  get(key: string | undefined): Item | undefined {
    return key === undefined ? undefined : this.items.find((item) => item.key === key);
  }

  /** What stands against a text that is being written. */
  problemOf(body: Body): Problem | null {
    return this.#preflight(body) ?? this.#fileProblem(body);
  }

  /** For an effect: asks about the files that messages, and texts being written, link. */
  lookForFiles(texts = this.items.map(({ body }) => body.content)): void {
    this.#files.look(texts);
  }

  #fileProblem({ content }: Body): Problem | null {
    const [first] = this.#files.missingIn(content);
    return first ? `file_${first.what}` : null;
  }

  /** Gives each a time, in UNIX seconds. */
  async reschedule(items: readonly Item[], timeOf: (item: Item) => number): Promise<void> {
    const ahead = items.filter((item) => timeOf(item) >= seconds() + soonest);
    const past = items.length - ahead.length;
    if (past > 0) this.toasts.show({ text: m.scheduled_past({ count: past }) });
    if (ahead.length === 0) return;
    const moved = await this.#changes.move(ahead, timeOf);
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
    const gone = await this.#changes.remove(items);
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

  async copy({ body }: Pick<Item, 'body'>): Promise<void> {
    try {
      await navigator.clipboard.writeText(body.content);
      this.toasts.show({ key: 'scheduled-copied', text: m.scheduled_copied() });
    } catch {
      this.toasts.show({ tone: 'danger', text: m.scheduled_copy_failed() });
    }
  }

  /** Throws what the server answers; the item stays as it was then. */
  async save(item: Item, body: Body, time = item.timestamp): Promise<void> {
    await this.#changes.update(item, body, time);
    const isBackAhead = item.timestamp >= seconds() + soonest;
    this.#tell(
      'scheduled-saved',
      m.scheduled_saved({ time: this.#words(time) }),
      isBackAhead &&
        (() => void this.#changes.guard(() => this.#changes.update({ ...item, body }, item.body))),
    );
  }

  /** A draft of this text; its key. */
  draft(body: Body): string {
    const key = this.drafts.create(body);
    this.drafts.edit(key, body.content);
    this.drafts.blur(key);
    return key;
  }

  async #moveBack(items: readonly Item[]): Promise<void> {
    const present = items.flatMap((item) => this.get(item.key) ?? []);
    const times = new Map(items.map((item) => [item.id, item.timestamp]));
    const moved = await this.#changes.move(present, (item) => times.get(item.id) ?? item.timestamp);
    if (moved.length > 0) this.#tell('scheduled-moved', m.scheduled_moved_back());
  }

  /**
   * Drafts instead of scheduled messages, as far as the server lets go of them. Where no answer
   * came the message may be gone, so its draft stays.
   */
  async #exchange(items: readonly Item[]): Promise<readonly Drafted[]> {
    const drafted = items.map((item) => ({ item, key: this.draft(item.body) }));
    const refused = new Set<Item>();
    const gone = new Set(await this.#changes.remove(items, refused));
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
      if (await this.#changes.guard(() => this.#changes.create(item))) this.drafts.remove([key]);
    }
  }

  async #recreate(items: readonly Item[]): Promise<void> {
    const late = items.filter(({ timestamp }) => timestamp < seconds() + soonest);
    const created = new Set(
      await this.#changes.each(
        items.filter((item) => !late.includes(item)),
        (item) => this.#changes.create(item),
      ),
    );
    const rest = items.filter((item) => !created.has(item));
    for (const { body } of rest) this.draft(body);
    if (rest.length > 0) this.toasts.show({ text: m.scheduled_restored_as_draft() });
  }

  #tell(key: string, text: string, undo: (() => void) | false = false): void {
    const action = undo && { action: { label: m.scheduled_undo(), run: undo } };
    this.toasts.show({ key, text, ...action });
  }

  #words(timestamp: number): string {
    return absoluteTime(timestamp, seconds(), styleOf(this.account), true);
  }
}
