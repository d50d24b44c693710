import { createContext, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { ApiCaller } from '../calls/call';
import type { ConnectionState } from '../events/event-loop';
import { setLongTimeout } from '../set-long-timeout';
import { competeForLead, hasLocks } from '../tab-lock';
import { ListenerSet } from '../listener-set';
import { newId } from '../new-id';
import { failureOfChange } from './change-failure';
import {
  newRowId,
  withDesired,
  type PendingChange,
  type OutboxKind,
  type ChangeProblem,
  type DesiredChange,
} from './pending-change';
import type { OutboxHandler } from './outbox-handler';
import { OutboxRunner, type SendReadiness, type ChangeWrites } from './outbox-runner';
import { IdbChangeStore } from './idb-change-store';

/** The part of the signed-in account that the outbox needs; `client/account/account` fits. */
export interface OutboxAccount {
  readonly id: string;
  readonly call: ApiCaller;
  readonly connection: ConnectionState;
}

/** Result of a change so far. */
export type ChangeOutcome =
  /** The server has it, under that id. */
  | { readonly state: 'done'; readonly row: number }
  /** It will be sent automatically as soon as possible. */
  | { readonly state: 'waits' }
  | {
      readonly state: 'problem';
      readonly change: PendingChange & { readonly problem: ChangeProblem };
    };

/** The change can't be made, for a reason other than the server's refusal. */
export class ChangeRefusal extends Error {
  constructor(readonly change: PendingChange) {
    super(change.problem ?? undefined);
  }
}

/** A change that the server has accepted. `isLast`: the user has changed nothing since. */
export interface FinishedChange {
  readonly sent: PendingChange;
  readonly row: number;
  readonly isLast: boolean;
}

type TabMessage =
  | { readonly kind: 'written' | 'late' }
  | { readonly kind: 'held'; readonly change: PendingChange }
  | { readonly kind: 'found'; readonly standIn: number; readonly row: number }
  | ({ readonly kind: 'ended' } & FinishedChange);

interface Put {
  readonly desired: DesiredChange;
  readonly id: string;
  readonly now: number;
}

interface Waiter {
  readonly id: string;
  readonly rev: number;
  readonly resolve: (outcome: ChangeOutcome) => void;
}

/** Milliseconds to wait after the store has failed. */
const storeRetry = 5000;

/**
 * Changes by the user that the server doesn't have yet: scheduled messages, snippets, reminders. A
 * change shows immediately, is stored before it is sent, and is sent once, when there is a
 * connection, even after the page was closed and whatever happens to the reply. One tab sends, all
 * tabs see it. Create one per account and `start` it when the account is shown.
 */
export class Outbox {
  #stored = $state.raw<readonly PendingChange[]>([]);
  /** Changes made in this tab that are not in the store yet. */
  #puts = $state.raw<readonly Put[]>([]);
  #isOnline = $state(false);
  #isLate = $state(false);
  /** Server ids of rows that were created or recreated here, by temporary id. */
  readonly #became = new SvelteMap<number, number>();
  readonly #store: IdbChangeStore;
  readonly #runner: OutboxRunner;
  readonly #endings = new ListenerSet<FinishedChange>();
  readonly #name: string;
  #channel: BroadcastChannel | null = null;
  #stops: (() => void)[] = [];
  #waiters: Waiter[] = [];
  #isStopped = false;
  #isLeader = false;
  #running: Promise<void> | null = null;
  /** Settles when all requested changes are stored. */
  #storing: Promise<unknown> = Promise.resolve();
  #again = false;
  #last = 0;
  #stopTimer: (() => void) | undefined;

  /** All pending changes, oldest first. */
  readonly changes: readonly PendingChange[] = $derived.by(() => {
    let all: ReadonlyMap<string, PendingChange> = new Map(this.#stored.map((one) => [one.id, one]));
    for (const put of this.#puts) all = applyWrites(all, this.#writesOf(all, put));
    return [...all.values()].map((one) => this.#known(one)).sort((a, b) => a.at - b.at);
  });

  /** Keys of the drafts whose text will become a new row. */
  readonly drafts: ReadonlySet<string> = $derived(
    new Set(
      this.changes.flatMap(({ draft, from, to }) =>
        draft !== undefined && from === null && to !== null ? [draft] : [],
      ),
    ),
  );

  constructor(
    private readonly account: OutboxAccount,
    private readonly kinds: Readonly<Record<OutboxKind, OutboxHandler>>,
    /** Whether a change has to wait for something else on this device. */
    ready: (change: PendingChange) => SendReadiness = () => 'yes',
  ) {
    this.#name = `inkwell.outbox.${account.id}`;
    this.#store = new IdbChangeStore(account.id, () => {
      this.#post({ kind: 'written' });
      void this.#refresh();
    });
    this.#runner = new OutboxRunner({
      store: this.#store,
      call: account.call,
      kinds,
      now: () => Date.now(),
      ready,
      known: (change) => this.#known(change),
      tab: newId(),
      isOneOfMany: !hasLocks(),
      onFound: (standIn, row) => {
        this.#post({ kind: 'found', standIn, row });
        this.#became.set(standIn, row);
      },
      onEnded: (sent, row, isLast) => {
        const word = { kind: 'ended', sent, row, isLast } as const;
        this.#post(word);
        this.#ended(word);
      },
      onDeferred: (change) => {
        this.#post({ kind: 'held', change });
        this.#tell(change, { state: 'waits' });
      },
    });
  }

  /** Whether a change made now is sent immediately. */
  get reachable(): boolean {
    return this.#isOnline && !this.#isLate;
  }

  /** Whether the change is stored on this device and waits for the connection. */
  waits({ kind, row }: PendingChange): boolean {
    const isIt = ({ desired }: Put) =>
      desired.kind === kind && this.idOf(desired.row) === this.idOf(row);
    return !this.reachable && !this.#puts.some(isIt);
  }

  changesOfKind(kind: OutboxKind): readonly PendingChange[] {
    return this.changes.filter((change) => change.kind === kind);
  }

  changeOfRow(kind: OutboxKind, row: number): PendingChange | undefined {
    const known = this.idOf(row);
    return this.changes.find((change) => change.kind === kind && change.row === known);
  }

  /** The server's id of a row that was created here. */
  idOf(row: number): number {
    return this.#became.get(row) ?? row;
  }

  /** Calls back, in each tab, with each accepted change; the returned function stops it. */
  onFinished(listener: (ended: FinishedChange) => void): () => void {
    return this.#endings.add(listener);
  }

  /** Creates a row. Until it has a server id, changes use the temporary id in `row`. */
  make(
    kind: OutboxKind,
    to: DesiredChange['to'],
    draft?: string,
  ): { row: number; outcome: Promise<ChangeOutcome> } {
    const row = newRowId();
    return { row, outcome: this.request({ kind, row, from: null, to, draft }) };
  }

  /** Like `request`, based on the row as that change shows it, even if the change has ended. */
  amend(seen: PendingChange, desired: Partial<DesiredChange>): Promise<ChangeOutcome> {
    return this.request({ ...seen, from: seen.to, ...desired });
  }

  /**
   * Resolves when the change is done, has to wait or needs the user. Never resolves after `stop`.
   */
  async request(desired: DesiredChange): Promise<ChangeOutcome> {
    // Keeps the order of calls, even within a millisecond.
    this.#last = Math.max(this.#last + 1, Date.now());
    const put = { desired, id: String(newRowId()), now: this.#last };
    this.#puts = [...this.#puts, put];
    let change: PendingChange | null | undefined;
    let left: ReadonlyMap<string, PendingChange> = new Map();
    try {
      const stored = this.#store.transact((all) => {
        const writes = this.#writesOf(all, put);
        [change] = writes.values();
        left = applyWrites(all, writes);
        return writes;
      });
      this.#storing = Promise.allSettled([this.#storing, stored]);
      await stored;
      this.#stored = [...left.values()];
    } catch {
      return this.#isStopped ? noAnswer() : outcomeDeviceFull(desired, put.id);
    } finally {
      this.#puts = this.#puts.filter((one) => one !== put);
    }
    if (this.#isStopped) return noAnswer();
    if (!change) return { state: 'done', row: desired.row };
    if (!this.reachable) return { state: 'waits' };
    const { id, rev } = change;
    return new Promise((resolve) => {
      this.#waiters.push({ id, rev, resolve });
      this.#go();
    });
  }

  /** Brings back a row: changes what is pending for it, or creates it again. */
  restore(
    kind: OutboxKind,
    row: number,
    to: DesiredChange['to'],
  ): { row: number; outcome: Promise<ChangeOutcome> } {
    const pending = this.changeOfRow(kind, row);
    return pending ? { row, outcome: this.amend(pending, { to }) } : this.make(kind, to);
  }

  /**
   * For actions that report a problem immediately: drops the change then, and throws the server's
   * `ApiError` or `ChangeRefusal`. Returns whether the change waits.
   */
  accept(outcome: ChangeOutcome): boolean {
    if (outcome.state !== 'problem') return outcome.state === 'waits';
    void this.drop(outcome.change);
    throw failureOfChange(outcome.change) ?? new ChangeRefusal(outcome.change);
  }

  /** Drops a change with a problem: the row stays as the server has it. */
  async drop({ id }: Pick<PendingChange, 'id'>): Promise<void> {
    await this.#store.transact((all) => {
      const isOpen = all.get(id)?.problem === null;
      return isOpen || !all.has(id) ? new Map() : new Map([[id, null]]);
    });
    await this.#refresh();
  }

  start(): void {
    this.#isStopped = false;
    const channel = new BroadcastChannel(this.#name);
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#hear(data);
    void this.#refresh();
    this.#stops = [
      competeForLead(this.#name, (value) => {
        this.#isLeader = value;
        this.#go();
      }),
      $effect.root(() => {
        $effect(() => {
          const isOnline = this.account.connection.kind === 'online';
          untrack(() => this.#connect(isOnline));
        });
      }),
      () => this.#stopTimer?.(),
    ];
  }

  /** Stores what was just requested and waits for the reply under way, but sends nothing more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiters = [];
    this.#isLeader = false;
    this.#isOnline = false;
    this.#runner.setOnline(false);
    const [leave, ...stops] = this.#stops;
    for (const stop of stops) stop();
    this.#stops = [];
    const channel = this.#channel;
    if (channel) channel.onmessage = null;
    await Promise.all([this.#running, this.#storing]);
    // Another tab that led before would send what was under way again, or report it a second time.
    leave?.();
    this.#isLeader = false;
    channel?.close();
    if (this.#channel === channel) this.#channel = null;
    await this.#store.close();
  }

  /** Part of signing out: deletes all changes stored on this device. */
  async erase(): Promise<void> {
    await this.stop();
    await this.#store.erase();
  }

  #writesOf(all: ReadonlyMap<string, PendingChange>, { desired, id, now }: Put): ChangeWrites {
    const rules = this.kinds[desired.kind];
    const row = this.idOf(desired.row);
    const isOld = (one: PendingChange) => one.kind === desired.kind && this.idOf(one.row) === row;
    const old = [...all.values()].find(isOld);
    const next = withDesired(old, { ...desired, row }, { id, now, rules });
    return old || next ? new Map([[old?.id ?? id, next]]) : new Map();
  }

  /** The change, with the server's row id if the row has been created since. */
  #known(change: PendingChange): PendingChange {
    const row = this.idOf(change.row);
    return row === change.row ? change : { ...change, row };
  }

  #connect(isOnline: boolean): void {
    this.#isOnline = isOnline;
    this.#isLate = false;
    this.#runner.setOnline(isOnline);
    this.#stopTimer?.();
    if (isOnline) this.#go();
    else this.#letWait();
  }

  #go(): void {
    if (!this.#isLeader || !this.#isOnline) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  async #run(): Promise<void> {
    while (this.#again && this.#isLeader && this.#isOnline) {
      this.#again = false;
      this.#stopTimer?.();
      const { ms, isLate } = await this.#runner.round().catch(() => ({
        ms: storeRetry,
        isLate: true,
      }));
      this.#isLate = isLate && this.#isOnline;
      if (isLate) {
        this.#post({ kind: 'late' });
        this.#letWait();
        this.#again = false;
      }
      if (ms !== null && this.#isLeader) this.#stopTimer = setLongTimeout(ms, () => this.#go());
    }
  }

  async #refresh(): Promise<void> {
    const all = await this.#store.all().catch(() => null);
    if (!all) return;
    this.#stored = all;
    for (const change of all) {
      const { problem } = change;
      if (problem) this.#tell(change, { state: 'problem', change: { ...change, problem } });
    }
  }

  #hear(word: TabMessage): void {
    if (word.kind === 'ended') {
      // The event of the change itself can come later than this message.
      if (word.row >= 0) this.kinds[word.sent.kind].assume(word.row, word.sent.to);
      this.#ended(word);
    } else if (word.kind === 'found') {
      this.#became.set(word.standIn, word.row);
    } else if (word.kind === 'late') {
      this.#letWait();
    } else if (word.kind === 'held') {
      this.#tell(word.change, { state: 'waits' });
    } else {
      void this.#refresh();
      this.#go();
    }
  }

  #ended({ sent, row, isLast }: FinishedChange): void {
    if (this.#isStopped) return;
    if (sent.row !== row) this.#became.set(sent.row, row);
    this.#stored = this.#stored.filter(({ id, rev }) => id !== sent.id || rev !== sent.rev);
    this.#tell(sent, { state: 'done', row });
    this.#endings.notify({ sent, row, isLast });
  }

  #tell({ id, rev }: Pick<PendingChange, 'id' | 'rev'>, outcome: ChangeOutcome): void {
    const isMeant = (waiter: Waiter) => waiter.id === id && waiter.rev <= rev;
    const meant = this.#waiters.filter(isMeant);
    this.#waiters = this.#waiters.filter((waiter) => !isMeant(waiter));
    for (const { resolve } of meant) resolve(outcome);
  }

  #letWait(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { resolve } of waiters) resolve({ state: 'waits' });
  }

  #post(word: TabMessage): void {
    this.#channel?.postMessage(word);
  }
}

function noAnswer(): Promise<never> {
  return new Promise(() => undefined);
}

/** The device has no space to store the change: nothing was changed. */
function outcomeDeviceFull(desired: DesiredChange, id: string): ChangeOutcome {
  const refusal = { status: 0, code: 'DEVICE_FULL', message: '' };
  const none = { at: 0, rev: 0, tried: null };
  return { state: 'problem', change: { ...desired, ...none, id, problem: 'refused', refusal } };
}

function applyWrites(
  all: ReadonlyMap<string, PendingChange>,
  writes: ChangeWrites,
): ReadonlyMap<string, PendingChange> {
  const next = new Map(all);
  for (const [id, change] of writes) {
    if (change) next.set(id, change);
    else next.delete(id);
  }
  return next;
}

export const [useOutbox, provideOutbox] = createContext<Outbox>();
