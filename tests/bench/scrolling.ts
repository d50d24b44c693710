import type { CDPSession, Page } from '@playwright/test';
import { openBrowser, signInQuietly } from './browser';
import { atMost, quantile, reported, type Figure } from './figures';
import { startLarge } from './large-sample';

const far = 10_000;
const megabyte = 1024 * 1024;

/** Scrolls through the longest list of messages in the large sample, and back. */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await startLarge();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await signInQuietly(context, server, 'member');
    const page = await context.newPage();
    await page.goto(`${server.url}/feed/all`);
    await page.locator('[role=feed] [data-key]').first().waitFor();
    const session = await context.newCDPSession(page);

    const frames = await page.evaluate(scrollByFrames, { frames: 600, pixels: 60 });
    const drawn = await page.locator('[role=feed] [data-key]').count();
    await toNewest(page);
    const before = await heap(session);
    const passed = await page.evaluate(goBack, far);
    if (passed < far) throw new Error(`the list ended after ${passed} messages`);
    await toNewest(page);
    const growth = (await heap(session)) - before;
    const moved = await page.evaluate(stillFor, 3000);
    return [
      reported('scrolling.frame', quantile(frames, 0.5), 'ms'),
      atMost('scrolling.frame_p95', quantile(frames, 0.95), 'ms p95', 18),
      atMost('scrolling.rows', drawn, 'rows', 300),
      atMost('scrolling.heap_growth', growth / megabyte, 'MB', 20),
      atMost('scrolling.moved', moved, 'px', 1),
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function toNewest(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(?:To the newest|[\d,]+ unread)/ })
    .last()
    .click();
  await page.waitForFunction(() => {
    const feed = document.querySelector('[role=feed]');
    return feed && feed.scrollTop + feed.clientHeight >= feed.scrollHeight - 8;
  });
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Scrolls up. Returns the milliseconds between frames. */
async function scrollByFrames({ frames, pixels }: { frames: number; pixels: number }) {
  const feed = document.querySelector('[role=feed]')!;
  const times: number[] = [];
  let last: number | undefined;
  while (times.length < frames) {
    const now = await new Promise<number>((done) => requestAnimationFrame(done));
    if (last !== undefined) times.push(now - last);
    last = now;
    feed.scrollBy(0, -pixels);
  }
  return times;
}

/**
 * Scrolls back to older messages as fast as they load, until `count` have been shown. Returns how
 * many were shown.
 */
async function goBack(count: number): Promise<number> {
  const feed = document.querySelector('[role=feed]')!;
  const seen = new Set<string>();
  for (let idle = 0; idle < 600 && seen.size < count; idle++) {
    const before = seen.size;
    for (const row of feed.querySelectorAll<HTMLElement>('[data-key]'))
      seen.add(row.dataset['key']!);
    if (seen.size > before) idle = 0;
    feed.scrollTop = 0;
    await new Promise((done) => requestAnimationFrame(done));
  }
  return seen.size;
}

/** How many pixels the middle row moves without input after a step up. */
async function stillFor(milliseconds: number): Promise<number> {
  const feed = document.querySelector('[role=feed]')!;
  feed.scrollBy(0, -3000);
  const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  const middle = feed.getBoundingClientRect().top + feed.clientHeight / 2;
  const rows = [...feed.querySelectorAll<HTMLElement>('[data-key]')];
  const row = rows.findLast((one) => one.getBoundingClientRect().top <= middle)!;
  const start = row.getBoundingClientRect().top;
  let most = 0;
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    await frame();
    most = Math.max(most, Math.abs(row.getBoundingClientRect().top - start));
  }
  return most;
}
