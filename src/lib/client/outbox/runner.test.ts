import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, NetworkFailure } from '../../api/errors';
import type { Call } from '../call';
import { newRow, wished, type Change, type Wish } from './change';
import type { Kind } from './kind';
import type { Fields } from './rules';
import { Runner, type ChangeStore, type Ready, type Writes } from './runner';

type Fate = 'fine' | 'lost request' | 'lost reply' | 'crash' | 'too many';

class Crash extends Error {}

/** What all tabs of a browser share. */
class Disk implements ChangeStore {
  readonly changes = new Map<string, Change>();

  transact(decide: (all: ReadonlyMap<string, Change>) => Writes): Promise<void> {
    for (const [id, change] of decide(new Map(this.changes))) {
      if (change) this.changes.set(id, change);
      else this.changes.delete(id);
    }
    return Promise.resolve();
  }
}

const text = (fields: Fields) => String(fields['text']);
const due = (fields: Fields) => Number(fields['due'] ?? Infinity);

/** A server of texts, a browser that may crash, and a person. */
class World {
  readonly rows = new Map<number, Fields>();
  readonly disk = new Disk();
  /** How often each text was made. */
  readonly made: string[] = [];
  fates: Fate[] = [];
  /** Ids that rows got. */
  readonly became = new Map<number, number>();
  /** Is run while a request is on its way. */
  meanwhile: (() => void)[] = [];
  now = 1_800_000_000_000;
  ready: Ready = 'yes';
  calls = 0;
  private next = 10;
  private ids = 0;
  private runner = this.started();

  readonly kind: Kind = {
    print: (fields) => ({ text: text(fields), due: String(due(fields)) }),
    isPast: (fields, seconds) => due(fields) <= seconds,
    list: () => this.asked(() => new Map(this.rows)),
    create: (_call, to) =>
      this.asked(() => {
        const row = ++this.next;
        this.rows.set(row, to);
        this.made.push(text(to));
        return row;
      }),
    update: (_call, row, changes) =>
      this.asked(() => {
        if (text(changes) === 'refused') throw new ApiError('update', 400, 'BAD_REQUEST', 'No.');
        this.rows.set(row, { ...this.rowOf(row), ...changes });
      }),
    remove: (_call, row) =>
      this.asked(() => {
        this.rowOf(row);
        this.rows.delete(row);
      }),
    // The tab has seen nothing of what was made since.
    newest: () => 10,
    assume: () => undefined,
  };

  private rowOf(row: number): Fields {
    const found = this.rows.get(row);
    if (!found) throw new ApiError('row', 404, 'BAD_REQUEST', 'No such row.');
    return found;
  }

  /** Without locks each tab has one that runs; this browser has none then. */
  started(tab = 'one', isOneOfMany = false): Runner {
    const runner = new Runner({
      store: this.disk,
      call: (() => Promise.reject(new Error())) as unknown as Call,
      kinds: new Proxy({}, { get: () => this.kind }) as never,
      now: () => this.now,
      ready: () => this.ready,
      tab,
      isOneOfMany,
      onFound: (standIn, row) => this.became.set(standIn, row),
      onEnded: (sent, row) => this.became.set(sent.row, row),
    });
    runner.connected(true);
    return runner;
  }

