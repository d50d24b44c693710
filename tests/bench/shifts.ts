import type { Browser } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly } from './browser';
import { atMost, type Figure } from './figures';

const addresses = [
  ...['inbox', 'recent', 'feed/all', 'feed/mentions', 'conversation', 'drafts', 'scheduled'],
  ...['snippets', 'channels', 'organization', 'settings/account'],
];

declare global {
  interface Window {
    /** Sum of what has moved by itself. */
    shifted?: number;
  }
}

/** What moves on each page by itself, from a first visit until it is at rest; wide and on a phone. */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await Inkwell.start({ args: ['--sample'] });
  try {
    const figures: Figure[] = [];
    for (const width of [1280, 360]) {
      for (const address of addresses) {
        const shift = await visit(browser, server, address, width);
        figures.push(atMost(`shifts.${address}.${width}`, shift, '', 0));
      }
    }
    return figures;
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function visit(browser: Browser, server: Inkwell, address: string, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  try {
    await signInQuietly(context, server, 'member');
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          window.shifted! += (entry as PerformanceEntry & { value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${server.url}/${address}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    // Polls wait for ever; a page whose other replies have come is at rest soon after.
    await page.waitForTimeout(2500);
    return (await page.evaluate(() => window.shifted)) ?? 0;
  } finally {
    await context.close();
  }
}
