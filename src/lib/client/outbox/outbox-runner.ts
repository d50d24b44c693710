import { ApiError, isFaultOfThisCall } from '../../api/errors';
import type { ApiCaller } from '../calls/call';
import {
  startAttempt,
  excludeRow,
  finishAttempt,
  withProblem,
  type PendingChange,
  type OutboxKind,
} from './pending-change';
import { sendOutboxStep, type OutboxHandler, type SendableStep } from './outbox-handler';
import { nextOutboxStep, type ServerRows, type OutboxStep } from './row-rules';

/** Changes to write, by id; null deletes. */
export type ChangeWrites = ReadonlyMap<string, PendingChange | null>;

export interface ChangeStore {
  /** Runs one transaction over all changes. */
  transact(decide: (all: ReadonlyMap<string, PendingChange>) => ChangeWrites): Promise<void>;
}

export type SendReadiness = 'yes' | 'later' | 'no';

export interface RunnerPorts {
  readonly store: ChangeStore;
  readonly call: ApiCaller;
  readonly kinds: Readonly<Record<OutboxKind, OutboxHandler>>;
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the change can be sent: `no` is a refusal. */
  readonly ready: (change: PendingChange) => SendReadiness;
  /** The change with the server's row id, in case another tab knew only the temporary one. */
  readonly known: (change: PendingChange) => PendingChange;
  readonly tab: string;
  /** Whether other tabs can send changes at the same time, because the browser has no locks. */
  readonly isOneOfMany: boolean;
  /** Called when the server's row of a temporary id is found, after its creation got no reply. */
  readonly onFound: (standIn: number, row: number) => void;
  /**
   * Called when the server has the change, as row `row`. `isLast`: the user has changed nothing
   * since.
   */
  readonly onEnded: (sent: PendingChange, row: number, isLast: boolean) => void;
  /** Called when the server failed at a change: it waits, and the others continue. */
  readonly onDeferred: (change: PendingChange) => void;
}

/** Milliseconds to wait after a lost reply, since the request may still be on its way. */
const lookLater = 2000;
/** Milliseconds until checking again whether a change is ready. */
const readyLater = 300;
const maxWait = 60_000;
/** After this many server faults, a change is given up until the user acts. */
const maxFaults = 4;
const nothing: ChangeWrites = new Map();

export interface RoundResult {
  /** Milliseconds until the next round; null if nothing is left to do. */
  readonly ms: number | null;
  /** Whether the server doesn't reply or asks to wait. */
  readonly isLate: boolean;
}

/**
 * Sends changes to the server one after the other, each once, whatever happens to the replies.
 * Changes that were sent without a reply, or made before this connection, are compared with the
 * server's rows first.
 */
export class OutboxRunner {
  #failures = 0;
  /** When the connection began. Later changes were based on current server data. */
  #since = Infinity;
  /** How often the server failed at a change, and when to try it again. */
  readonly #faults = new Map<string, { readonly times: number; readonly until: number }>();

  constructor(private readonly ports: RunnerPorts) {}

  setOnline(isOnline: boolean): void {
    this.#since = isOnline ? this.ports.now() : Infinity;
    this.#failures = 0;
    this.#faults.clear();
  }

