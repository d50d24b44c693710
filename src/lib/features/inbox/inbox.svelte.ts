import { SvelteSet } from 'svelte/reactivity';
import { m } from '$lib/paraglide/messages';
import type { Account } from '../../client/account.svelte';
import { describe } from '../../client/error-table';
import { countOf, idsOf } from '../../client/read-marks/mark';
import type { ReadMarks } from '../../client/read-marks/read-marks.svelte';
import { currentTime } from '../../ui/clock';
import type { Toasts } from '../../ui/toasts.svelte';
import { recipientWords } from '../../writing/recipient-words';
import { setTopicPolicy, type TopicPolicy } from '../../writing/topic-policy';
import { topicPolicy } from '../../writing/unread-conversations';
import type { UnreadNow } from '../../writing/unread.svelte';
import type { PutOffs } from './put-off.svelte';
import { held, inboxRows, type InboxRow, type Places } from './sections';

/** What the page hands in from elsewhere. */
export interface InboxPorts {
  readonly account: Account;
  readonly unread: UnreadNow;
  readonly marks: ReadMarks;
  readonly putOffs: PutOffs;
  readonly toasts: Toasts;
  readonly folders: () => Places['folders'];
  /** False while they are on their way. */
  readonly hasFolders: () => boolean;
  /** What is unread is as the server has it, not as this device remembers it from an earlier visit. */
  readonly isLive: () => boolean;
  /** Tomorrow morning and the like, in words: "Tue 24 Nov, 9:00". */
  readonly timeWords: (timestamp: number) => string;
  /** Sets a reminder where the server has such; the result takes it back. */
  readonly remind: (message: number, timestamp: number) => (() => void) | undefined;
  /** The rows of these keys are there again. */
  readonly onback: (keys: readonly string[]) => void;
}

type Undo = () => void;

/** The inbox of a page: its rows, what was decided about them, and the way back. Nothing throws. */
export class Inbox {
  readonly #ports: InboxPorts;
  readonly ticked = new SvelteSet<string>();
  /** The rows as they were when the person began; empty: none are held. */
  #before = $state.raw<readonly InboxRow[]>([]);
  /** Decided here: they leave the list at once. */
  readonly #done = new SvelteSet<string>();
  #undos = $state.raw<readonly { readonly at: number; readonly run: Undo }[]>([]);
  /** What could not be done, in words, until the next decision. */
  problem = $state<string>();

