import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Expired, FakeQueueServer, fates, SignedOut } from '../../../../tests/support/event-queue';
import { EventHub, type HubPorts } from './event-hub';
import type { ConnectionState, QueueEvent } from './event-loop';

/** Tabs of one browser: one lock, and one channel that delivers asynchronously and in order. */
class FakeBrowser {
  readonly server = new FakeQueueServer();
  readonly tabs: Tab[] = [];
  /** Kinds of the messages that the tabs have sent each other. */
  readonly posted: string[] = [];
  /** How many of the next event deliveries get lost, as with a page that was asleep. */
  drops = 0;
  #holder: Promise<void> | null = null;
  #waiting: { held: () => Promise<void>; signal: AbortSignal }[] = [];

  open() {
    const tab = new Tab(this);
    this.tabs.push(tab);
    tab.hub.start();
  }

  /** Closes a tab without signing off, as when it crashes: its requests end and its lock is free. */
  close(index: number) {
    const [tab] = this.tabs.splice(index % Math.max(1, this.tabs.length), 1);
    tab?.hub.stop();
  }

  ports(): HubPorts {
    let receive: ((message: unknown) => void) | null = null;
    const port = {
      deliver: (message: unknown) => receive?.(message),
    };
    this.#ports.add(port);
    return {
      lock: (held, signal) => {
        this.#waiting.push({ held, signal });
        this.#next();
      },
      post: (message) => {
        const copy: unknown = structuredClone(message);
        this.posted.push((copy as { kind: string }).kind);
        for (const other of this.#ports) {
          if (other === port) continue;
          if (this.drops > 0 && JSON.stringify(copy).startsWith('{"kind":"events"'))
            this.drops -= 1;
          else setImmediate(() => other.deliver(copy));
        }
      },
      listen: (callback) => {
        receive = callback;
        return () => {
          receive = null;
          this.#ports.delete(port);
        };
      },
    };
  }

  async settle() {
    for (let i = 0; i < 12; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }

  readonly #ports = new Set<{ deliver: (message: unknown) => void }>();

  #next() {
    if (this.#holder) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#holder = (next.signal.aborted ? Promise.resolve() : next.held()).finally(() => {
      this.#holder = null;
      this.#next();
    });
  }
}

class Tab {
  seen: string[] = [];
  connection: ConnectionState = { kind: 'connecting' };
  breaks = false;
  readonly hub: EventHub<string[], QueueEvent>;

  constructor(browser: FakeBrowser) {
    this.hub = new EventHub<string[], QueueEvent>(
      {
        register: async () => browser.server.register(),
        poll: (position, options) => browser.server.poll(position, options),
        onState: (state) => void (this.seen = [...state]),
        onEvents: (events) => {
          if (this.breaks) {
            this.breaks = false;
            throw new Error('a patch failed');
          }
          this.seen = [...this.seen, ...events.map((event) => event.type)];
        },
        onConnection: (connection) => void (this.connection = connection),
        currentState: () => this.seen,
        judge: (failure) => {
          if (failure instanceof SignedOut) return { kind: 'signed-out' };
          return { kind: failure instanceof Expired ? 'expired' : 'retry' };
        },
        isOffline: () => false,
        now: () => 0,
        after: (_ms, callback) => {
          const handle = setImmediate(callback);
          return () => clearImmediate(handle);
        },
        random: () => 0,
      },
      browser.ports(),
    );
  }
}