  get #isOnline(): boolean {
    return this.#since < Infinity;
  }

  /**
   * Sends all changes that are ready, until the connection ends. Don't call it again before it has
   * ended.
   */
  async round(): Promise<RoundResult> {
    const seen = new Set<string>();
    const lists = new Map<OutboxKind, ServerRows>();
    let ms: number | null = null;
    for (;;) {
      const change = await this.#next(seen);
      if (!change || !this.#isOnline) return { ms, isLate: false };
      seen.add(nameOf(change));
      const early = this.#earlyBy(change);
      if (early > 0) {
        ms = Math.min(ms ?? Infinity, early);
        continue;
      }
      try {
        await this.#settle(change, lists);
        this.#failures = 0;
        this.#faults.delete(nameOf(change));
      } catch (failure) {
        if (!isFaultOfThisCall(failure)) return { ms: this.#wait(failure), isLate: true };
        ms = Math.min(ms ?? Infinity, this.#hold(change));
      }
    }
  }

  /**
   * Milliseconds until the change can be tried: it isn't ready, or its last request may still
   * arrive.
   */
  #earlyBy(change: PendingChange): number {
    if (this.ports.ready(change) === 'later') return readyLater;
    const { tried } = change;
    const held = (this.#faults.get(nameOf(change))?.until ?? 0) - this.ports.now();
    if (held > 0 && held <= maxWait) return held;
    const since = tried === null ? Infinity : this.ports.now() - tried.at;
    // Another tab may be waiting for its reply.
    const isTheirs = this.ports.isOneOfMany && tried?.by !== this.ports.tab;
    const wait = isTheirs ? maxWait : lookLater;
    return since >= 0 && since < wait ? wait - since : 0;
  }

  /** The oldest change not yet handled in this round. */
  async #next(seen: ReadonlySet<string>): Promise<PendingChange | undefined> {
    let open: PendingChange[] = [];
    await this.ports.store.transact((all) => {
      open = [...all.values()].filter((one) => one.problem === null && !seen.has(nameOf(one)));
      return nothing;
    });
    const [next] = open.sort((a, b) => a.at - b.at || a.id.localeCompare(b.id));
    return next && this.ports.known(next);
  }

  async #settle(change: PendingChange, lists: Map<OutboxKind, ServerRows>): Promise<void> {
    if (this.ports.ready(change) === 'no') {
      await this.#write(change, (now) => withProblem(now, change, 'refused', null));
      return;
    }
    const kind = this.ports.kinds[change.kind];
    const isKnown = change.tried === null && change.at >= this.#since;
    let rows: ServerRows | null = null;
    if (!isKnown) {
      rows = lists.get(change.kind) ?? (await kind.list(this.ports.call));
      lists.set(change.kind, rows);
    }
    await this.#take(change, nextOutboxStep(change, rows, kind, this.#seconds), kind);
  }

  async #take(change: PendingChange, step: OutboxStep, kind: OutboxHandler): Promise<void> {
    switch (step.do) {
      case 'nothing':
        return this.#end(change, step.row, kind);
      case 'ask':
        await this.#write(change, (now) => withProblem(now, change, step.problem, null));
        return;
      default:
        return this.#send(change, step, kind);
    }
  }

  async #send(change: PendingChange, step: SendableStep, kind: OutboxHandler): Promise<void> {
    if ((this.#faults.get(nameOf(change))?.times ?? 0) >= maxFaults) {
      const refusal = { status: 500, code: 'SERVER_FAULT', message: '' };
      await this.#write(change, (now) => withProblem(now, change, 'refused', refusal));
      return;
    }
    const sent = step.do === 'create' ? { ...change, from: null } : asSeen(change, step);
    const note = { at: this.ports.now(), by: this.ports.tab, newest: kind.newest() };
    let canGo = false;
    await this.#write(change, (now) => {
      const taken = startAttempt(now, sent, note);
      canGo = taken !== null;
      return taken ?? now;
    });
    if (!canGo) return;
    if (sent.row !== change.row) this.ports.onFound(change.row, sent.row);
    let row: number;
    try {
      row = await sendOutboxStep(kind, this.ports.call, step, sent.to);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      const { status, code, serverMessage: message } = failure;
      if (code === 'RATE_LIMIT_HIT' || status === 401) {
        // The server rejected the call without processing it.
        await this.#write(change, (now) => ({ ...now, tried: change.tried }));
        throw failure;
      }
      if (status === 404 && step.do !== 'create') {
        const next = nextOutboxStep(change, new Map(), kind, this.#seconds);
        return this.#take(change, next, kind);
      }
      const refusal = { status, code, message };
      await this.#write(change, (now) => withProblem(now, change, 'refused', refusal));
      return;
    }
    await this.#end(change, row, kind, sent.to);
  }

  async #end(
    change: PendingChange,
    row: number,
    kind: OutboxHandler,
    to = change.to,
  ): Promise<void> {
    if (row >= 0) kind.assume(row, to);
    const sent = { ...change, to };
    let isLast = false;
    await this.ports.store.transact((all) => {
      isLast = all.get(sent.id)?.rev === sent.rev;
      const writes = new Map<string, PendingChange | null>();
      for (const [id, one] of all) {
        if (id === sent.id) writes.set(id, finishAttempt(one, sent, row, kind));
        else if (one.kind === sent.kind && one.tried) writes.set(id, excludeRow(one, row));
      }
      return writes;
    });
    this.ports.onEnded(sent, row, isLast);
  }

  /** Whether the change is still the latest one. */
  async #write(
    sent: PendingChange,
    next: (now: PendingChange) => PendingChange | null,
  ): Promise<boolean> {
    let isSame = false;
    await this.ports.store.transact((all) => {
      const now = all.get(sent.id);
      isSame = now?.rev === sent.rev;
      return now ? new Map([[sent.id, next(now)]]) : nothing;
    });
    return isSame;
  }

  /** Schedules a change that the server failed at; returns the milliseconds to wait. */
  #hold(change: PendingChange): number {
    const times = (this.#faults.get(nameOf(change))?.times ?? 0) + 1;
    const wait = Math.min(maxWait, lookLater * 2 ** (times - 1));
    this.#faults.set(nameOf(change), { times, until: this.ports.now() + wait });
    this.ports.onDeferred(change);
    return wait;
  }

  #wait(failure: unknown): number {
    const wait = Math.min(maxWait, lookLater * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    if (!(failure instanceof ApiError) || failure.code !== 'RATE_LIMIT_HIT') return wait;
    return Math.max(wait, (Number(failure.fields['retry-after']) || 1) * 1000);
  }

  get #seconds(): number {
    return Math.floor(this.ports.now() / 1000);
  }
}

/** The change based on the server's current row, so that other fields changed there stay. */
function asSeen(
  change: PendingChange,
  step: Exclude<SendableStep, { do: 'create' }>,
): PendingChange {
  const { row, from } = step;
  return { ...change, row, from, to: step.do === 'update' ? step.to : null };
}

const nameOf = ({ id, rev }: PendingChange) => `${id} ${rev}`;
