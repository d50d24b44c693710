import fc from 'fast-check';
import { flushSync } from 'svelte';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, NetworkFailure, ServerFault } from '../../api/errors';
import type { ApiCaller } from '../calls/call';
import { newId } from '../new-id';
import type { OutboxHandler } from './outbox-handler';
import { openDB } from 'idb';
import { runsOf } from '../../../../tests/support/ui/runs';
import { Outbox, type ChangeOutcome } from './outbox.svelte';
import type { PendingChange } from './pending-change';
import type { RowFields } from './row-rules';

/** What becomes of a request; `held` is done by the server, and its reply comes later. */
const fates = ['fine', 'lost request', 'lost reply', 'held', 'too many', 'fault'] as const;
type Fate = (typeof fates)[number];

const fate = fc.constantFrom<Fate>('fine', 'fine', ...fates);
const tab = fc.nat({ max: 1 });
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wish' as const), tab, at: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), tab, at: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('connect' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reply' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(9000) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const history = fc.array(
  fc.record({ act, fates: fc.array(fate, { maxLength: 3 }), tasks: fc.nat(4) }),
  { minLength: 1, maxLength: 16 },
);
type Step = typeof history extends fc.Arbitrary<readonly (infer T)[]> ? T : never;
const plainly = (one: Act): Step => ({ act: one, fates: [], tasks: 0 });
/** Where a person edited, before the tab showed its changes, a row deleted and restored earlier. */
const atOnceAfterReload = [
  plainly({ do: 'remove', tab: 0, at: 0 }),
  plainly({ do: 'undo', tab: 0 }),
  plainly({ do: 'reload', tab: 0 }),
  plainly({ do: 'wish', tab: 0, at: 0 }),
];

/** Tasks come from the browser, outside the test's clock. */
const task = () =>
  new Promise<void>((go) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), go());
    port2.postMessage(null);
  });

interface Wish {
  readonly at: number;
  readonly before: string | null;
}

interface OpenTab {
  outbox: Outbox;
  /** Id and revision of each change reported as done. */
  told: string[];
  outcomes: ChangeOutcome['state'][];
  stop: () => void;
}

/** A server of texts, and a browser with two tabs in which a person changes four rows. */
class World {
  readonly rows = new Map<number, string>([
    [1, 'one'],
    [2, 'two'],
  ]);
  /** The text of each row, as the person wants it. */
  readonly wanted: (string | null)[] = ['one', 'two', null, null];
  /** How often each text was created, and how often the person asked for it. */
  readonly made: string[] = [];
  readonly wishes: string[] = [];
  readonly done: Wish[] = [];
  fates: Fate[] = [];
  faults = 0;
  calls = 0;
  readonly held = new Set<() => void>();
  readonly account = $state({
    id: newId(),
    call: null as unknown as ApiCaller,
    connection: { kind: 'online' },
  });
  tabs: OpenTab[] = [];
  #next = 10;
  #words = 0;
  #active: number | undefined = 0;

