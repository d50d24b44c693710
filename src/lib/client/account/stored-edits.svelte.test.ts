import fc from 'fast-check';
import { flushSync } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runsOf } from '../../../../tests/support/ui/runs';
import { NetworkFailure } from '../../api/errors';
import { newId } from '../new-id';
import {
  accountStorageNames,
  eraseAccountStorage,
  writeAccountStorage,
} from '../storage/account-storage';
import { PendingEdits, type PendingEditsPort } from './pending-edits.svelte';

/** What becomes of a request; `held` is done by the server, and its reply comes later. */
const fates = ['fine', 'lost request', 'lost reply', 'held'] as const;
type Fate = (typeof fates)[number];

const names = ['theme', 'language'];
const tab = fc.nat({ max: 1 });
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wish' as const), tab, at: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), tab, at: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('connect' as const), on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reply' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('event' as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const history = fc.array(
  fc.record({ act, fates: fc.array(fc.constantFrom<Fate>('fine', ...fates), { maxLength: 3 }) }),
  { minLength: 1, maxLength: 14 },
);

/** Locks come from the browser. */
const task = () => new Promise<void>((go) => void setTimeout(go));

interface OpenTab {
  edits: PendingEdits<string, string>;
  /** The server's values as far as events and replies have brought them. */
  known: SvelteMap<string, string>;
  close: () => void;
}

/** A server of values, and a browser with two tabs. */
class World {
  readonly id = newId();
  readonly there = new Map<string, string>();
  /** The last value that the person chose, by name. */
  readonly wanted = new Map<string, string>();
  readonly chosen: string[] = [];
  readonly told: string[] = [];
  readonly connection = $state({ kind: 'online' });
  readonly held = new Set<() => void>();
  fates: Fate[] = [];
  tabs: OpenTab[] = [];
  #words = 0;

  constructor() {
    this.tabs = [this.#opened(), this.#opened()];
  }

  #opened(): OpenTab {
    const known = new SvelteMap(this.there);
    const saved = new Map<string, string>();
    let edits!: PendingEdits<string, string>;
    let isOpen = true;
    const { id, connection } = this;
    const stop = $effect.root(() => {
      edits = new PendingEdits<string, string>({
        account: { id, connection } as PendingEditsPort<string, string>['account'],
        kind: 'setting',
        current: (name) => known.get(name),
        write: async (name, value) => {
          await this.#answered(() => void this.there.set(name, value));
          if (!isOpen) throw new NetworkFailure('x', 'aborted');
          known.set(name, value);
          saved.set(name, value);
        },
        saved: (name) => void this.told.push(saved.get(name) ?? ''),
      });
    });
    flushSync();
    const close = () => ((isOpen = false), stop());
    return { edits, known, close };
  }

  async act(one: Act): Promise<void> {
    if (one.do === 'wish' || one.do === 'undo') {
      const name = names[one.at]!;
      const { edits } = this.tabs[one.tab]!;
      const value = one.do === 'wish' ? `w${++this.#words}` : (this.there.get(name) ?? '');
      if (value === '' || edits.value(name) === value) return;
      this.wanted.set(name, value);
      this.chosen.push(value);
      void edits.save(name, value);
    } else if (one.do === 'connect') this.connect(one.on);
    else if (one.do === 'reload') {
      this.tabs[one.tab]!.close();
      this.reply();
      this.tabs[one.tab] = this.#opened();
    } else if (one.do === 'reply') this.reply();
    else this.events();
    flushSync();
    await task();
  }

  connect(on: boolean): void {
    this.connection.kind = on ? 'online' : 'offline';
    flushSync();
  }

  reply(): void {
    for (const answer of this.held) answer();
    this.held.clear();
  }

  events(): void {
    for (const { known } of this.tabs)
      for (const [name, value] of this.there) known.set(name, value);
    flushSync();
  }

  /** From now on nothing goes wrong, until nothing is stored. */
  async settle(): Promise<void> {
    this.fates = [];
    this.reply();
    await task();
    this.events();
    await vi.waitUntil(
      async () => {
        this.connect(false);
        this.connect(true);
        this.reply();
        await task();
        this.events();
        return this.stored.length === 0;
      },
      { timeout: 5000, interval: 1 },
    );
    await task();
  }

  get stored(): readonly string[] {
    return accountStorageNames(this.id, '');
  }

  async #answered(answer: () => void): Promise<void> {
    const fate = this.connection.kind === 'online' ? (this.fates.shift() ?? 'fine') : 'offline';
    if (fate === 'offline' || fate === 'lost request') throw new NetworkFailure('x', 'unreachable');
    answer();
    if (fate === 'lost reply') throw new NetworkFailure('x', 'timeout');
    if (fate === 'held') await new Promise<void>((go) => this.held.add(go));
  }
}

async function inWorld(run: (world: World) => Promise<void>): Promise<void> {
  const world = new World();
  try {
    await run(world);
  } finally {
    world.reply();
    world.tabs.forEach(({ close }) => close());
    eraseAccountStorage(world.id);
  }
}

/** The browser tells the other tabs; here, all tabs are in one page. */
beforeEach(() => {
  const tell = (key: string) =>
    queueMicrotask(() => window.dispatchEvent(new StorageEvent('storage', { key })));
  for (const method of ['setItem', 'removeItem'] as const) {
    const write = Storage.prototype[method] as (key: string, value?: string) => void;
    vi.spyOn(Storage.prototype, method).mockImplementation(function (
      this: Storage,
      key: string,
      value?: string,
    ) {
      write.call(this, key, value);
      tell(key);
    });
  }
});
afterEach(() => void vi.restoreAllMocks());

it('saves the last value, tells it once, and leaves nothing, in two tabs', async () => {
  await fc.assert(
    fc.asyncProperty(history, (acts) =>
      inWorld(async (world) => {
        for (const { act: one, fates: next } of acts) {
          world.fates = [...next];
          await world.act(one);
        }
        await world.settle();
        for (const [name, value] of world.wanted) {
          expect(world.there.get(name)).toBe(value);
          for (const { edits } of world.tabs) {
            expect([edits.value(name), edits.problem(name)]).toEqual([value, undefined]);
          }
        }
        for (const value of world.told) {
          const times = (all: readonly string[]) => all.filter((one) => one === value).length;
          expect(times(world.told)).toBeLessThanOrEqual(times(world.chosen));
        }
      }),
    ),
    { numRuns: runsOf({ daily: 120, all: 250 }) },
  );
}, 60_000);

it('shows an edit made offline after a reload, and saves it once', async () => {
  await inWorld(async (world) => {
    world.connect(false);
    await world.act({ do: 'wish', tab: 0, at: 0 });
    expect(world.tabs.map(({ edits }) => edits.value('theme'))).toEqual(['w1', 'w1']);
    await world.act({ do: 'reload', tab: 0 });
    expect(world.tabs[0]!.edits.value('theme')).toBe('w1');
    world.connect(true);
    await expect.poll(() => world.told).toEqual(['w1']);
    await task();
    expect([world.told, world.stored]).toEqual([['w1'], []]);
  });
});

it('skips what is stored in another shape', () =>
  inWorld(async (world) => {
    writeAccountStorage(world.id, 'unsaved/setting/theme', 'dark');
    await world.act({ do: 'reload', tab: 0 });
    expect(world.tabs[0]!.edits.value('theme')).toBeUndefined();
  }));
