import { untrack } from 'svelte';
import type { EventOf } from '../../api/event-types';
import { ApiError, isFaultOfThisCall } from '../../api/errors';
import { updateMessageFlags } from '../../api/flags';
import type { UnreadMessages } from '../../api/unread';
import type { Account } from '../account/account.svelte';
import { AccountRecords } from '../storage/account-records.svelte';
import { setLongTimeout } from '../set-long-timeout';
import { runExclusive } from '../tab-lock';
import { newId } from '../new-id';
import { accountStore } from '../account/account-stores.svelte';
import { ReadMarkBatcher, type MarkBatch, type MarkRange } from './read-mark-batcher';
import {
  dropOldMarks,
  markedCountOf,
  sliceMarked,
  unreadDetailsOf,
  markedIdsOf,
  isMarkPending,
  applyReadMarks,
  groupByConversation,
  withoutRefused,
  readMarkSchema,
  toUndoMark,
  mergeMarked,
  type ReadMark,
  type MarkedMessages,
} from './read-mark';

/** Result of a mark or of its undo. */
export type ReadMarkOutcome =
  | {
      readonly state: 'done';
      /** Number of channels the user isn't subscribed to: their messages stay read. */
      readonly ignored: number;
    }
  /** It will be sent automatically as soon as possible. */
  | { readonly state: 'waits' }
  | { readonly state: 'failed'; readonly failure: unknown };

/** How much is kept for undo; the oldest marks are dropped first. */
const maxKept = { marks: 200, ids: 60_000 };
/** Milliseconds between two batches of seen messages. */
const pause = 1000;
/** Milliseconds within which messages seen in one list count as one mark. */
const together = 60_000;

/**
 * Messages that the user marks as read or unread. A mark is stored on this device before it is
 * sent, shows immediately, is sent once there is a connection, even after a reload, and can be
 * undone.
 */