  readonly kind: OutboxHandler = {
    fingerprints: (fields) => ({ text: textOf(fields) }),
    list: () => this.#answered(() => new Map([...this.rows].map(([id, text]) => [id, { text }]))),
    create: (_call, to) =>
      this.#answered(() => {
        this.rows.set(++this.#next, textOf(to));
        this.made.push(textOf(to));
        return this.#next;
      }),
    update: (_call, row, changes) =>
      this.#answered(() => {
        this.#assertThere(row);
        this.rows.set(row, textOf(changes));
      }),
    remove: (_call, row) =>
      this.#answered(() => {
        this.#assertThere(row);
        this.rows.delete(row);
      }),
    // No event has come yet.
    newest: () => 10,
    assume: () => undefined,
  };

  constructor() {
    this.tabs = [this.#opened(), this.#opened()];
  }

  #opened(): OpenTab {
    const account = this.account as ConstructorParameters<typeof Outbox>[0];
    const kinds = { scheduled: this.kind, snippet: this.kind, reminder: this.kind };
    const outbox = new Outbox(account, kinds);
    outbox.start();
    flushSync();
    const told: string[] = [];
    const stop = outbox.onFinished(({ sent }) => told.push(`${sent.id} ${sent.rev}`));
    return { outbox, told, outcomes: [], stop };
  }

  async act(one: Act): Promise<void> {
    if ('tab' in one) await this.#turnTo(one.tab);
    switch (one.do) {
      case 'wish':
        return this.#want(one.tab, one.at, `w${++this.#words}`);
      case 'remove':
        return this.#want(one.tab, one.at, null);
      case 'undo': {
        const last = this.done.pop();
        if (last) this.#want(one.tab, last.at, last.before, true);
        return;
      }
      case 'connect':
        this.account.connection.kind = one.on ? 'online' : 'offline';
        return flushSync();
      case 'reload':
        return this.#reload(one.tab);
      case 'reply':
        return this.reply();
      case 'wait':
        await vi.advanceTimersByTimeAsync(one.ms);
    }
  }

  /** In another tab, and after a reload, the person sees what is stored. */
  async #turnTo(index: number): Promise<void> {
    if (index === this.#active) return;
    for (const { outbox } of this.tabs) await outbox.drop({ id: '' });
    this.#active = index;
  }

  reply(): void {
    for (const answer of this.held) answer();
    this.held.clear();
  }

  /** From now on nothing goes wrong, until nothing is left to do. */
  async settle(): Promise<void> {
    this.fates = [];
    this.account.connection.kind = 'online';
    flushSync();
    await vi.waitUntil(
      async () => {
        this.reply();
        await vi.advanceTimersByTimeAsync(20_000);
        await task();
        if (this.tabs.some(({ outbox }) => outbox.changes.length > 0)) return false;
        return (await storedChanges(this.account.id)).length === 0;
      },
      { timeout: 5000, interval: 1 },
    );
    for (let tasks = 0; tasks < 10; tasks++) await task();
  }

  get texts(): readonly string[] {
    return [...this.rows.values()].sort();
  }

  /** Of this row, the person sees in that tab what is pending, otherwise what the server has. */
  #want(tabIndex: number, at: number, to: string | null, isUndo = false): void {
    const { outbox, outcomes } = this.tabs[tabIndex]!;
    const seen = this.wanted[at] ?? null;
    if (to === seen) return;
    const pending = outbox.changes.find((change) => change.to && textOf(change.to) === seen);
    const there = [...this.rows].find(([, text]) => text === seen)?.[0];
    let outcome: Promise<ChangeOutcome>;
    const fields = to === null ? null : { text: to };
    if (pending) outcome = outbox.amend(pending, { to: fields });
    else if (there !== undefined && !outbox.changeOfRow('snippet', there)) {
      outcome = outbox.request({ kind: 'snippet', row: there, from: { text: seen }, to: fields });
    } else if (seen === null && fields) {
      outcome = outbox.make('snippet', fields).outcome;
    } else return;
    this.wanted[at] = to;
    if (to !== null) this.wishes.push(to);
    if (!isUndo) this.done.push({ at, before: seen });
    void outcome.then(({ state }) => outcomes.push(state));
  }

  async #reload(index: number): Promise<void> {
    const { outbox, stop } = this.tabs[index]!;
    this.reply();
    const stopped = outbox.stop();
    stop();
    this.tabs[index] = this.#opened();
    this.#active = undefined;
    await stopped;
  }

  #answered<T>(answer: () => T): Promise<T> {
    this.calls++;
    let what = this.fates.shift() ?? 'fine';
    // After several faults at one change, the user is asked.
    if (what === 'fault' && ++this.faults > 2) what = 'fine';
    if (what === 'too many') {
      const fields = { 'retry-after': 3 };
      return Promise.reject(new ApiError('x', 429, 'RATE_LIMIT_HIT', 'Wait.', fields));
    }
    if (what === 'lost request') return Promise.reject(new NetworkFailure('x', 'unreachable'));
    if (what === 'fault') return Promise.reject(new ServerFault('x', 500));
    try {
      const reply = answer();
      if (what === 'lost reply') return Promise.reject(new NetworkFailure('x', 'timeout'));
      if (what === 'fine') return Promise.resolve(reply);
      return new Promise((resolve) => this.held.add(() => resolve(reply)));
    } catch (failure) {
      return Promise.reject(failure as Error);
    }
  }

  #assertThere(row: number): void {
    if (!this.rows.has(row)) throw new ApiError('row', 404, 'BAD_REQUEST', 'No such row.');
  }
}

