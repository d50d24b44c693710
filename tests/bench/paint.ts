import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly } from './browser';
import { atMost, quantile, told } from './figures';
import type { Figure } from './figures';

const rounds = 9;
const draftCount = 500;

/** Navigation to painted drafts over a blank page's first paint: cold, and warm without a server. */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await Inkwell.start({ args: ['--sample'] });
  const blank = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Blank</title><p>A');
  });
  await new Promise<void>((resolve) => blank.listen(0, '127.0.0.1', resolve));
  try {
    await addDrafts(server);
    const { port } = blank.address() as AddressInfo;
    const baseline = await measureBlank(browser, `http://127.0.0.1:${port}/`);
    const cold = await measureCold(browser, server);
    const warm = await measureWarm(browser, server);
    return [
      told('paint.blank', baseline, 'ms'),
      told('paint.cold', cold, 'ms'),
      told('paint.warm_offline', warm, 'ms'),
      atMost('paint.cold_over_blank', cold / baseline, '×', 2.5),
      atMost('paint.warm_over_blank', warm / baseline, '×', 2),
    ];
  } finally {
    await browser.close();
    blank.close();
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

async function measureBlank(browser: Browser, url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            new PerformanceObserver((list) =>
              resolve(list.getEntries()[0]?.startTime ?? 0),
            ).observe({ type: 'paint', buffered: true }),
          ),
      ),
    );
    await context.close();
  }
  return quantile(times, 0.5);
}

async function measureCold(browser: Browser, server: Inkwell): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext();
    await signInQuietly(context, server, 'member');
    times.push(await timeToRows(await watched(context), server));
    await context.close();
  }
  return quantile(times, 0.5);
}

async function measureWarm(browser: Browser, server: Inkwell): Promise<number> {
  const context = await browser.newContext();
  await signInQuietly(context, server, 'member');
  const page = await watched(context);
  await timeToRows(page, server);
  // A draft opens once it is stored: from then on the server may go.
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.stop();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeToRows(page, server));
  await context.close();
  await server.restart();
  return quantile(times, 0.5);
}

declare global {
  interface Window {
    /** Milliseconds from navigation to the frame after the first row. */
    painted?: number;
  }
}

async function watched(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=option]')) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.painted = performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return page;
}

async function timeToRows(page: Page, server: Inkwell): Promise<number> {
  await page.goto(`${server.url}/drafts`);
  const painted = await page.waitForFunction(() => window.painted);
  return (await painted.jsonValue()) ?? 0;
}
