import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs, findChromium } from './src/bin/chromium.js';

const executablePath = findChromium();

/** Journeys through the built app. Each starts its own server (tests/support/app.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/make-sample.ts',
  fullyParallel: false,
  // Most of a journey is waiting; files run beside each other, each with servers of its own.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'allow',
    // No trace: it makes the whole a third slower. To look into a failure: `npx playwright test … --trace on`.
    launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
  },
});
