import type { Browser } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly, total, weigh } from './browser';
import { atMost, quantile, reported } from './figures';
import type { Figure } from './figures';

const rounds = 5;

/** KiB that a page can load before its heading is visible: today's size plus 5%. */
const budgets: Readonly<Record<string, number>> = {
  inbox: 193,
  conversation: 237,
  drafts: 324,
  scheduled: 269,
  snippets: 193,
  channels: 230,
  people: 208,
  organization: 177,
  settings: 188,
};

/**
 * What each page loads on a first visit until its heading is visible, and how long its scripts run.
 */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await Inkwell.start({ args: ['--sample'] });
  try {
    const figures: Figure[] = [];
    for (const [address, budget] of Object.entries(budgets)) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round++)
        visits.push(await visit(browser, server, address));
      const median = (of: keyof Visit) =>
        quantile(
          visits.map((one) => one[of]),
          0.5,
        );
      figures.push(
        atMost(`pages.${address}`, median('bytes') / 1024, 'KiB brotli', budget),
        reported(`pages.${address}_script`, median('script'), 'ms'),
      );
    }
    return figures;
  } finally {
    await browser.close();
    await server.dispose();
  }
}

interface Visit {
  readonly bytes: number;
  /** Milliseconds of the page's main thread. */
  readonly script: number;
}

async function visit(browser: Browser, server: Inkwell, address: string): Promise<Visit> {
  // No service worker: it prefetches the rest of the app.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    await signInQuietly(context, server, 'member');
    const page = await context.newPage();
    const weight = weigh(page);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await page.goto(`${server.url}/${address}`);
    await page.locator('main h1').first().waitFor();
    const { metrics } = await session.send('Performance.getMetrics');
    const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
    return { bytes: total(await weight()), script: script * 1000 };
  } finally {
    await context.close();
  }
}
