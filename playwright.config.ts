import { defineConfig, devices } from '@playwright/test';
import { headlessChromium } from './src/bin/chromium.js';

/** Journeys through the built app. Each starts its own server (tests/support/app.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/make-sample.ts',
  // Each worker has a server, where each journey has an account; what it kills is its own.
  fullyParallel: true,
  // Much of a journey is waiting.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // What a journey waits for is given up much sooner; beside busy processes it may take its time.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // As in a private window, a fifth quicker. Where it matters that pages start without the network
    // the file says so; `npm test -- --all` makes every journey with one.
    serviceWorkers: process.env.INKWELL_ALL ? 'allow' : 'block',
    // No trace: it makes the whole a third slower. To look into a failure: `npx playwright test … --trace on`.
    launchOptions: headlessChromium(),
  },
});
