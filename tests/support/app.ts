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
  /** A server with the sample organization that all journeys of a worker share. */
  readonly shared: Inkwell;
  /** Its accounts for single journeys. */
  readonly crowd: Crowd;
  /** The shared one in two places: where it lives, and as a client shows it. */
  readonly pair: Pair;
  /** Of which age the server of `aged` is. */
  readonly level: StrictLevel;
  /** The same organization on a server of a level, and a client of it. */
  readonly aged: Aged;
}

export interface Aged {
  readonly strict: StrictServer;
  /** What stands behind the strict one: to look at the truth, and for credentials files. */
  readonly server: Inkwell;
  readonly client: Inkwell;
  /** Accounts for single journeys. */
  readonly crowd: Crowd;
}

export const ofReal = 'as a client of a server of level 372';
type Place = 'beside its service' | 'as a client of another server' | typeof ofReal;

/**
 * Where what concerns both is tried: every day as a client of another server, whose calls go through
 * two servers of ours, as most other journeys are made beside the service.
 */
export const places: readonly Place[] = process.env['INKWELL_ALL']
  ? ['beside its service', 'as a client of another server']
  : ['as a client of another server'];

/** What has to hold as a client of a real server, too: ours behind the routes and rules of one. */
export const placesWithReal: readonly Place[] = [...places, ofReal];

/** Sends a journey through a service worker every day: one that starts pages without the network. */
export const withServiceWorker = { serviceWorkers: 'allow' } as const;

interface Pair {
  readonly server: Inkwell;
  /** Between it and the client of a real server. */
  readonly strict: StrictServer;
  /** Where a browser finds its pages. */
  readonly urls: Readonly<Record<Place, string>>;
}

interface Fixtures {
  /** What pages are answered has all that is documented, or is of a server that lacks some of it. */
  readonly replies: 'whole' | 'partial';
  /** A member of the shared organization who has nothing and is in no other journey meanwhile. */
  readonly someone: string;
  /** Another such. */
  readonly other: string;
  /** A server of this journey alone, to be killed. */
  readonly own: Inkwell;
  /** Before a server of that address. */
  readonly buildDam: typeof Dam.before;
  /** Opens a fresh browser profile. */
  readonly openProfile: (options?: Parameters<NewContext>[0]) => Promise<BrowserContext>;
}

/** Room for large files. */
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
      // Credentials files and addresses name the strict one.
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
 * Holds the journeys of a place to what its server can do: a real one lacks what is younger, and must
 * not be asked for it. To be called within `describe`.
 */
export function holdTo(place: Place): void {
  if (place !== ofReal) return;
  test.use({ replies: 'partial' });
  test.beforeEach(({ pair }) => void pair.strict.noted.splice(0));
  test.afterEach(({ pair }) => expect(pair.strict.noted).toEqual([]));
}

export { expect };
