import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { session as nobody } from '../../../tests/support/session-gateway';
import { runsOf } from '../../../tests/support/ui/runs';
import {
  accountsInStorage,
  eraseAccountStorage,
  eraseAccountStorageButText,
  readAccountStorage,
  writeAccountStorage,
} from './storage/account-storage';
import {
  chooseAccount,
  readSession,
  rememberedSession,
  rememberSession,
  storedSessionKey,
  type BrowserSession,
} from './session/session';
import { SessionState } from './session/session-state.svelte';

const ids = ['a', 'b'] as const;
type Id = (typeof ids)[number];
const person = (id: Id) => ({
  id,
  full_name: id,
  email: `${id}@example.com`,
  realm_name: 'Press',
  realm_url: 'https://press.example.com',
});

const account = fc.constantFrom(...ids);
const tab = fc.constantFrom(0, 1);
const step = fc.oneof(
  fc.record({ type: fc.constant('signIn' as const), account }),
  fc.record({ type: fc.constant('end' as const), account }),
  fc.record({ type: fc.constant('signOut' as const), tab }),
  fc.record({ type: fc.constant('refused' as const), tab }),
  fc.record({ type: fc.constant('open' as const), tab }),
  fc.record({ type: fc.constant('start' as const), tab, hasSession: fc.boolean() }),
  fc.record({ type: fc.constant('type' as const), tab }),
  // Replies are three times as frequent as the other steps, since each may have several waiting.
  ...[1, 2, 3].map(() => fc.record({ type: fc.constant('answer' as const) })),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Tab {
  session: SessionState;
  stop: () => void;
  notice: (event: StorageEvent) => void;
  /** The session that the server sent while the document was loading, and when the load began. */
  browserSession: BrowserSession;
  opened: number;
}

/** One server, and one browser with two tabs and a sign-in page. Replies take time. */
class World {
  readonly server = new Set<Id>();
  /** Text that exists only on this device. */
  readonly words = new Map<Id, string>();
  /** Accounts that have completed the sign-in page, so that the device has their copies. */
  readonly copies = new Set<Id>();
  readonly waiting: (() => void)[] = [];
  readonly tabs: Tab[] = [];
  #origin = 0;
  #typed = 0;

  constructor() {
    localStorage.clear();
    sessionStorage.clear();
    vi.spyOn(window, 'fetch').mockImplementation(() => {
      const body = JSON.stringify(this.session());
      // Resolves without a browser task, which would take too long for thousands of replies.
      const reply = Object.assign(new Response(), { text: async () => body });
      return new Promise((resolve) => this.waiting.push(() => resolve(reply)));
    });
    vi.spyOn(Performance.prototype, 'timeOrigin', 'get').mockImplementation(() => this.#origin);
    this.tabs = [this.aTab(), this.aTab()];
  }

  session(): BrowserSession {
    return { ...nobody, accounts: [...this.server].map(person) };
  }

  aTab(from?: Tab, hasSession = true): Tab {
    const browserSession = from?.browserSession ?? this.session();
    const opened = from?.opened ?? Date.now();
    this.#origin = opened;
    let notice: Tab['notice'] = () => undefined;
    const adding = vi.spyOn(window, 'addEventListener').mockImplementation((name, listener) => {
      if (String(name) === 'storage') notice = listener as Tab['notice'];
    });
    const session = this.in(from, () => new SessionState(hasSession ? browserSession : null));
    const stop = session.follow();
    adding.mockRestore();
    if (!hasSession) void this.in(from, () => session.confirm());
    return { session, stop, notice, browserSession, opened };
  }

  /** Other tabs get storage events for what one tab changes. */
  in<T>(own: Tab | undefined, run: () => T): T {
    const before = localStorage.getItem(storedSessionKey);
    const result = run();
    if (localStorage.getItem(storedSessionKey) !== before) {
      for (const one of this.tabs) {
        if (one !== own) one.notice(new StorageEvent('storage', { key: storedSessionKey }));
      }
    }
    return result;
  }

  take(next: Step): void {
    const own = 'tab' in next ? this.tabs[next.tab]! : undefined;
    const id = own?.session.account?.id as Id | undefined;
    switch (next.type) {
      case 'signIn': {
        this.server.add(next.account);
        const done = (session: BrowserSession) => {
          this.in(undefined, () => rememberSession(session, 'signIn'));
          if (!this.server.has(next.account)) return;
          chooseAccount(next.account);
          if (writeAccountStorage(next.account, 'places', [])) this.copies.add(next.account);
        };
        void readSession().then(done);
        return;
      }
      case 'end':
        this.server.delete(next.account);
        this.copies.delete(next.account);
        return;
      case 'signOut':
        if (!id) return;
        this.server.delete(id);
        this.copies.delete(id);
        this.words.delete(id);
        this.in(own, () => own!.session.drop(id));
        eraseAccountStorage(id);
        return;
      case 'refused':
        if (id && !this.server.has(id)) void own!.session.checkSessionEnd(id);
        return;
      case 'open':
        Object.assign(own!, { browserSession: this.session(), opened: Date.now() });
        return;
      case 'start':
        own!.stop();
        this.tabs[next.tab] = this.aTab(own, next.hasSession);
        return;
      case 'type': {
        if (!id) return;
        const words = `words ${++this.#typed}`;
        expect(writeAccountStorage(id, 'unsaved/x', words), `${id} may be written`).toBe(true);
        this.words.set(id, words);
        return;
      }
      case 'answer':
        this.waiting.shift()?.();
    }
  }

  /** What the pages do whenever the session changes. */
  forget(): void {
    for (const { session } of this.tabs.filter((one) => one.session.confirmed)) {
      const here = [...session.accounts, ...(rememberedSession()?.accounts ?? [])];
      for (const gone of accountsInStorage()) {
        if (!here.some((one) => one.id === gone)) eraseAccountStorageButText(gone);
      }
    }
  }

  check(): void {
    for (const [id, words] of this.words) expect(readAccountStorage(id, 'unsaved/x')).toBe(words);
    for (const id of this.copies)
      expect(readAccountStorage(id, 'places'), `copies of ${id}`).toEqual([]);
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

it('loses no text and no copies, whatever two tabs and the server do at the same time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const world = new World();
      for (const next of steps) {
        vi.setSystemTime(Date.now() + 1);
        world.take(next);
        // Reading a reply takes a few microtasks.
        for (let turn = 0; turn < 30; turn++) await Promise.resolve();
        world.forget();
        world.check();
      }
      world.tabs.forEach(({ stop }) => stop());
      vi.restoreAllMocks();
    }),
    { numRuns: runsOf({ daily: 300, all: 1000 }) },
  );
});
