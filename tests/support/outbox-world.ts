import { ApiError, NetworkFailure, ServerFault } from '../../src/lib/api/errors';
import type { ApiCaller } from '../../src/lib/client/calls/call';
import {
  withDesired,
  type PendingChange,
  type DesiredChange,
} from '../../src/lib/client/outbox/pending-change';
import type { OutboxHandler } from '../../src/lib/client/outbox/outbox-handler';
import type { RowFields } from '../../src/lib/client/outbox/row-rules';
import {
  OutboxRunner,
  type ChangeStore,
  type SendReadiness,
  type ChangeWrites,
} from '../../src/lib/client/outbox/outbox-runner';

export type Fate = 'fine' | 'lost request' | 'lost reply' | 'crash' | 'too many';

class Crash extends Error {}

/** Storage shared by all tabs of a browser. */
class Disk implements ChangeStore {
  readonly changes = new Map<string, PendingChange>();

  transact(decide: (all: ReadonlyMap<string, PendingChange>) => ChangeWrites): Promise<void> {
    for (const [id, change] of decide(new Map(this.changes))) {
      if (change) this.changes.set(id, change);
      else this.changes.delete(id);
    }
    return Promise.resolve();
  }
}

export const text = (fields: RowFields) => String(fields['text']);
const due = (fields: RowFields) => Number(fields['due'] ?? Infinity);

/** A server of texts, a browser that can crash, and a user. */
export class World {
  readonly rows = new Map<number, RowFields>();
  readonly disk = new Disk();
  /** Texts in the order of their creation, one entry per creation. */
  readonly made: string[] = [];
  fates: Fate[] = [];
  /** Ids that rows received. */
  readonly became = new Map<number, number>();
  /** Run while a request is pending. */
  meanwhile: (() => void)[] = [];
  now = 1_800_000_000_000;
  ready: SendReadiness = 'yes';
  calls = 0;
  private next = 10;
  private ids = 0;
  private runner = this.started();

  readonly kind: OutboxHandler = {
    fingerprints: (fields) => ({ text: text(fields), due: String(due(fields)) }),
    isPast: (fields, seconds) => due(fields) <= seconds,
    list: () => this.answered(() => new Map(this.rows)),
    create: (_call, to) =>
      this.answered(() => {
        if (text(to) === 'hard') throw new ServerFault('create', 500);
        const row = ++this.next;
        this.rows.set(row, to);
        this.made.push(text(to));
        return row;
      }),
    update: (_call, row, changes) =>
      this.answered(() => {
        if (text(changes) === 'refused') throw new ApiError('update', 400, 'BAD_REQUEST', 'No.');
        this.rows.set(row, { ...this.rowOf(row), ...changes });
      }),
    remove: (_call, row) =>
      this.answered(() => {
        this.rowOf(row);
        this.rows.delete(row);
      }),
    // The tab has seen nothing that was created since.
    newest: () => 10,
    assume: () => undefined,
  };

  private rowOf(row: number): RowFields {
    const found = this.rows.get(row);
    if (!found) throw new ApiError('row', 404, 'BAD_REQUEST', 'No such row.');
    return found;
  }

  /** In a browser without locks, every tab runs its own runner. */
  started(tab = 'one', isOneOfMany = false): OutboxRunner {
    const runner = new OutboxRunner({
      store: this.disk,
      call: (() => Promise.reject(new Error())) as unknown as ApiCaller,
      kinds: new Proxy({}, { get: () => this.kind }) as never,
      now: () => this.now,
      ready: () => this.ready,
      known: (change) => ({ ...change, row: this.became.get(change.row) ?? change.row }),
      tab,
      isOneOfMany,
      onFound: (standIn, row) => this.became.set(standIn, row),
      onEnded: (sent, row) => this.became.set(sent.row, row),
      onDeferred: () => undefined,
    });
    runner.setOnline(true);
    return runner;
  }

  private answered<T>(answer: () => T): Promise<T> {
    this.calls++;
    const fate = this.fates.shift() ?? 'fine';
    this.meanwhile.shift()?.();
    if (fate === 'too many') {
      const fields = { 'retry-after': 3 };
      return Promise.reject(new ApiError('x', 429, 'RATE_LIMIT_HIT', 'Wait.', fields));
    }
    if (fate === 'lost request') return Promise.reject(new NetworkFailure('x', 'unreachable'));
    try {
      const reply = answer();
      if (fate === 'lost reply') return Promise.reject(new NetworkFailure('x', 'timeout'));
      if (fate === 'crash') return Promise.reject(new Crash());
      return Promise.resolve(reply);
    } catch (failure) {
      return Promise.reject(failure as Error);
    }
  }

  /** As the outbox does it. */
  request(desired: DesiredChange): void {
    this.now += 1;
    const old = [...this.disk.changes.values()].find(({ row }) => row === desired.row);
    const id = old?.id ?? `c${++this.ids}`;
    const change = withDesired(old, desired, { id, now: this.now, rules: this.kind });
    if (change) this.disk.changes.set(id, change);
    else this.disk.changes.delete(id);
  }

  /** The browser restarts, or the connection returns. */
  restart(): void {
    this.runner = this.started();
  }

  async round(): Promise<void> {
    const { ms } = await this.runner.round();
    this.now += ms ?? 0;
  }

  /** From now on nothing goes wrong. */
  async settle(): Promise<void> {
    this.fates = [];
    this.meanwhile = [];
    this.now += 5000;
    this.restart();
    for (let round = 0; round < 8; round++) await this.round();
  }

  get problems() {
    return [...this.disk.changes.values()].map(({ problem }) => problem);
  }
}
