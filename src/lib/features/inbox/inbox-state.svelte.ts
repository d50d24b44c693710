import { SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import { markedIdsOf, type ReadMark } from '../../client/read-marks/read-mark';
import type { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { currentTime } from '../../ui/clock';
import type { ListController } from '../../ui/list/list-controller.svelte';
import { andText } from '../../ui/list-text';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
import { undoReadMark } from '../../writing/unread/announce-read-marks';
import { recipientLabel } from '../../writing/recipients/recipient-label';
import {
  saveTopicVisibilityPolicy,
  type TopicVisibilityPolicy,
} from '../../writing/unread/topic-visibility-policy';
import type { LiveUnread } from '../../writing/unread/live-unread.svelte';
import type { SnoozedConversations } from './snoozed-conversations.svelte';
import {
  holdInboxOrder,
  inboxItemsOf,
  type InboxItem,
  type ChannelsAndFolders,
} from './inbox-items';
import { topicVisibilityPolicy } from '../../api/user-topic';

/** Dependencies that the page passes in. */
export interface InboxPorts {
  readonly account: Account;
  readonly unread: LiveUnread;
  readonly marks: ReadMarks;
  readonly snoozed: SnoozedConversations;
  readonly toasts: ToastQueue;
  readonly folders: () => ChannelsAndFolders['folders'];
  /** False while they are loading. */
  readonly hasFolders: () => boolean;
  /** True once unread messages come from the server instead of this device's cache. */
  readonly isLive: () => boolean;
  /** Formats a time, for example "Tue 24 Nov, 9:00". */
  readonly timeWords: (timestamp: number) => string;
  /** Sets a reminder if the server supports it. Returns a function that undoes it. */
  readonly remind: (message: number, timestamp: number) => (() => void) | undefined;
  readonly list: Pick<ListController<InboxItem>, 'deselect'>;
}

/** State of the inbox page: rows and actions on them, each with undo. Methods never throw. */
export class InboxState {
  readonly #ports: InboxPorts;
  /**
   * The rows as they were when the user started working through them. Empty if no order is held.
   */
  #before = $state.raw<readonly InboxItem[]>([]);
  /** Keys of rows dealt with here; they leave the list immediately. */
  readonly #done = new SvelteSet<string>();
  /** Message for the last action that failed, until the next action. */
  problem = $state<string>();

  readonly #live = $derived.by(() => {
    const { unread, snoozed, account, folders } = this.#ports;
    const places = { channels: account.channels, folders: folders() };
    const now = Math.floor(currentTime() / 1000);
    return inboxItemsOf(unread.conversations, snoozed.all, places, now);
  });
  readonly #shown = $derived.by(() =>
    holdInboxOrder(this.#live, this.#before, (key) => this.#done.has(key)),
  );

  constructor(ports: InboxPorts) {
    this.#ports = ports;
  }

  get rows(): readonly InboxItem[] {
    return this.#shown.rows;
  }

  /** Number of conversations that have arrived since the order was held. */
  get waiting(): number {
    return this.#shown.waiting;
  }

  get canUndo(): boolean {
    return this.#ports.toasts.undos.last !== undefined || this.#ports.marks.last !== undefined;
  }

  /** Freezes the order, once it is complete, because the user has started working in the list. */
  hold(): void {
    const { hasFolders, isLive } = this.#ports;
    if (hasFolders() && isLive() && this.#before.length === 0) this.#before = this.#live;
  }

  release(): void {
    this.#before = [];
    this.#done.clear();
  }

  /** Shows the rows that were held back. */
  showWaiting(): void {
    this.release();
    this.hold();
  }

  /** Marks only the messages listed in these rows as read. */
  async done(rows: readonly InboxItem[]): Promise<void> {
    const some = rows.filter(({ ids }) => ids.length > 0);
    this.#decide(rows);
    if (some.length === 0) return;
    const { marks, toasts } = this.#ports;
    const marked = marks.markRead(some.flatMap(({ ids }) => ids));
    const count = some.reduce((sum, { ids }) => sum + ids.length, 0);
    const text =
      some.length === 1
        ? m.inbox_done_one({ place: this.#words(some[0]), count })
        : m.ui_marked_read({ count });
    const retract = toasts.show({
      key: 'inbox-done',
      text,
      undo:
        marked &&
        (() =>
          this.#undoMark(
            marked.mark,
            some.map(({ key }) => key),
          )),
    });
    const end = await marked?.outcome;
    if (end?.state !== 'failed') return;
    retract();
    this.#fail(some, m.marks_not_read({ reason: errorMessage(end.failure) }));
  }

  snooze(rows: readonly InboxItem[], until: number): void {
    if (rows.length === 0) return;
    const { snoozed, toasts, timeWords, remind } = this.#ports;
    const keys = rows.map(({ key }) => key);
    const before = snoozed.all;
    this.#decide(rows);
    snoozed.add(rows.map(({ key, ids }) => ({ key, until, newest: ids.at(-1) ?? 0 })));
    const takeBack = rows.map(({ ids: [first] }) =>
      first === undefined ? undefined : remind(first, until),
    );
    toasts.show({
      key: 'inbox-later',
      text: m.inbox_later_done({ time: timeWords(until) }),
      undo: () => {
        snoozed.restore(keys, before);
        toasts.undos.announceRestored('inbox', keys);
        for (const run of takeBack) run?.();
      },
    });
  }

  /** Follows the topics, or unfollows them if all are followed. */
  follow(rows: readonly InboxItem[]): Promise<void> {
    const topics = rows.filter(isTopicItem);
    const isFollowed = (row: InboxItem) => this.policyOf(row) === topicVisibilityPolicy.followed;
    const next = topics.every(isFollowed)
      ? topicVisibilityPolicy.none
      : topicVisibilityPolicy.followed;
    return this.#setPolicy(topics, next);
  }

  mute(rows: readonly InboxItem[]): Promise<void> {
    const topics = rows.filter(isTopicItem);
    this.#decide(topics);
    return this.#setPolicy(topics, topicVisibilityPolicy.muted);
  }

  policyOf({ recipient: { to, topic } }: InboxItem): number {
    return this.#ports.unread.priorities.policy(to[0] ?? 0, topic);
  }

  /** Undoes the last action of any page, even a mark from before a reload. */
  undo(): void {
    const { marks, toasts } = this.#ports;
    const { last } = toasts.undos;
    if (last && last.at >= (marks.last?.at ?? 0)) toasts.undo();
    else if (marks.last) void this.#undoMark(marks.last);
  }

  /** Call when an undo, here or on another page, has brought conversations back. */
  restored(keys: readonly string[]): void {
    this.problem = undefined;
    this.#bringBack(keys);
    // These conversations may have been read before the order was held, so show them too.
    const shown = new Set(this.rows.map(({ key }) => key));
    if (this.#live.some(({ key }) => keys.includes(key) && !shown.has(key))) this.showWaiting();
  }

  #undoMark(mark: ReadMark, known?: readonly string[]): Promise<void> {
    const { marks, toasts } = this.#ports;
    const ids = new Set(markedIdsOf(mark));
    const ending = undoReadMark(mark, marks, toasts);
    const isOf = (row: InboxItem) => row.ids.some((id) => ids.has(id));
    toasts.undos.announceRestored('inbox', known ?? this.#live.filter(isOf).map(({ key }) => key));
    return ending;
  }

  async #setPolicy(rows: readonly InboxItem[], next: TopicVisibilityPolicy): Promise<void> {
    if (rows.length === 0) return;
    const { toasts } = this.#ports;
    const before = rows.map((row) => ({
      row,
      policy: this.policyOf(row) as TopicVisibilityPolicy,
    }));
    this.problem = undefined;
    try {
      for (const row of rows) await this.#tellPolicy(row, next);
    } catch (failure) {
      this.#fail(rows, m.inbox_not_changed({ reason: errorMessage(failure) }));
      return;
    }
    const words = {
      [topicVisibilityPolicy.none]: m.inbox_unfollowed,
      [topicVisibilityPolicy.muted]: m.inbox_muted,
      [topicVisibilityPolicy.unmuted]: m.inbox_unfollowed,
      [topicVisibilityPolicy.followed]: m.inbox_followed,
    };
    toasts.show({
      key: 'inbox-policy',
      text: words[next]({ place: andText(rows.map((row) => this.#words(row))) }),
      undo: async () => {
        toasts.undos.announceRestored(
          'inbox',
          rows.map(({ key }) => key),
        );
        await Promise.all(before.map(({ row, policy }) => this.#tellPolicy(row, policy)));
      },
    });
  }

  #tellPolicy({ recipient: { to, topic } }: InboxItem, next: TopicVisibilityPolicy): Promise<void> {
    return saveTopicVisibilityPolicy(this.#ports.account, to[0] ?? 0, topic, next);
  }

  #decide(rows: readonly InboxItem[]): void {
    this.problem = undefined;
    for (const { key } of rows) this.#done.add(key);
    this.#ports.list.deselect(rows.map(({ key }) => key));
  }

  #bringBack(keys: readonly string[]): void {
    for (const key of keys) this.#done.delete(key);
  }

  #fail(rows: readonly InboxItem[], problem: string): void {
    this.#bringBack(rows.map(({ key }) => key));
    this.problem = problem;
  }

  #words(row: InboxItem | undefined): string {
    return row ? recipientLabel(row.recipient, this.#ports.account) : '';
  }
}

export const isTopicItem = ({ recipient }: InboxItem): boolean => recipient.type === 'stream';
