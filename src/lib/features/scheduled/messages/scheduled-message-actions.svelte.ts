import { m } from '$lib/paraglide/messages';
import type { Account } from '../../../client/account/account.svelte';
import type { PendingChange } from '../../../client/outbox/pending-change';
import type { Outbox } from '../../../client/outbox/outbox.svelte';
import { absoluteTime } from '../../../time/format-time';
import { timeStyleOf } from '../../../time/time-style';
import type { ToastQueue } from '../../../ui/toast-queue.svelte';
import type { UndoRun } from '../../../ui/undo-stack.svelte';
import { copyText } from '../../../writing/message-text/copy-text';
import { recipientLabel } from '../../../writing/recipients/recipient-label';
import { timedTextOf } from '../../../writing/sending/timed-text';
import { isSameAddressedText, type AddressedText } from '../../../writing/sending/addressed-text';
import { ScheduledMessages } from './scheduled-messages.svelte';
import type { ScheduledItem } from './scheduled-item';
import type {
  DraftActionsPort,
  ScheduledDraftsPort,
  MissingFilesPort,
  SchedulePorts,
} from './schedule-ports';
import { createPreflight, isScheduleRefusal, type ScheduleProblem } from './preflight';
import { scheduleProblemLabel } from './schedule-problem-labels';
import { ReplacementDrafts } from './replacement-drafts.svelte';

interface Drafted {
  readonly item: ScheduledItem;
  readonly key: string;
}

interface Exchanged {
  readonly drafted: readonly Drafted[];
  readonly isWaiting: boolean;
}

/** A separator that no message contains. */
const between = '\0';

/** Messages due in less than this many seconds can't be scheduled in time. */
const minLeadSeconds = 5;

const seconds = () => Math.floor(Date.now() / 1000);
const isAhead = ({ timestamp }: ScheduledItem) => timestamp >= seconds() + minLeadSeconds;

/**
 * The scheduled messages of an account and the user's actions on them, each with a toast and, if
 * possible, undo. Methods don't throw: a failure shows a toast and changes nothing. There is one
 * instance per account, so that work under way stays hidden on the next page too.
 */