  readonly #live = $derived.by(() => {
    const { unread, putOffs, account, folders } = this.#ports;
    const places = { channels: account.channels, folders: folders() };
    const now = Math.floor(currentTime() / 1000);
    return inboxRows(unread.conversations, putOffs.all, places, now);
  });
  readonly #shown = $derived.by(() => held(this.#live, this.#before, (key) => this.#done.has(key)));

  constructor(ports: InboxPorts) {
    this.#ports = ports;
  }

  get rows(): readonly InboxRow[] {
    return this.#shown.rows;
  }

  /** How many have come since the list is looked at. */
  get waiting(): number {
    return this.#shown.waiting;
  }

  get canUndo(): boolean {
    return this.#undos.length > 0 || this.#ports.marks.last !== undefined;
  }

  /** The order stays as it is from now on, once it is whole: the person is in the list. */
  hold(): void {
    const { hasFolders, isLive } = this.#ports;
    if (hasFolders() && isLive() && this.#before.length === 0) this.#before = this.#live;
  }

  letGo(): void {
    this.#before = [];
    this.#done.clear();
  }

  /** Those that wait take their places. */
  takeIn(): void {
    this.letGo();
    this.hold();
  }

  /** Marks just the messages that are in these rows. */
  async done(rows: readonly InboxRow[]): Promise<void> {
    const some = rows.filter(({ ids }) => ids.length > 0);
    this.#decide(rows);
    if (some.length === 0) return;
    const { marks, toasts } = this.#ports;
    const marked = marks.read(some.flatMap(({ ids }) => ids));
    const count = some.reduce((sum, { ids }) => sum + ids.length, 0);
    const text =
      some.length === 1
        ? m.inbox_done_one({ place: this.#words(some[0]), count })
        : m.inbox_done({ count });
    toasts.show({
      key: 'inbox-done',
      text,
      action: { label: m.inbox_undo(), run: () => void this.undo() },
    });
    const end = await marked?.outcome;
    if (end?.state !== 'failed') return;
    toasts.dismiss('inbox-done');
    this.#fail(some, m.marks_not_read({ reason: describe(end.failure) }));
  }

  putOff(rows: readonly InboxRow[], until: number): void {
    if (rows.length === 0) return;
    const { putOffs, toasts, timeWords, remind } = this.#ports;
    const keys = rows.map(({ key }) => key);
    const before = putOffs.all;
    this.#decide(rows);
    putOffs.put(rows.map(({ key, ids }) => ({ key, until, newest: ids.at(-1) ?? 0 })));
    const takeBack = rows.map(({ ids: [first] }) =>
      first === undefined ? undefined : remind(first, until),
    );
    this.#remember(() => {
      putOffs.bringBack(keys, before);
      this.#bringBack(keys);
      this.#ports.onback(keys);
      for (const run of takeBack) run?.();
    });
    toasts.show({
      key: 'inbox-later',
      text: m.inbox_later_done({ time: timeWords(until) }),
      action: { label: m.inbox_undo(), run: () => void this.undo() },
    });
  }

  /** Followed, or no longer. */
  follow(rows: readonly InboxRow[]): Promise<void> {
    const topics = rows.filter(isTopic);
    const isFollowed = (row: InboxRow) => this.policyOf(row) === topicPolicy.followed;
    const next = topics.every(isFollowed) ? topicPolicy.none : topicPolicy.followed;
    return this.#setPolicy(topics, next);
  }

  mute(rows: readonly InboxRow[]): Promise<void> {
    const topics = rows.filter(isTopic);
    this.#decide(topics);
    return this.#setPolicy(topics, topicPolicy.muted);
  }

  policyOf({ recipient: { to, topic } }: InboxRow): number {
    return this.#ports.unread.standings.policy(to[0] ?? 0, topic);
  }

  /** Takes back what was decided last, also before a reload. */
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
    const count = countOf(mark);
    toasts.show({ key: 'inbox-undone', text: m.marks_unread({ count }) });
    const ids = new Set(idsOf(mark));
    const isOf = (row: InboxRow) => row.ids.some((id) => ids.has(id));
    const ending = marks.undo(mark);
    const keys = this.#live.filter(isOf).map(({ key }) => key);
    this.#bringBack(keys);
    // Of before the list was begun with: what is taken back is shown, too.
    const shown = new Set(this.rows.map(({ key }) => key));
    if (keys.some((key) => !shown.has(key))) this.takeIn();
    this.#ports.onback(keys);
    const end = await ending;
    if (end.state === 'failed') {
      this.problem = m.marks_not_unread({ reason: describe(end.failure) });
    } else if (end.state === 'done' && end.ignored > 0) {
      this.problem = m.marks_left({ count: end.ignored });
    }
  }

  async #setPolicy(rows: readonly InboxRow[], next: TopicPolicy): Promise<void> {
    if (rows.length === 0) return;
    const { toasts } = this.#ports;
    const before = rows.map((row) => ({ row, policy: this.policyOf(row) as TopicPolicy }));
    this.problem = undefined;
    try {
      for (const row of rows) await this.#tellPolicy(row, next);
    } catch (failure) {
      this.#fail(rows, m.inbox_not_changed({ reason: describe(failure) }));
      return;
    }
    const back = () => {
      const keys = rows.map(({ key }) => key);
      this.#bringBack(keys);
      this.#ports.onback(keys);
      void Promise.all(before.map(({ row, policy }) => this.#tellPolicy(row, policy))).catch(
        (failure: unknown) => {
          this.problem = m.inbox_not_changed({ reason: describe(failure) });
        },
      );
    };
    this.#remember(back);
    const words = {
      [topicPolicy.none]: m.inbox_unfollowed,
      [topicPolicy.muted]: m.inbox_muted,
      [topicPolicy.unmuted]: m.inbox_unfollowed,
      [topicPolicy.followed]: m.inbox_followed,
    };
    toasts.show({
      key: 'inbox-policy',
      text: words[next]({ place: rows.map((row) => this.#words(row)).join(', ') }),
      action: { label: m.inbox_undo(), run: () => void this.undo() },
    });
  }

  #tellPolicy({ recipient: { to, topic } }: InboxRow, next: TopicPolicy): Promise<void> {
    return setTopicPolicy(this.#ports.account, to[0] ?? 0, topic, next);
  }

  #decide(rows: readonly InboxRow[]): void {
    this.problem = undefined;
    for (const { key } of rows) {
      this.#done.add(key);
      this.ticked.delete(key);
    }
  }

  #bringBack(keys: readonly string[]): void {
    for (const key of keys) this.#done.delete(key);
  }

  #fail(rows: readonly InboxRow[], problem: string): void {
    this.#bringBack(rows.map(({ key }) => key));
    this.problem = problem;
  }

  #remember(run: Undo): void {
    this.#undos = [...this.#undos, { at: Date.now(), run }].slice(-100);
  }

  #words(row: InboxRow | undefined): string {
    return row ? recipientWords(row.recipient, this.#ports.account) : '';
  }
}

export const isTopic = ({ recipient }: InboxRow): boolean => recipient.type === 'stream';