export class ReadMarks {
  readonly #account: Account;
  readonly #records: AccountRecords<ReadMark>;
  readonly #sender = new ReadMarkBatcher();
  /** Oldest first. */
  readonly #marks = $derived.by(() => [...this.#records.all.values()].sort((a, b) => a.at - b.at));
  /** Marks accepted by the server whose event may not have arrived yet. */
  #taken = $state.raw<ReadonlyMap<number, ReadMark['wants']>>(new Map());
  /**
   * Messages last made unread. A view that shows them marks nothing as read until the user leaves
   * it.
   */
  #undone = $state.raw<ReadonlySet<number>>(new Set());
  readonly #waiters = new Map<string, ((outcome: ReadMarkOutcome) => void)[]>();
  readonly #ignored = new Map<string, Set<number>>();
  #isRunning = false;
  #again = false;
  /** The account is no longer shown: store nothing more for it. */
  #isStopped = false;
  #stopTimer: (() => void) | undefined;
  readonly #serverUnread = $derived.by(() => this.#account.state?.unread_msgs);
  readonly #open = $derived.by(() => this.#marks.filter(isMarkPending));
  readonly #unread = $derived.by(() =>
    applyReadMarks(this.#serverUnread, this.#open, this.#account.user_id),
  );
  readonly #decided = $derived.by(() => {
    const decided = new Map(this.#taken);
    for (const mark of this.#open) {
      for (const id of markedIdsOf({ places: sliceMarked(mark.places, mark.told) }))
        decided.set(id, mark.wants);
    }
    return decided;
  });

  constructor(account: Account) {
    this.#account = account;
    this.#records = new AccountRecords(account.id, 'read-marks/', readMarkSchema);
    $effect(() => untrack(() => this.#follow()));
    $effect(() => {
      if (account.connection.kind === 'online') untrack(() => this.#go());
    });
  }

  #follow(): () => void {
    const stops = [
      this.#records.follow(() => this.#answerDone()),
      this.#account.onState(() => (this.#taken = new Map())),
      this.#account.onEvents(
        ['update_message_flags/add', 'update_message_flags/remove'],
        (events) => events.forEach((event) => this.#dropAnnounced(event)),
      ),
    ];
    return () => {
      this.#isStopped = true;
      this.#stopTimer?.();
      stops.forEach((stop) => stop());
    };
  }

  /** Drops what replies said about these messages: the account's state has it now. */
  #dropAnnounced(
    event: EventOf<'update_message_flags/add'> | EventOf<'update_message_flags/remove'>,
  ): void {
    if (event.flag !== 'read' || this.#taken.size === 0) return;
    const announced = new Set(event.messages);
    this.#taken = new Map(event.all ? [] : [...this.#taken].filter(([id]) => !announced.has(id)));
  }

  /** The unread messages with pending marks applied. Undefined until the server has sent them. */
  get unread(): UnreadMessages | undefined {
    return this.#unread;
  }

  /** Whether the message is unread, with pending marks applied. */
  isUnread({ id, flags }: { readonly id: number; readonly flags: readonly string[] }): boolean {
    return (this.#decided.get(id) ?? (flags.includes('read') ? 'read' : 'unread')) === 'unread';
  }

  /** Marks that can be undone, newest first. */
  get all(): readonly ReadMark[] {
    return this.#marks.filter(({ wants }) => wants === 'read').reverse();
  }

  /** The newest decision that messages are read. */
  get last(): ReadMark | undefined {
    return this.#marks.findLast(({ wants }) => wants === 'read');
  }

  get undoneIds(): ReadonlySet<number> {
    return this.#undone;
  }

  /**
   * Marks messages as read because the user saw them in that list. What is seen there within a
   * minute is one mark.
   */
  markSeen(list: string, messages: readonly number[]): void {
    const places = this.#newIn(messages);
    if (places.length === 0) return;
    const last = this.#marks.findLast((mark) => mark.list === list);
    const joins = last?.wants === 'read' && Date.now() - last.at < together;
    this.#keep(
      joins ? { ...last, places: mergeMarked(last.places, places) } : newMark('read', places, list),
    );
    if (!this.#stopTimer && !this.#isRunning) this.#go();
  }

  /** Marks messages as read by one action; undefined if all are read. */
  markRead(
    messages: readonly number[],
  ): { readonly mark: ReadMark; readonly outcome: Promise<ReadMarkOutcome> } | undefined {
    const places = this.#newIn(messages);
    if (places.length === 0) return undefined;
    const mark = newMark('read', places);
    this.#keep(mark);
    return { mark, outcome: this.#outcomeOf(mark) };
  }

  async makeUnread(places: readonly MarkedMessages[]): Promise<ReadMarkOutcome> {
    const mark = newMark('unread', mergeMarked([], places));
    if (markedCountOf(mark) === 0) return { state: 'done', ignored: 0 };
    this.#undone = new Set(markedIdsOf(mark));
    this.#keep(mark);
    return this.#outcomeOf(mark);
  }

  /** Makes the messages of a mark unread again. */
  async undo({ id }: Pick<ReadMark, 'id'>): Promise<ReadMarkOutcome> {
    const mark = this.#records.get(id);
    if (mark?.wants !== 'read') return { state: 'done', ignored: 0 };
    this.#undone = new Set(markedIdsOf(mark));
    const back = { ...toUndoMark(mark), at: later() };
    if (markedCountOf(back) === 0) {
      this.#records.drop(id);
      this.#answer(id, { state: 'done', ignored: 0 });
      return { state: 'done', ignored: 0 };
    }
    this.#keep(back);
    return this.#outcomeOf(back);
  }

  #newIn(messages: readonly number[]): MarkedMessages[] {
    const fresh = messages.filter((id) => this.#decided.get(id) !== 'read');
    return fresh.length === 0
      ? []
      : groupByConversation(this.#serverUnread, fresh, this.#account.user_id);
  }

  #outcomeOf({ id }: ReadMark): Promise<ReadMarkOutcome> {
    return new Promise((resolve) => {
      this.#waiters.set(id, [...(this.#waiters.get(id) ?? []), resolve]);
      this.#go();
    });
  }

  #answer(id: string, outcome: ReadMarkOutcome): void {
    const waiting = this.#waiters.get(id) ?? [];
    this.#waiters.delete(id);
    for (const resolve of waiting) resolve(outcome);
  }

  #go(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#again = true;
    if (!this.#isRunning) void this.#run();
  }

  /** Only one tab runs at a time, so that an undo can't overtake its mark. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      const isLate = await runExclusive(`inkwell.read-marks.${this.#account.id}`, () =>
        this.#sendAll(),
      );
      this.#timer(isLate ? this.#sender.waitAfterFailure() : pause);
    }
    this.#isRunning = false;
  }

  #timer(milliseconds: number): void {
    this.#stopTimer?.();
    if (this.#isStopped) return;
    this.#stopTimer = setLongTimeout(milliseconds, () => {
      this.#stopTimer = undefined;
      if (this.#open.length > 0 && this.#account.connection.kind === 'online') this.#go();
    });
  }

  /** Returns true if it has to be tried again. */
  async #sendAll(): Promise<boolean> {
    if (this.#isStopped) return false;
    this.#records.refresh();
    this.#answerDone();
    this.#sender.begin();
    for (;;) {
      const batch = this.#sender.next(this.#marks);
      if (!batch) return false;
      const isOnline = this.#account.connection.kind === 'online';
      if (!isOnline || !(await this.#send(batch))) {
        if (this.#isStopped) return false;
        for (const { id } of this.#open) this.#answer(id, { state: 'waits' });
        return isOnline;
      }
    }
  }

  /** Returns false if the server didn't process it. */
  async #send({ wants, ids, parts }: MarkBatch): Promise<boolean> {
    const sender = this.#sender;
    for (const { id, to } of parts) this.#change(id, wants, (mark) => ({ ...mark, tried: to }));
    const op = wants === 'read' ? 'add' : 'remove';
    const messages = [...ids];
    try {
      const reply = await this.#account.call(updateMessageFlags, { messages, op, flag: 'read' });
      if (this.#isStopped) return false;
      sender.recordSuccess();
      this.#settle(wants, parts, new Set(reply.ignored_because_not_subscribed_channels));
    } catch (failure) {
      if (isFaultOfThisCall(failure) && !this.#isStopped) {
        if (sender.recordFault(messages.length) === 'later') return false;
        this.#refuse(wants, parts, false, failure);
        return true;
      }
      if (this.#isStopped || !(failure instanceof ApiError) || failure.code === 'RATE_LIMIT_HIT')
        return false;
      const verdict = sender.recordRefusal(messages.length, failure);
      if (verdict !== 'smaller') this.#refuse(wants, parts, verdict === 'all', failure);
    }
    return true;
  }

  /** Applies what the server has accepted. */
  #settle(
    wants: ReadMark['wants'],
    parts: readonly MarkRange[],
    ignored: ReadonlySet<number>,
  ): void {
    const places = parts.flatMap(({ id, from, to }) => {
      const mark = this.#records.get(id);
      return mark ? sliceMarked(mark.places, from, to) : [];
    });
    const changed =
      ignored.size === 0 ? places : places.filter(({ stream_id = 0 }) => !ignored.has(stream_id));
    const messages = markedIdsOf({ places: changed });
    const taken = new Map(this.#taken);
    for (const id of messages) taken.set(id, wants);
    this.#taken = taken;
    const flag = { id: -1, flag: 'read', messages, all: false };
    this.#account.assume(
      wants === 'read'
        ? { ...flag, kind: 'update_message_flags/add' }
        : {
            ...flag,
            kind: 'update_message_flags/remove',
            message_details: unreadDetailsOf(changed),
          },
    );
    for (const { id, to } of parts) {
      const all = new Set([...(this.#ignored.get(id) ?? []), ...ignored]);
      if (all.size > 0) this.#ignored.set(id, all);
      this.#change(id, wants, (mark) => ({ ...mark, told: to }));
    }
  }

  #refuse(
    wants: ReadMark['wants'],
    parts: readonly MarkRange[],
    isAll: boolean,
    failure: unknown,
  ): void {
    for (const { id, from } of parts) {
      const before = this.#records.get(id);
      if (before?.wants !== wants) continue;
      if (isAll) this.#answer(id, { state: 'failed', failure });
      const left = withoutRefused(before, from, isAll);
      if (markedCountOf(left) > 0) this.#change(id, wants, () => left);
      else {
        // Keep the mark, so that a refused undo can be repeated.
        const count = markedCountOf(before);
        const whole: ReadMark = {
          ...before,
          wants: 'read',
          isUndo: false,
          tried: count,
          told: count,
        };
        if (before.isUndo) this.#keep(whole);
        else this.#records.drop(id);
        this.#answer(id, { state: 'failed', failure });
      }
    }
  }

  /** Only if the user hasn't changed the mark since. */
  #change(id: string, wants: ReadMark['wants'], change: (mark: ReadMark) => ReadMark): void {
    const mark = this.#records.get(id);
    if (mark?.wants !== wants) return;
    const next = change(mark);
    if (isMarkPending(next) || wants === 'read') this.#keep(next);
    else this.#records.drop(id);
    if (isMarkPending(next)) return;
    this.#answer(id, { state: 'done', ignored: this.#ignored.get(id)?.size ?? 0 });
    this.#ignored.delete(id);
  }

  /** Answers for the marks that another tab has sent. */
  #answerDone(): void {
    for (const id of this.#waiters.keys()) {
      const mark = this.#records.get(id);
      if (!mark || !isMarkPending(mark)) this.#answer(id, { state: 'done', ignored: 0 });
    }
  }

  #keep(mark: ReadMark): void {
    this.#records.put(mark.id, mark);
    const all = this.#marks;
    const kept = new Set(dropOldMarks(all, maxKept));
    for (const one of all) if (!kept.has(one)) this.#records.drop(one.id);
  }
}

let last = 0;
/** The current time, increasing even within a millisecond to keep the order. */
const later = () => (last = Math.max(last + 1, Date.now()));

function newMark(
  wants: ReadMark['wants'],
  places: readonly MarkedMessages[],
  list?: string,
): ReadMark {
  const fresh = { isUndo: false, tried: 0, told: 0 };
  return { id: newId(), at: later(), list: list ?? null, wants, places: [...places], ...fresh };
}

export const useReadMarks = accountStore(({ account }) => new ReadMarks(account));
