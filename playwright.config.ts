import { defineConfig, devices } from '@playwright/test';
import { headlessChromium } from './src/bin/chromium.js';

/** Journeys through the built app. Each starts its own server (tests/support/app.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/make-sample.ts',
  // Each worker has a server, and each journey an account on it. A journey that kills a server starts
  // its own.
  fullyParallel: true,
  // More than there are cores: journeys mostly wait.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Journeys whose rules another daily test covers too, for example in another browser engine.
  ...(process.env.INKWELL_ALL ? {} : { grepInvert: /@full/ }),
  // Single expectations fail much sooner. A whole journey can be slow next to busy processes.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // As in a private window, which is 20 % faster. A file whose pages have to start without the network
    // turns them on; `npm test -- --all` uses them in every journey.
    serviceWorkers: process.env.INKWELL_ALL ? 'allow' : 'block',
    // No trace: it makes the run a third slower. To investigate a failure, add `--trace on`.
    launchOptions: headlessChromium(),
  },
});