export class ScheduledMessageActions {
  private readonly drafts: ScheduledDraftsPort;
  private readonly draftActions: DraftActionsPort;
  #files: MissingFilesPort = $state.raw() as MissingFilesPort;
  readonly #changes: ScheduledMessages;
  readonly #standIns: ReplacementDrafts;
  readonly #preflight = $derived.by(() => {
    const { state, user_id, users, channels, subscriptions } = this.account;
    return createPreflight({ state, user_id, users, channels, subscriptions });
  });
  /**
   * A single string, because the list is a new array whenever the outbox is read, even with the
   * same texts.
   */
  readonly #texts: string = $derived(this.items.map(({ body }) => body.content).join(between));
  /**
   * Problems by key of messages, including failed ones, that couldn't be sent now, or not
   * completely.
   */
  readonly problems: ReadonlyMap<string, ScheduleProblem> = $derived.by(() => {
    const found = this.items.flatMap(({ key, body }) => {
      const problem = this.problemOf(body);
      return problem ? [[key, problem] as const] : [];
    });
    return new Map(found);
  });

  constructor(
    private readonly account: Account,
    private readonly toasts: ToastQueue,
    private readonly outbox: Outbox,
    private readonly ports: SchedulePorts,
  ) {
    this.drafts = ports.drafts;
    this.draftActions = ports.draftActions;
    this.#files = ports.createFiles();
    this.#changes = new ScheduledMessages(account, toasts, outbox);
    this.#standIns = new ReplacementDrafts(account, toasts, outbox, ports);
  }

  /** Call when a page opens: what was known about linked files can be outdated. */
  forgetFiles(): void {
    this.#files = this.ports.createFiles();
  }

  /** Sorted by time. */
  get items(): readonly ScheduledItem[] {
    return this.#changes.items.filter(({ id }) => !this.#standIns.has(id));
  }

  get(key: string | undefined): ScheduledItem | undefined {
    if (key === undefined) return undefined;
    const id = this.outbox.idOf(Number(key));
    return this.items.find((item) => item.id === id);
  }

  problemOf(body: AddressedText): ScheduleProblem | null {
    return this.#preflight(body) ?? this.#fileProblem(body);
  }

  /** Run in an effect: looks up the files that messages and texts being edited link to. */
  lookForFiles(texts = this.#texts.split(between)): void {
    this.#files.look(texts);
  }

  #fileProblem({ content }: AddressedText): ScheduleProblem | null {
    const [first] = this.#files.missingIn(content);
    return first ? `file_${first.what}` : null;
  }

  /** Reschedules each message to the time from `timeOf`, in UNIX seconds. */
  async reschedule(
    items: readonly ScheduledItem[],
    timeOf: (item: ScheduledItem) => number,
  ): Promise<void> {
    const ahead = items.filter((item) => timeOf(item) >= seconds() + minLeadSeconds);
    const past = items.length - ahead.length;
    if (past > 0) this.toasts.show({ text: m.scheduled_past({ count: past }) });
    if (ahead.length === 0) return;
    const { accepted: moved, isWaiting } = await this.#changes.move(ahead, timeOf);
    const [only] = moved;
    if (!only) return;
    const time = this.#words(timeOf(only));
    const back = moved.filter(isAhead);
    this.#tell(
      'scheduled-moved',
      isWaiting
        ? m.outbox_will_move({ time })
        : moved.length === 1
          ? m.scheduled_moved_one({ time })
          : m.scheduled_moved({ count: moved.length }),
      back.length === moved.length ? () => this.#moveBack(moved) : undefined,
    );
  }

  async remove(items: readonly ScheduledItem[]): Promise<void> {
    const { accepted: gone, isWaiting } = await this.#changes.remove(items);
    const [only] = gone;
    if (!only) return;
    this.drafts.remove(gone.flatMap(({ change }) => change?.draft ?? []));
    this.#tell(
      'scheduled-deleted',
      isWaiting
        ? m.outbox_will_delete()
        : gone.length === 1
          ? m.scheduled_deleted_one({ recipient: recipientLabel(only.body, this.account) })
          : m.scheduled_deleted({ count: gone.length }),
      () => this.#recreate(gone),
    );
  }

  /** The text is saved as a draft before it is unscheduled, so that it always exists somewhere. */
  async toDrafts(items: readonly ScheduledItem[]): Promise<void> {
    const { drafted: moved, isWaiting } = await this.#exchange(items);
    const [only] = moved;
    if (!only) return;
    this.#tell(
      'scheduled-drafted',
      isWaiting
        ? m.outbox_will_draft()
        : moved.length === 1
          ? m.scheduled_drafted_one({ recipient: recipientLabel(only.item.body, this.account) })
          : m.scheduled_drafted({ count: moved.length }),
      moved.every(({ item }) => isAhead(item)) ? () => this.#undraft(moved) : undefined,
    );
  }

  /** Messages without a known problem. For the others, a toast shows the problem. */
  sendable(items: readonly ScheduledItem[]): readonly ScheduledItem[] {
    const refusals = items.map(({ body }) => {
      const problem = this.problemOf(body);
      return problem && isScheduleRefusal(problem) ? problem : null;
    });
    const first = refusals.find((problem) => problem !== null);
    if (first) this.#changes.showRefusal(scheduleProblemLabel(first));
    return items.filter((_item, at) => refusals[at] === null);
  }

  /**
   * The API has no operation for this. A pending message is unscheduled first, so that it can't be
   * sent twice, once its text is safely saved as a draft. A failed message, which the server never
   * sends, stays there until its text has arrived.
   */
  async sendNow(items: readonly ScheduledItem[]): Promise<void> {
    for (const item of items.filter(({ failed }) => failed)) {
      const key = this.draft(item.body);
      this.#standIns.put(item, key);
      this.draftActions.sendNew(key, item.body);
    }
    let isWaiting = false;
    for (const { key, item } of (await this.#exchange(items.filter(({ failed }) => !failed)))
      .drafted) {
      const pending = this.outbox.changeOfRow('scheduled', item.id);
      if (pending) void this.#sendOnceGone(pending, key, item);
      else this.draftActions.sendNew(key, item.body);
      isWaiting ||= pending !== undefined;
    }
    if (isWaiting) this.toasts.show({ text: m.ui_sent_when_online() });
  }

  async #sendOnceGone(removal: PendingChange, key: string, { body }: ScheduledItem): Promise<void> {
    const { state } = await this.outbox.amend(removal, { send: key });
    // The removal finished before the follow-up could be recorded.
    const isLeft = state === 'done' && this.drafts.get(key)?.sending === null;
    if (isLeft) this.draftActions.sendNew(key, body);
  }

  copy({ body }: Pick<ScheduledItem, 'body'>): Promise<void> {
    return copyText(body.content, m.ui_text_copied(), this.toasts);
  }

  /** Throws the server's error; the item is unchanged then. */
  async save(item: ScheduledItem, body: AddressedText, time = item.timestamp): Promise<void> {
    const isWaiting = await this.#changes.update(item, body, time);
    // A message that isn't scheduled yet is stored as its draft until then.
    if (isWaiting && item.change?.draft !== undefined) this.#intoDraft({ ...item, body });
    const isBackAhead = isAhead(item);
    const words = { time: this.#words(time) };
    this.#tell(
      'scheduled-saved',
      isWaiting ? m.outbox_will_save(words) : m.scheduled_saved(words),
      isBackAhead
        ? () => this.#changes.restore({ ...item, body, timestamp: time }, item)
        : undefined,
    );
  }

  /** Discards a change that couldn't be completed. Its text becomes a draft. */
  giveUp({ change }: ScheduledItem): void {
    if (!change) return;
    if (change.problem !== 'perhaps') this.#keep(change);
    else if (change.draft !== undefined) this.drafts.remove([change.draft], 'sent');
    void this.outbox.drop(change);
  }

  /** Run in an effect: handles changes of messages that no longer exist. */
  clear(): void {
    for (const change of this.outbox.changesOfKind('scheduled')) {
      if (change.problem !== 'gone') continue;
      if (change.send !== undefined) this.drafts.remove([change.send]);
      const text = this.#keep(change) ? m.scheduled_rescued({ count: 1 }) : m.outbox_gone();
      this.toasts.show({ text });
      void this.outbox.drop(change);
    }
  }

  /** Keeps the changed text as a draft. Returns whether there was one. */
  #keep({ from, to, draft }: PendingChange): boolean {
    if (
      !from ||
      !to ||
      draft !== undefined ||
      isSameAddressedText(timedTextOf(from), timedTextOf(to))
    )
      return false;
    this.draft(timedTextOf(to));
    return true;
  }

  /** Requests the change again, overwriting what was changed elsewhere. */
  insist(item: ScheduledItem): void {
    const to = item.change?.to;
    if (!item.change) return;
    if (to) {
      const { timestamp, ...body } = timedTextOf(to);
      void this.save(item, body, timestamp);
    } else void this.remove([item]);
  }

  draft(body: AddressedText): string {
    const key = this.drafts.create(body);
    this.drafts.edit(key, body.content);
    this.drafts.blur(key);
    return key;
  }

  async #moveBack(items: readonly ScheduledItem[]): Promise<void> {
    const present = items.flatMap((item) => this.get(item.key) ?? []);
    const times = new Map(items.map((item) => [item.id, item.timestamp]));
    const timeOf = (item: ScheduledItem) => times.get(item.id) ?? item.timestamp;
    const { accepted: taken } = await this.#changes.move(present, timeOf);
    if (taken.length > 0) this.#tell('scheduled-moved', m.scheduled_moved_back());
  }

  /**
   * Replaces scheduled messages with drafts: saves each draft first, then deletes the message, so
   * that the text is never only on this device.
   */
  #exchange(items: readonly ScheduledItem[]): Promise<Exchanged> {
    return this.#changes.hidden(items, async () => {
      const drafted = items.map((item) => ({ item, key: this.#intoDraft(item) }));
      return this.#releaseDrafted(await this.#safe(drafted));
    });
  }

  /** Returns those that are safely saved as drafts. The others are undone and a toast shows why. */
  async #safe(drafted: readonly Drafted[]): Promise<readonly Drafted[]> {
    const refused = await this.draftActions.keep(drafted.map(({ key }) => key));
    const [why] = refused.values();
    if (why !== undefined) this.#changes.showRefusal(why);
    this.#undo(drafted.filter(({ key }) => refused.has(key)));
    return drafted.filter(({ key }) => !refused.has(key));
  }

  async #releaseDrafted(drafted: readonly Drafted[]): Promise<Exchanged> {
    const refused = new Set<ScheduledItem>();
    const drafts = new Map(drafted.map(({ item, key }) => [item, key]));
    const { accepted: taken, isWaiting } = await this.#changes.exchange(drafts, refused);
    this.#undo(drafted.filter(({ item }) => refused.has(item)));
    return { drafted: drafted.filter(({ item }) => taken.includes(item)), isWaiting };
  }

  /** These are still scheduled. Drafts that wait to be scheduled stay. */
  #undo(drafted: readonly Drafted[]): void {
    const own = drafted.filter(({ item }) => !item.change?.draft);
    this.drafts.remove(own.map(({ key }) => key));
  }

  /** A message that isn't scheduled yet becomes its draft again. */
  #intoDraft({ body, change }: ScheduledItem): string {
    const key = change?.from === null ? change.draft : undefined;
    const draft = key === undefined ? undefined : this.drafts.get(key);
    if (key === undefined || !draft) return this.draft(body);
    if (!isSameAddressedText(draft.body, body)) {
      this.drafts.setRecipient(key, body);
      this.drafts.edit(key, body.content);
      this.drafts.blur(key);
    }
    return key;
  }

  /** Drafts that were edited since stay drafts. */
  async #undraft(drafted: readonly Drafted[]): Promise<void> {
    const same = drafted.filter(({ key, item }) => {
      const draft = this.drafts.get(key);
      return draft && isSameAddressedText(draft.body, item.body);
    });
    const keys: string[] = [];
    if (same.length > 0) this.toasts.undos.announceRestored('scheduled', null);
    const { accepted: taken } = await this.#changes.create(
      same.map(({ item }) => item),
      keys,
    );
    this.toasts.undos.announceRestored('scheduled', keys);
    const back = same.filter(({ item }) => taken.includes(item) && !item.change?.draft);
    this.drafts.remove(back.map(({ key }) => key));
  }

  async #recreate(items: readonly ScheduledItem[]): Promise<void> {
    const ahead = items.filter(isAhead);
    const keys: string[] = [];
    if (ahead.length > 0) this.toasts.undos.announceRestored('scheduled', null);
    const { accepted: taken } = await this.#changes.create(ahead, keys);
    this.toasts.undos.announceRestored('scheduled', keys);
    const rest = items.filter((item) => !taken.includes(item));
    for (const { body } of rest) this.draft(body);
    if (rest.length > 0) this.toasts.show({ text: m.scheduled_restored_as_draft() });
  }

  #tell(key: string, text: string, undo?: UndoRun): void {
    this.toasts.show({ key, text, undo });
  }

  #words(timestamp: number): string {
    return absoluteTime(timestamp, seconds(), timeStyleOf(this.account), true);
  }
}
