import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly } from './browser';
import { startButtonApp } from './button-app';
import { atMost, quantile, reported } from './figures';
import type { Figure } from './figures';
import { startLarge } from './large-sample';

const rounds = 9;
const draftCount = 500;

/** Rows of drafts: the app's own, or the document's rows that are shown until the app starts. */
const rows = '[role=option], [data-first-row]';

/**
 * From navigation to painted drafts, compared with the one-button app's painted button: cold, and
 * warm without a server. Also in a large organization. `base` measures that build instead.
 */
export async function measure({ base }: { readonly base?: string | undefined } = {}): Promise<
  Figure[]
> {
  const browser = await openBrowser();
  const button = await startButtonApp();
  try {
    const baseline = await measureButton(browser, button.url);
    const small = await measureOrganization(browser, await startSample('--sample', base));
    // Another build can have a different database schema.
    const server = base ? startSample('--sample=large', base) : startLarge();
    const large = await measureOrganization(browser, await server);
    return [
      reported('paint.button', baseline, 'ms'),
      reported('paint.cold', small.cold.first, 'ms'),
      reported('paint.cold_app', small.cold.own, 'ms'),
      reported('paint.warm_offline', small.warm.first, 'ms'),
      reported('paint.warm_offline_app', small.warm.own, 'ms'),
      reported('paint.large_cold', large.cold.first, 'ms'),
      reported('paint.large_cold_app', large.cold.own, 'ms'),
      reported('paint.large_warm_offline', large.warm.first, 'ms'),
      reported('paint.large_warm_offline_app', large.warm.own, 'ms'),
      atMost('paint.cold_over_button', small.cold.first / baseline, '×', 2),
      atMost('paint.cold_app_over_button', small.cold.own / baseline, '×', 3.5),
      atMost('paint.warm_over_button', small.warm.first / baseline, '×', 1.2),
      atMost('paint.large_cold_over_small', large.cold.first / small.cold.first, '×', 1.3),
      atMost('paint.large_cold_app_over_small', large.cold.own / small.cold.own, '×', 1.3),
      atMost('paint.large_warm_over_small', large.warm.first / small.warm.first, '×', 1.3),
    ];
  } finally {
    await browser.close();
    await button.stop();
  }
}

const startSample = (sample: string, root: string | undefined) =>
  Inkwell.start({ args: [sample], root });

async function measureOrganization(browser: Browser, server: Inkwell) {
  try {
    await addDrafts(server);
    const cold = await measureCold(browser, server);
    const warm = await measureWarm(browser, server);
    return { cold, warm };
  } finally {
    await server.dispose();
  }
}

async function addDrafts(server: Inkwell): Promise<void> {
  const drafts = Array.from({ length: draftCount }, (_, index) => ({
    type: '',
    to: [],
    topic: '',
    content: `Draft number ${index}. `.repeat(6),
    timestamp: 1_700_000_000 + index,
  }));
  const reply = await server.api('member', 'POST', '/drafts', { drafts: JSON.stringify(drafts) });
  if (reply['result'] !== 'success') throw new Error(JSON.stringify(reply));
}

async function measureButton(browser: Browser, url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext();
    times.push(await timeTo(await watched(context, 'button'), url));
    await context.close();
  }
  return quantile(times, 0.5);
}

/** `first`: to the first rows, which can be the document's; `own`: to the app's own rows. */
async function measureCold(browser: Browser, server: Inkwell) {
  const [first, own]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext();
    await signInQuietly(context, server, 'member');
    const page = await watched(context, rows);
    first.push(await timeToRows(page, server));
    // The server's remaining work for one start must not slow down the next.
    own.push(await timeToOwn(page));
    await context.close();
  }
  return { first: quantile(first, 0.5), own: quantile(own, 0.5) };
}

/** The same with rows that the device has cached. */
async function measureWarm(browser: Browser, server: Inkwell) {
  const context = await browser.newContext();
  await signInQuietly(context, server, 'member');
  const page = await watched(context, rows);
  await timeToRows(page, server);
  // A draft opens once it's stored. From then on the server isn't needed.
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // Written seconds after the page has become idle.
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.endsWith('/drafts')),
  );
  await server.stop();
  const [first, own]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    // Like a new tab: what the previous page does on unload isn't part of a start.
    await page.goto('about:blank');
    first.push(await timeToRows(page, server));
    own.push(await timeToOwn(page));
  }
  await context.close();
  return { first: quantile(first, 0.5), own: quantile(own, 0.5) };
}

declare global {
  interface Window {
    /** Milliseconds from navigation to the frame after the first element that matches. */
    painted?: number;
    /** The same for the app's own first row. */
    drawn?: number;
  }
}

export async function watched(context: BrowserContext, selector = '[role=option]'): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((first) => {
    const watch = (wanted: string, name: 'painted' | 'drawn') => {
      const observer = new MutationObserver(() => {
        const found = [...document.querySelectorAll(wanted)];
        if (!found.some((element) => element.checkVisibility())) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (window[name] = performance.now());
          port2.postMessage(null);
        });
      });
      observer.observe(document, { childList: true, subtree: true });
    };
    watch(first, 'painted');
    watch('[role=option]', 'drawn');
  }, selector);
  return page;
}

function timeToRows(page: Page, server: Inkwell): Promise<number> {
  return timeTo(page, `${server.url}/drafts`);
}

async function timeToOwn(page: Page): Promise<number> {
  const drawn = await page.waitForFunction(() => window.drawn);
  return (await drawn.jsonValue()) ?? 0;
}

async function timeTo(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const painted = await page.waitForFunction(() => window.painted);
  return (await painted.jsonValue()) ?? 0;
}
