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
import { fontFaces } from './vite.fonts';
import { oneFileOfTexts } from './tests/support/one-file-of-texts';

const lib = fileURLToPath(new URL('./src/lib', import.meta.url));

/**
 * The Node projects run without SvelteKit's plugin: runes don't run there, and the watchers of SvelteKit
 * and Paraglide would keep the process from exiting. `npm run sync` compiles the interface text.
 */
const node = { plugins: [oneFileOfTexts], resolve: { alias: { $lib: lib } } };

/** Tests every rule of the service on both databases, with more simulated histories. */
const isAll = process.env.INKWELL_ALL === '1';

/** Tests of requests. They run on PostgreSQL, where concurrency is real. */
const onPostgres =
  'src/lib/server/{gateway/rules,service/delivery,service/handlers,service/register}/*.test.ts';

/** Uses a library that changes globals and starts a loop that can't be stopped. */
const foreign = 'src/lib/server/service/zulip-js.test.ts';

/**
 * Component tests for each of two browsers, the largest files distributed first. Two pages in one
 * browser wouldn't work: only the page in front has the focus.
 */
const bySize = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svelte.test.ts'))
  .map((name) => join('src', name))
  .sort((a, b) => statSync(b).size - statSync(a).size);
const decks = [
  [0, 3],
  [1, 2],
].map((turns) => bySize.filter((_, at) => turns.includes(at % 4)));

/** Short files with slow tests, for machines that have no timings yet. */
const slow = /(?:bucket|killed-process|large|property|restart|sample|service)\.(?:pg\.)?test\.ts$/;

/** Starts slow files early, so that no worker is left alone with one at the end. */
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
    // The default leaves one core idle, which is half of two.
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
          // The first PGlite on a machine is initialized in a hook.
          testTimeout: 60_000,
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
          testTimeout: 60_000,
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [oneFileOfTexts, fontFaces, tailwindcss(), sveltekit()],
        // Everything the pages use, including dynamic imports. Vite reloads the page when it discovers a
        // dependency during a test.
        optimizeDeps: {
          entries: ['src/lib/{client,features,time,ui,views,writing}/**/*.{svelte,ts}'],
        },
        test: {
          name: 'browser',
          env: { INKWELL_ALL: process.env.INKWELL_ALL ?? '' },
          isolate: false,
          // A busy machine can need more than the default second, several times in a test. The test
          // timeout is longer, so that a failure names the assertion that didn't pass.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
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
