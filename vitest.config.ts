import { fileURLToPath } from 'node:url';
import { sveltekit } from '@sveltejs/kit/vite';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, findChromium } from './src/bin/chromium.js';

const lib = fileURLToPath(new URL('./src/lib', import.meta.url));
const executablePath = findChromium();

/**
 * The node projects run without kit's plugin: runes are not meant to run there, and kit's and
 * Paraglide's watchers would keep the process from ending. Texts are compiled by `npm run sync`.
 */
const node = { resolve: { alias: { $lib: lib } } } as const;

export default defineConfig({
  test: {
    // By default one core stays idle: of two, half.
    maxWorkers: '100%',
    projects: [
      {
        ...node,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/**/*.test.ts',
            'tests/{contract,property,rooms,support,upgrade}/**/*.test.ts',
          ],
          exclude: ['**/*.svelte.test.ts', '**/*.pg.test.ts'],
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
          name: 'pg',
          environment: 'node',
          // The rules above requests hold on PostgreSQL as they do on PGlite.
          include: [
            '{src,tests}/**/*.pg.test.ts',
            'src/lib/server/service/{delivery,handlers,register}/*.test.ts',
            'tests/upgrade/*.test.ts',
          ],
          globalSetup: ['tests/support/scratch.ts', 'tests/support/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [tailwindcss(), sveltekit()],
        // All that the pages use, also behind dynamic imports: found only while tests run, it would
        // reload the page under them.
        optimizeDeps: {
          entries: ['src/lib/{client,features,time,ui,views,writing}/**/*.{svelte,ts}'],
        },
        test: {
          name: 'browser',
          include: ['src/**/*.svelte.test.ts'],
          // A busy machine takes longer than the second that is usual.
          expect: { poll: { timeout: 10_000 } },
          setupFiles: ['tests/support/ui/strict-console.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
            }),
            // Only one page of a browser is in front: the others would not have the focus.
            fileParallelism: false,
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
          },
        },
      },
    ],
  },
});
