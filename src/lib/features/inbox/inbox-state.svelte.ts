import { SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account/account.svelte';
import { errorMessage } from '../../client/calls/error-table';
import { markedCountOf, markedIdsOf } from '../../client/read-marks/read-mark';
import type { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { currentTime } from '../../ui/clock';
import { andText } from '../../ui/list-text';
import type { ToastQueue } from '../../ui/toast-queue.svelte';
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
  /** Called when the rows with these keys are shown again after an undo. */
  readonly onback: (keys: readonly string[]) => void;
}

type Undo = () => void;

/** State of the inbox page: rows, actions on them, and undo. Methods never throw. */
export class InboxState {
  readonly #ports: InboxPorts;
  readonly ticked = new SvelteSet<string>();
  /**
   * The rows as they were when the user started working through them. Empty if no order is held.
   */
  #before = $state.raw<readonly InboxItem[]>([]);
  /** Keys of rows dealt with here; they leave the list immediately. */
  readonly #done = new SvelteSet<string>();
  #undos = $state.raw<readonly { readonly at: number; readonly run: Undo }[]>([]);
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
    return this.#undos.length > 0 || this.#ports.marks.last !== undefined;
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
    toasts.show({
      key: 'inbox-done',
      text,
      action: { label: m.ui_undo(), run: () => void this.undo() },
    });
    const end = await marked?.outcome;
    if (end?.state !== 'failed') return;
    toasts.dismiss('inbox-done');
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
    this.#remember(() => {
      snoozed.restore(keys, before);
      this.#bringBack(keys);
      this.#ports.onback(keys);
      for (const run of takeBack) run?.();
    });
    toasts.show({
      key: 'inbox-later',
      text: m.inbox_later_done({ time: timeWords(until) }),
      action: { label: m.ui_undo(), run: () => void this.undo() },
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

  /** Undoes the last action, even one from before a reload. */
  async undo(): Promise<void> {
    const { marks, toasts } = this.#ports;
    for (const key of ['inbox-done', 'inbox-later', 'inbox-policy']) toasts.dismiss(key);
    this.problem = undefined;
    const [last] = this.#undos.slice(-1);
    const mark = marks.last;
    if (last && (!mark || last.at >= mark.at)) {
      this.#undos = this.#undos.slice(0, -1);
      last.run();
      return;
    }
    if (!mark) return;
    const count = markedCountOf(mark);
    toasts.show({ key: 'inbox-undone', text: m.marks_unread({ count }) });
    const ids = new Set(markedIdsOf(mark));
    const isOf = (row: InboxItem) => row.ids.some((id) => ids.has(id));
    const ending = marks.undo(mark);
    const keys = this.#live.filter(isOf).map(({ key }) => key);
    this.#bringBack(keys);
    // These conversations were read before the order was held, so show them too.
    const shown = new Set(this.rows.map(({ key }) => key));
    if (keys.some((key) => !shown.has(key))) this.showWaiting();
    this.#ports.onback(keys);
    const end = await ending;
    if (end.state === 'failed') {
      this.problem = m.marks_not_unread({ reason: errorMessage(end.failure) });
    } else if (end.state === 'done' && end.ignored > 0) {
      this.problem = m.marks_left({ count: end.ignored });
    }
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
    const back = () => {
      const keys = rows.map(({ key }) => key);
      this.#bringBack(keys);
      this.#ports.onback(keys);
      void Promise.all(before.map(({ row, policy }) => this.#tellPolicy(row, policy))).catch(
        (failure: unknown) => {
          this.problem = m.inbox_not_changed({ reason: errorMessage(failure) });
        },
      );
    };
    this.#remember(back);
    const words = {
      [topicVisibilityPolicy.none]: m.inbox_unfollowed,
      [topicVisibilityPolicy.muted]: m.inbox_muted,
      [topicVisibilityPolicy.unmuted]: m.inbox_unfollowed,
      [topicVisibilityPolicy.followed]: m.inbox_followed,
    };
    toasts.show({
      key: 'inbox-policy',
      text: words[next]({ place: andText(rows.map((row) => this.#words(row))) }),
      action: { label: m.ui_undo(), run: () => void this.undo() },
    });
  }

  #tellPolicy({ recipient: { to, topic } }: InboxItem, next: TopicVisibilityPolicy): Promise<void> {
    return saveTopicVisibilityPolicy(this.#ports.account, to[0] ?? 0, topic, next);
  }

  #decide(rows: readonly InboxItem[]): void {
    this.problem = undefined;
    for (const { key } of rows) {
      this.#done.add(key);
      this.ticked.delete(key);
    }
  }

  #bringBack(keys: readonly string[]): void {
    for (const key of keys) this.#done.delete(key);
  }

  #fail(rows: readonly InboxItem[], problem: string): void {
    this.#bringBack(rows.map(({ key }) => key));
    this.problem = problem;
  }

  #remember(run: Undo): void {
    this.#undos = [...this.#undos, { at: Date.now(), run }].slice(-100);
  }

  #words(row: InboxItem | undefined): string {
    return row ? recipientLabel(row.recipient, this.#ports.account) : '';
  }
}

export const isTopicItem = ({ recipient }: InboxItem): boolean => recipient.type === 'stream';
