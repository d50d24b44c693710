import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { headlessChromium } from './src/bin/chromium.js';
import { oneFileOfTexts } from './tests/support/one-file-of-texts';

const lib = fileURLToPath(new URL('./src/lib', import.meta.url));

/**
 * The node projects run without kit's plugin: runes are not meant to run there, and kit's and
 * Paraglide's watchers would keep the process from ending. Texts are compiled by `npm run sync`.
 */
const node = { plugins: [oneFileOfTexts], resolve: { alias: { $lib: lib } } };

/** Whether every rule of the service is proven on both databases, and in more histories. */
const isAll = process.env.INKWELL_ALL === '1';

/** Rules of requests: proven where concurrency is real. */
const onPostgres =
  'src/lib/server/{gateway/rules,service/delivery,service/handlers,service/register}/*.test.ts';

/** A library that changes globals, and a loop of it that nothing stops. */
const foreign = 'src/lib/server/service/zulip-js.test.ts';

/**
 * The component tests of each of two browsers, the large ones dealt out first. Of two pages of one
 * browser only one is in front, and the other would not have the focus.
 */
const bySize = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svelte.test.ts'))
  .map((name) => join('src', name))
  .sort((a, b) => statSync(b).size - statSync(a).size);
const decks = [
  [0, 3],
  [1, 2],
].map((turns) => bySize.filter((_, at) => turns.includes(at % 4)));

/** Short files that take long, for machines that have not run them yet. */
const slow = /(?:bucket|killed-process|large|property|restart|sample|service)\.(?:pg\.)?test\.ts$/;

/** What takes long begins early, so that no worker is left alone with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // By default one core stays idle: of two, half.
    maxWorkers: '100%',
    projects: [
      {
        ...node,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: [
            'src/**/*.test.ts',
            'tests/{contract,property,architecture,support,upgrade,voice}/**/*.test.ts',
          ],
          exclude: [
            '**/*.svelte.test.ts',
            '**/*.pg.test.ts',
            foreign,
            ...(isAll ? [] : [onPostgres]),
          ],
          globalSetup: ['tests/support/scratch.ts'],
          // The first PGlite of a machine is initialised in a hook.
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        ...node,
        test: {
          name: 'unit, alone',
          environment: 'node',
          include: [foreign],
          globalSetup: ['tests/support/scratch.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        ...node,
        test: {
          name: 'pg',
          environment: 'node',
          isolate: false,
          include: ['{src,tests}/**/*.pg.test.ts', onPostgres, 'tests/upgrade/*.test.ts'],
          globalSetup: ['tests/support/scratch.ts', 'tests/support/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [oneFileOfTexts, tailwindcss(), sveltekit()],
        // All that the pages use, also behind dynamic imports: found only while tests run, it would
        // reload the page under them.
        optimizeDeps: {
          entries: ['src/lib/{client,features,time,ui,views,writing}/**/*.{svelte,ts}'],
        },
        test: {
          name: 'browser',
          isolate: false,
          // A busy machine takes longer than the second that is usual, and more than once in a test:
          // the test is to last until what it waits for in vain is named.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 30_000,
          setupFiles: ['tests/support/ui/fresh-page.ts', 'tests/support/ui/strict-console.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: headlessChromium() }),
            fileParallelism: false,
            instances: decks.map((include, at) => ({
              browser: 'chromium' as const,
              name: `browser ${at + 1}`,
              include,
            })),
            viewport: { width: 1280, height: 800 },
          },
        },
      },
    ],
  },
});