const textOf = (fields: RowFields) => String(fields['text']);
const timesIn = (all: readonly string[], one: string) => all.filter((text) => text === one).length;

/** What is stored on the device for the outbox of that account. */
async function storedChanges(id: string): Promise<readonly PendingChange[]> {
  const db = await openDB(`inkwell.outbox.${id}`);
  const all = db.objectStoreNames.contains('changes') ? await db.getAll('changes') : [];
  db.close();
  return all;
}

async function inWorld(run: (world: World) => Promise<void>): Promise<void> {
  const world = new World();
  try {
    await run(world);
  } finally {
    world.reply();
    for (const { outbox, stop } of world.tabs) {
      stop();
      await outbox.stop();
    }
    await world.tabs[0]!.outbox.erase();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

it('does each wish once and tells it once, in two tabs, whatever is lost, and leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(history, (acts) =>
      inWorld(async (world) => {
        for (const { act: one, fates: next, tasks } of acts) {
          world.fates = [...next];
          await world.act(one);
          for (let count = 0; count < tasks; count++) await task();
        }
        await world.settle();
        expect(world.texts).toEqual(world.wanted.filter((text) => text !== null).sort());
        for (const text of world.made) {
          expect(timesIn(world.made, text)).toBeLessThanOrEqual(timesIn(world.wishes, text));
        }
        for (const { told, outcomes } of world.tabs) {
          expect(told).toEqual([...new Set(told)]);
          expect(outcomes).not.toContain('problem');
        }
      }),
    ),
    { numRuns: 150, examples: [[atOnceAfterReload]] },
  );
}, 120_000);

it('leaves what is under way to the tab that is leaving, and tells it once', async () => {
  await inWorld(async (world) => {
    world.fates = ['held'];
    await world.act({ do: 'wish', tab: 0, at: 2 });
    await vi.waitUntil(() => world.calls === 1, { interval: 1 });
    const stopped = world.tabs[0]!.outbox.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    for (let count = 0; count < 10; count++) await task();
    expect(world.calls).toBe(1);
    world.reply();
    await stopped;
    await world.settle();
    expect(world.tabs[1]!.told).toHaveLength(1);
  });
});

it('sends and tells nothing after signing out, and leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(history, tab, (acts, signedOut) =>
      inWorld(async (world) => {
        for (const { act: one, fates: next, tasks } of acts) {
          world.fates = [...next];
          await world.act(one);
          for (let count = 0; count < tasks; count++) await task();
        }
        const [here, other] = [world.tabs[signedOut]!, world.tabs[1 - signedOut]!];
        world.fates = [];
        world.reply();
        const gone = [other.outbox.stop(), here.outbox.erase()];
        const told = world.tabs.map((one) => [one.told.length, one.outcomes.length]);
        await Promise.all(gone);
        const { calls } = world;
        await vi.advanceTimersByTimeAsync(120_000);
        for (let count = 0; count < 10; count++) await task();
        expect(world.calls).toBe(calls);
        expect(world.tabs.map((one) => [one.told.length, one.outcomes.length])).toEqual(told);
        expect(await storedChanges(world.account.id)).toEqual([]);
      }),
    ),
    { numRuns: runsOf({ daily: 120, all: 300 }) },
  );
}, 120_000);
