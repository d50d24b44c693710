import type { Browser, Page } from '@playwright/test';
import type { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly } from './browser';
import { subscribe, withFewAndMany } from './few-and-many';
import { atMost, quantile, reported, type Figure } from './figures';

const rounds = 7;
/** Milliseconds after which nothing moves without input anymore. */
const rest = 3000;

declare global {
  interface Window {
    sidebar?: {
      /** Milliseconds from navigation to the sidebar's first painted rows. */
      readonly painted: number;
      /** Positions of the tops of those rows. */
      readonly tops: ReadonlyMap<Element, number>;
      /** Sum of layout shifts from then on. */
      shifted: number;
    };
  }
}

/**
 * The sidebar of an account with 10,000 channels, compared with one with 100, each time in a new
 * profile.
 */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    return await withFewAndMany(async ({ few, many }) => {
      await joinAll(few);
      const joined = await joinAll(many);
      const times = { few: [] as number[], many: [] as number[] };
      let [rows, moved, shifted] = [0, 0, 0];
      for (let round = 0; round < rounds; round++) {
        times.few.push((await start(browser, few)).painted);
        const started = await start(browser, many);
        times.many.push(started.painted);
        rows = Math.max(rows, started.rows);
        moved = Math.max(moved, started.moved);
        shifted = Math.max(shifted, started.shifted);
      }
      const median = (of: keyof typeof times) => quantile(times[of], 0.5);
      return [
        reported('sidebar.channels', joined, 'channels'),
        reported('sidebar.painted_100', median('few'), 'ms'),
        reported('sidebar.painted', median('many'), 'ms'),
        atMost('sidebar.painted_over_100', median('many') / median('few'), '×', 1.3),
        atMost('sidebar.rows', rows, 'rows', 120),
        atMost('sidebar.moved', moved, 'px', 0),
        atMost('sidebar.shifted', shifted, '', 0),
      ];
    });
  } finally {
    await browser.close();
  }
}

/** Subscribes the owner to all channels open to them. Returns the number of subscriptions. */
async function joinAll(server: Inkwell): Promise<number> {
  const { streams } = await server.api('owner', 'GET', '/streams', { include_all: 'true' });
  await subscribe(server, streams as { name: string }[]);
  const { subscriptions } = await server.api('owner', 'GET', '/users/me/subscriptions');
  return (subscriptions as unknown[]).length;
}

async function start(browser: Browser, server: Inkwell) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await signInQuietly(context, server, 'owner');
    const page = await context.newPage();
    await page.addInitScript(watchRows);
    await page.goto(`${server.url}/inbox`);
    await page.waitForFunction(() => window.sidebar, undefined, { timeout: 60_000 });
    await page.waitForTimeout(rest);
    return await startOf(page);
  } finally {
    await context.close();
  }
}

function watchRows(): void {
  const observer = new MutationObserver(() => {
    const rows = [...document.querySelectorAll('[data-sidebar^="channel-"]')];
    if (rows.length === 0) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const painted = performance.now();
        const drawn = [...document.querySelectorAll('[data-sidebar]')];
        const tops = new Map(drawn.map((row) => [row, row.getBoundingClientRect().top]));
        window.sidebar = { painted, tops, shifted: 0 };
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            window.sidebar!.shifted += (entry as PerformanceEntry & { value: number }).value;
          }
        }).observe({ type: 'layout-shift' });
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

function startOf(page: Page) {
  return page.evaluate(() => {
    const { painted, tops, shifted } = window.sidebar!;
    const moves = [...tops].map(([row, top]) =>
      row.isConnected ? Math.abs(row.getBoundingClientRect().top - top) : innerHeight,
    );
    const rows = document.querySelectorAll('[data-sidebar]').length;
    return { painted, shifted, rows, moved: Math.max(...moves) };
  });
}
