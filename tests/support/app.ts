import { expect, test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { Crowd } from './crowd';
import { Dam } from './dam';
import { Inkwell } from './inkwell';
import { startFromSample } from './sample';
import type { StrictLevel } from './strict/routes';
import { StrictServer } from './strict/strict-server';
import { watchErrors } from './watch-errors';
import { watchReplies } from './watch-replies';

interface WorkerFixtures {
  /** A server with the sample organization, shared by all journeys of a worker. */
  readonly shared: Inkwell;
  /** Its accounts for single journeys. */
  readonly crowd: Crowd;
  /** The shared server in both modes: embedded, and seen through a client of it. */
  readonly pair: Pair;
  /** Feature level of the server in `aged`. */
  readonly level: StrictLevel;
  /** The same organization on a server of that level, and a client of it. */
  readonly aged: Aged;
}

export interface Aged {
  readonly strict: StrictServer;
  /** The real server behind the strict one: to check results, and for credentials files. */
  readonly server: Inkwell;
  readonly client: Inkwell;
  /** Accounts for single journeys. */
  readonly crowd: Crowd;
}

export const ofReal = 'as a client of a server of level 372';
type Place = 'beside its service' | 'as a client of another server' | typeof ofReal;

/**
 * Where journeys run that concern both modes: daily only as a client of another server, which
 * passes through two of our servers, because most other journeys run with the embedded service.
 */
export const places: readonly Place[] = process.env['INKWELL_ALL']
  ? ['beside its service', 'as a client of another server']
  : ['as a client of another server'];

/**
 * For what must also work as a client of a Zulip server: our own service behind its routes and
 * rules. This client passes through two of our servers as well, so daily runs only need it.
 */
export const placesWithReal: readonly Place[] = process.env['INKWELL_ALL']
  ? [...places, ofReal]
  : [ofReal];

/** Runs a daily journey with a service worker, which starts pages without the network. */
export const withServiceWorker = { serviceWorkers: 'allow' } as const;

interface Pair {
  readonly server: Inkwell;
  /** Between the server and the client of a Zulip server. */
  readonly strict: StrictServer;
  /** URLs of the pages. */
  readonly urls: Readonly<Record<Place, string>>;
}

interface Fixtures {
  /**
   * `whole`: replies must contain everything documented. `partial`: the server lacks some of it.
   */
  readonly replies: 'whole' | 'partial';
  /**
   * A member of the shared organization without data, used by no other journey at the same time.
   */
  readonly someone: string;
  /** Another one. */
  readonly other: string;
  /** A server only for this journey, which can be killed. */
  readonly own: Inkwell;
  /** Places a dam in front of the server with that URL. */
  readonly buildDam: typeof Dam.before;
  /** Opens a new browser profile. */
  readonly openProfile: (options?: Parameters<NewContext>[0]) => Promise<BrowserContext>;
}

/** Allows large files. */
const limits = { MAX_FILE_UPLOAD_SIZE: '300' };

type NewContext = import('@playwright/test').Browser['newContext'];

export const test = base.extend<Fixtures, WorkerFixtures>({
  shared: [
    async ({}, use) => {
      const server = await startFromSample(limits);
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  crowd: [async ({ shared }, use) => use(new Crowd(shared)), { scope: 'worker' }],
  pair: [
    async ({ shared }, use) => {
      const strict = await StrictServer.start(372);
      strict.target = shared.url;
      const [client, ofStrict] = await Promise.all(
        [shared.url, strict.url].map((SERVICE_URL) =>
          Inkwell.start({ env: { SERVICE_URL, ...limits } }),
        ),
      );
      await use({
        server: shared,
        strict,
        urls: {
          'beside its service': shared.url,
          'as a client of another server': client!.url,
          [ofReal]: ofStrict!.url,
        },
      });
      await Promise.all([client!.dispose(), ofStrict!.dispose()]);
      await strict.close();
    },
    { scope: 'worker' },
  ],
  level: [247, { scope: 'worker', option: true }],
  aged: [
    async ({ level }, use) => {
      const strict = await StrictServer.start(level);
      // Credentials files and URLs name the strict server.
      const server = await startFromSample({ ORIGIN: strict.url });
      strict.target = server.url;
      const client = await Inkwell.start({ env: { SERVICE_URL: strict.url } });
      await use({ strict, server, client, crowd: new Crowd(server) });
      await client.dispose();
      await server.dispose();
      await strict.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  replies: ['whole', { option: true }],
  someone: async ({ crowd }, use) => use(await crowd.next()),
  other: async ({ crowd }, use) => use(await crowd.next()),
  own: async ({}, use) => {
    const server = await startFromSample();
    await use(server);
    await server.dispose();
  },
  buildDam: async ({}, use) => {
    const built: Dam[] = [];
    await use(async (url, bytes) => {
      const dam = await Dam.before(url, bytes);
      built.push(dam);
      return dam;
    });
    for (const dam of built) await dam.close();
  },
  context: async ({ context, replies }, use) => {
    const checked = watchReplies(context, replies);
    const quiet = watchErrors(context);
    await use(context);
    await checked();
    quiet();
  },
  openProfile: async ({ browser, replies }, use) => {
    const opened: BrowserContext[] = [];
    const checks: (() => Promise<void> | void)[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      opened.push(context);
      checks.push(watchReplies(context, replies), watchErrors(context));
      return context;
    });
    for (const checked of checks) await checked();
    for (const context of opened) await context.close();
  },
});

/**
 * Restricts journeys to what the server in that place supports: a real one lacks newer operations
 * and must not receive them. Call within `describe`.
 */
export function holdTo(place: Place): void {
  if (place !== ofReal) return;
  test.use({ replies: 'partial' });
  test.beforeEach(({ pair }) => void pair.strict.noted.splice(0));
  test.afterEach(({ pair }) => expect(pair.strict.noted).toEqual([]));
}

export { expect };