  private asked<T>(answer: () => T): Promise<T> {
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
  wish(wish: Wish): void {
    this.now += 1;
    const old = [...this.disk.changes.values()].find(({ row }) => row === wish.row);
    const id = old?.id ?? `c${++this.ids}`;
    const change = wished(old, wish, { id, now: this.now, rules: this.kind });
    if (change) this.disk.changes.set(id, change);
    else this.disk.changes.delete(id);
  }

  /** The browser is started anew, or the connection comes back. */
  restart(): void {
    this.runner = this.started();
  }

  async round(): Promise<void> {
    const { ms } = await this.runner.round();
    this.now += ms ?? 0;
  }

  /** Nothing goes wrong from here on. */
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

const wishOf = (row: number, from: string | null, to: string | null): Wish => ({
  kind: 'snippet',
  row,
  from: from === null ? null : { text: from },
  to: to === null ? null : { text: to },
});
const texts = ({ rows }: World) => [...rows.values()].map(text).sort();

describe('the outbox', () => {
  it('makes a row once where two tabs bring it, and neither knows what the other does', async () => {
    const world = new World();
    world.wish(wishOf(-1, null, 'a'));
    const tabs = ['one', 'two'].map((tab) => world.started(tab, true));
    await Promise.all(tabs.map((tab) => tab.round()));
    expect(world.made).toEqual(['a']);
  });

  it('shows the row that was made at once with the end of what stood for it', async () => {
    const world = new World();
    world.wish(wishOf(-1, null, 'a'));
    let open: number | undefined;
    let isKnown: boolean | undefined;
    const assume = () => {
      open = world.disk.changes.size;
      queueMicrotask(() => (isKnown = world.became.has(-1)));
    };
    Object.assign(world.kind, { assume });
    await world.round();
    expect({ open, isKnown }).toEqual({ open: 0, isKnown: true });
  });

  it('leaves to another tab what that one waits an answer for', async () => {
    const world = new World();
    world.wish(wishOf(-1, null, 'a'));
    world.fates = ['lost request'];
    const [one, two] = ['one', 'two'].map((tab) => world.started(tab, true));
    await one!.round();
    world.now += 5000;
    expect((await two!.round()).ms).toBeGreaterThan(10_000);
    expect(world.made).toEqual([]);
    await one!.round();
    expect(world.made).toEqual(['a']);
  });

  it('sends nothing of what was made, changed and deleted again', async () => {
    const world = new World();
    const row = newRow();
    world.wish(wishOf(row, null, 'a'));
    world.wish(wishOf(row, null, 'b'));
    world.wish(wishOf(row, null, null));
    await world.settle();
    expect(world.calls).toBe(0);
    expect(world.disk.changes.size).toBe(0);
  });

  it('sends nothing of what was changed back', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', 'b'));
    world.wish(wishOf(1, 'b', 'a'));
    await world.settle();
    expect(world.calls).toBe(0);
  });

  it('sends nothing before it is ready, and comes again', async () => {
    const world = new World();
    world.wish(wishOf(newRow(), null, 'a'));
    world.ready = 'later';
    await world.round();
    expect(world.calls).toBe(0);
    world.ready = 'yes';
    await world.settle();
    expect(texts(world)).toEqual(['a']);
  });

  it('asks where what it waits for is refused', async () => {
    const world = new World();
    world.wish(wishOf(newRow(), null, 'a'));
    world.ready = 'no';
    await world.settle();
    expect(world.calls).toBe(0);
    expect([...world.disk.changes.values()]).toMatchObject([{ problem: 'refused' }]);
  });

  it('takes what it finds for its own where the reply was lost', async () => {
    const world = new World();
    world.wish(wishOf(newRow(), null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    await world.settle();
    expect(world.made).toEqual(['a']);
    expect(world.disk.changes.size).toBe(0);
  });

  it('takes no older row of the same text for its own', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(newRow(), null, 'a'));
    world.fates = ['lost request'];
    await world.round();
    await world.settle();
    expect(texts(world)).toEqual(['a', 'a']);
  });

  it('changes and deletes what was made with a lost reply', async () => {
    const world = new World();
    const [one, two] = [newRow(), newRow()];
    world.wish(wishOf(one, null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    world.wish(wishOf(one, null, 'A'));
    world.wish(wishOf(two, null, 'b'));
    world.fates = ['fine', 'fine', 'lost reply'];
    await world.round();
    world.wish(wishOf(two, null, null));
    await world.settle();
    expect(texts(world)).toEqual(['A']);
    expect(world.made).toEqual(['a', 'b']);
  });

  it('changes on what it has found to be its own, whoever still knows it as it stood here', async () => {
    const world = new World();
    const row = newRow();
    world.wish(wishOf(row, null, 'a'));
    world.fates = ['lost reply'];
    await world.round();
    world.wish(wishOf(row, null, 'b'));
    world.fates = ['fine', 'lost reply'];
    await world.round();
    world.wish(wishOf(world.became.get(row) ?? row, null, 'c'));
    await world.settle();
    expect(texts(world)).toEqual(['c']);
  });

  it('sends only what was changed, beside what was changed elsewhere', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a', due: 2e9 });
    const from = { text: 'a', due: 2e9 };
    world.wish({ kind: 'scheduled', row: 1, from, to: { ...from, due: 2.1e9 } });
    world.rows.set(1, { text: 'theirs', due: 2e9 });
    world.now += 10;
    await world.settle();
    expect(world.rows.get(1)).toEqual({ text: 'theirs', due: 2.1e9 });
  });

  it('asks where the same was changed elsewhere, and goes on when the person insists', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', 'mine'));
    world.rows.set(1, { text: 'theirs' });
    await world.settle();
    expect(world.problems).toEqual(['changed']);
    expect(texts(world)).toEqual(['theirs']);
    world.wish(wishOf(1, 'theirs', 'mine'));
    await world.settle();
    expect(texts(world)).toEqual(['mine']);
    expect(world.problems).toEqual([]);
  });

  it('does not delete what was changed elsewhere', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', null));
    world.rows.set(1, { text: 'theirs' });
    await world.settle();
    expect(world.problems).toEqual(['changed']);
    expect(texts(world)).toEqual(['theirs']);
  });

  it('says so when the time has passed, and does not send', async () => {
    const world = new World();
    const soon = world.now / 1000 + 60;
    world.wish({ kind: 'scheduled', row: newRow(), from: null, to: { text: 'a', due: soon } });
    world.now += 120_000;
    await world.settle();
    expect(world.problems).toEqual(['late']);
    expect(world.rows.size).toBe(0);
  });

  it('claims nothing of one that went out without an answer before its time', async () => {
    const world = new World();
    const soon = world.now / 1000 + 60;
    world.wish({ kind: 'scheduled', row: newRow(), from: null, to: { text: 'a', due: soon } });
    world.fates = ['lost reply'];
    await world.round();
    world.rows.clear();
    world.now += 120_000;
    await world.settle();
    expect(world.problems).toEqual(['perhaps']);
    expect(world.made).toEqual(['a']);
  });

  it('keeps a refusal for the person, and waits where the server asks for it', async () => {
    const world = new World();
    world.rows.set(1, { text: 'a' });
    world.wish(wishOf(1, 'a', 'refused'));
    await world.settle();
    expect([...world.disk.changes.values()][0]?.refusal?.message).toBe('No.');
    world.wish(wishOf(1, 'refused', 'b'));
    world.fates = ['too many'];
    const before = world.now;
    await world.round();
    expect(world.now - before).toBeGreaterThanOrEqual(3000);
    await world.settle();
    expect(texts(world)).toEqual(['b']);
  });

  it('brings what was wished last, once, whatever becomes of requests and replies', async () => {
    const fate = fc.constantFrom<Fate>(
      'fine',
      'fine',
      'lost request',
      'lost reply',
      'crash',
      'too many',
    );
    const act = fc.record({
      row: fc.integer({ min: 0, max: 4 }),
      remove: fc.boolean(),
      then: fc.constantFrom('wish', 'wish', 'round', 'restart', 'round and wish'),
      fates: fc.array(fate, { maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
        const world = new World();
        /** Two rows are there, three are to be made. */
        const rows = [1, 2, newRow(), newRow(), newRow()];
        const seen: (string | null)[] = ['one', 'two', null, null, null];
        world.rows.set(1, { text: 'one' }).set(2, { text: 'two' });
        let words = 0;
        const person = (at: number, remove: boolean) => {
          const was = seen[at] ?? null;
          let row = world.became.get(rows[at] ?? 0) ?? rows[at] ?? 0;
          const pending = [...world.disk.changes.values()].find((one) => one.row === row);
          // What is gone for good is made as another one.
          if (was === null && !pending) row = newRow();
          rows[at] = row;
          const to = remove ? null : `w${++words}`;
          world.wish(wishOf(row, row < 0 ? null : was, to));
          seen[at] = to;
        };
        for (const { row, remove, then, fates } of acts) {
          world.fates = [...fates];
          if (then === 'wish') person(row, remove);
          else if (then === 'restart') world.restart();
          else {
            if (then === 'round and wish') world.meanwhile = [() => person(row, remove)];
            await world.round();
          }
        }
        await world.settle();
        expect(world.problems).toEqual([]);
        expect(texts(world)).toEqual(seen.filter((one) => one !== null).sort());
        expect(new Set(world.made).size).toBe(world.made.length);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);
});