describe('EventHub', () => {
  it('calls the server once for all tabs, and gives a late tab the state', async () => {
    const browser = new FakeBrowser();
    browser.open();
    browser.open();
    await browser.settle();
    browser.server.happen('one');
    await browser.settle();
    browser.open();
    await browser.settle();
    browser.server.happen('two');
    await browser.settle();
    expect(browser.server.registered).toBe(1);
    expect(browser.tabs.map((tab) => tab.seen)).toEqual(Array(3).fill(['one', 'two']));
    expect(browser.tabs.map((tab) => tab.connection.kind)).toEqual(Array(3).fill('online'));
  });

  it('continues the same queue when the leading tab closes', async () => {
    const browser = new FakeBrowser();
    browser.open();
    browser.open();
    await browser.settle();
    browser.server.happen('one');
    await browser.settle();
    browser.server.beat();
    await browser.settle();
    browser.close(0);
    browser.server.happen('two');
    await browser.settle();
    expect(browser.server.registered).toBe(1);
    expect(browser.tabs[0]?.seen).toEqual(['one', 'two']);
    expect(browser.tabs[0]?.connection).toEqual({ kind: 'online' });
  });

  it('continues in every tab after a new sign-in, even if the tab that signed in closes', async () => {
    const browser = new FakeBrowser();
    browser.open();
    browser.open();
    await browser.settle();
    browser.server.signedOut = true;
    browser.server.happen('one');
    await browser.settle();
    const kinds = () => browser.tabs.map((tab) => tab.connection.kind);
    expect(kinds()).toEqual(['signed-out', 'signed-out']);
    browser.server.signedOut = false;
    browser.open();
    await browser.settle();
    expect(kinds()).toEqual(['online', 'online', 'online']);
    browser.close(2);
    browser.server.happen('two');
    await browser.settle();
    expect(browser.tabs.map((tab) => tab.seen)).toEqual(Array(2).fill(['one', 'two']));
    expect(kinds()).toEqual(['online', 'online']);
  });

  it('checks again whether the user is signed in when they come back to the tab', async () => {
    const browser = new FakeBrowser();
    browser.open();
    await browser.settle();
    browser.server.signedOut = true;
    browser.server.happen('one');
    await browser.settle();
    browser.tabs[0]?.hub.wake();
    await browser.settle();
    expect(browser.tabs[0]?.connection.kind).toBe('signed-out');
    browser.server.signedOut = false;
    browser.tabs[0]?.hub.wake();
    await browser.settle();
    expect(browser.tabs[0]?.connection.kind).toBe('online');
    expect(browser.tabs[0]?.seen).toEqual(['one']);
  });

  it('sends the whole state only to tabs that request it', async () => {
    const browser = new FakeBrowser();
    browser.open();
    await browser.settle();
    expect(browser.posted).not.toContain('state');
    browser.open();
    await browser.settle();
    expect(browser.posted).toContain('state');
    expect(browser.server.registered).toBe(1);
  });

  it('gives the whole state to a tab that missed events', async () => {
    const browser = new FakeBrowser();
    browser.open();
    browser.open();
    await browser.settle();
    browser.drops = 1;
    browser.server.happen('missed');
    await browser.settle();
    expect(browser.tabs[1]?.seen).toEqual([]);
    browser.server.happen('next');
    await browser.settle();
    expect(browser.tabs[1]?.seen).toEqual(['missed', 'next']);
    expect(browser.server.registered).toBe(1);
  });

  it('brings every tab to the server’s state, whatever opens, closes, fails or breaks', async () => {
    const step = fc.oneof(
      fc.constantFrom('happen', 'settle', 'open', 'beat', 'wake', 'drop').map((act) => ({ act })),
      fc.constantFrom(...fates).map((fate) => ({ fate })),
      fc.nat(5).map((close) => ({ close })),
      fc.nat(5).map((broken) => ({ broken })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const browser = new FakeBrowser();
        browser.open();
        let count = 0;
        for (const given of steps) {
          if ('fate' in given) browser.server.fates.push(given.fate);
          else if ('close' in given) browser.close(given.close);
          else if ('broken' in given) {
            const tab = browser.tabs[given.broken % Math.max(1, browser.tabs.length)];
            if (tab) tab.breaks = true;
          } else if (given.act === 'happen') browser.server.happen(`e${(count += 1)}`);
          else if (given.act === 'open') browser.open();
          else if (given.act === 'beat') browser.server.beat();
          else if (given.act === 'drop') browser.drops += 1;
          else if (given.act === 'wake') browser.tabs[0]?.hub.wake();
          else await browser.settle();
        }
        if (browser.tabs.length === 0) browser.open();
        browser.drops = 0;
        browser.server.fates.length = 0;
        for (const last of ['flush', 'again', 'end']) {
          await browser.settle();
          browser.server.happen(last);
          await browser.settle();
        }
        for (const tab of browser.tabs) {
          expect(tab.seen).toEqual(browser.server.happened);
          expect(tab.connection).toEqual({ kind: 'online' });
        }
        for (const tab of browser.tabs) tab.hub.stop();
      }),
      { numRuns: 300 },
    );
  });
});
