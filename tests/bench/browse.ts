import type { Browser, Page } from '@playwright/test';
import type { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly } from './browser';
import { withFewAndMany } from './few-and-many';
import { atMost, quantile, reported, type Figure } from './figures';

const rounds = 9;
/** Milliseconds until everything that a page prefetches has loaded. */
const rest = 4000;
const frames = 300;
/** Rows of the list and of the sidebar. */
const rows = '[role=option], [data-sidebar]';

interface Times {
  readonly open: number[];
  readonly key: number[];
  readonly work: number[];
}

/** Compares a page that lists 10,000 entries with the same page with 100. */
export async function browse(name: string, words: readonly string[]): Promise<Figure[]> {
  const browser = await openBrowser();
  try {
    return await withFewAndMany(async (both) => {
      const [few, many] = [await openApp(browser, both.few), await openApp(browser, both.many)];
      const of = { few: timesOf(), many: timesOf() };
      let moved = 0;
      // The two alternate, so other load on the machine affects both.
      for (let round = 0; round < rounds; round++) {
        of.few.open.push((await open(few, both.few, name)).time);
        const opened = await open(many, both.many, name);
        of.many.open.push(opened.time);
        moved = Math.max(moved, opened.moved);
        await type(few, words, of.few);
        await type(many, words, of.many);
      }
      const scrolled = await many.evaluate(scrollByFrames, { frames, pixels: 60, rows });
      const over = (kind: keyof Times, q: number) =>
        quantile(of.many[kind], q) / quantile(of.few[kind], q);
      return [
        reported(`${name}.listed`, await countOf(many), 'rows'),
        reported(`${name}.open_100`, quantile(of.few.open, 0.5), 'ms'),
        atMost(`${name}.open`, quantile(of.many.open, 0.5), 'ms', 300),
        reported(`${name}.first_open`, of.many.open[0]!, 'ms'),
        atMost(`${name}.open_over_100`, over('open', 0.5), '×', 1.2),
        reported(`${name}.keystroke`, quantile(of.many.key, 0.95), 'ms p95'),
        atMost(`${name}.keystroke_over_100`, over('key', 0.95), '×', 1.2),
        atMost(`${name}.keystroke_work`, quantile(of.many.work, 0.95), 'ms p95', 16),
        atMost(`${name}.rows`, scrolled.most, 'rows', 120),
        atMost(`${name}.frame_p95`, quantile(scrolled.times, 0.95), 'ms p95', 18),
        atMost(`${name}.moved`, moved, 'px', 0),
      ];
    });
  } finally {
    await browser.close();
  }
}

const timesOf = (): Times => ({ open: [], key: [], work: [] });

async function openApp(browser: Browser, server: Inkwell): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await signInQuietly(context, server, 'owner');
  return context.newPage();
}

async function countOf(page: Page): Promise<number> {
  return Number(await page.locator('[role=option]').first().getAttribute('aria-setsize'));
}

/**
 * Milliseconds from pressing the page's link to the painted frame with its rows. Everything else is
 * already loaded.
 */
async function open(page: Page, server: Inkwell, name: string) {
  await page.goto(`${server.url}/settings`);
  await page.locator(`nav a[href="/${name}"]`).first().waitFor();
  await page.waitForTimeout(rest);
  const time = await page.evaluate(pressLink, `/${name}`);
  return { time, moved: await page.evaluate(movedIn, 1500) };
}

async function pressLink(href: string): Promise<number> {
  const start = performance.now();
  document.querySelector<HTMLElement>(`nav a[href="${href}"]`)!.click();
  do await new Promise(requestAnimationFrame);
  while (!document.querySelector('[role=listbox] [role=option]'));
  await new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  });
  return performance.now() - start;
}

/**
 * Largest distance that a row moves without input within `milliseconds`. Includes transforms, which
 * the browser doesn't count as layout shift. A removed row counts as moved out of sight.
 */
async function movedIn(milliseconds: number): Promise<number> {
  const first = [...document.querySelectorAll('[role=option]')].map(
    (row) => [row, row.getBoundingClientRect().top] as const,
  );
  const end = performance.now() + milliseconds;
  let most = 0;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    for (const [row, top] of first) {
      const by = row.isConnected ? Math.abs(row.getBoundingClientRect().top - top) : innerHeight;
      most = Math.max(most, by);
    }
  }
  return most;
}

async function type(page: Page, words: readonly string[], times: Times): Promise<void> {
  for (const { key, work } of await page.evaluate(typeInSearch, words)) {
    times.key.push(key);
    times.work.push(work);
  }
}

/**
 * Types and deletes each text letter by letter. `key`: milliseconds from a key to the painted
 * result. `work`: the part of them that the page's own code takes.
 */
async function typeInSearch(texts: readonly string[]): Promise<{ key: number; work: number }[]> {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]')!;
  const painted = () =>
    new Promise<void>((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(0);
      });
    });
  const times: { key: number; work: number }[] = [];
  for (const text of texts) {
    for (let length = 1; length <= text.length + 1; length++) {
      await painted();
      const start = performance.now();
      search.value = text.slice(0, length > text.length ? 0 : length);
      search.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // Let microtasks that follow the change run first.
      await Promise.resolve();
      document.body.getBoundingClientRect();
      const work = performance.now() - start;
      await painted();
      times.push({ key: performance.now() - start, work });
    }
  }
  return times;
}

interface Scroll {
  readonly frames: number;
  readonly pixels: number;
  readonly rows: string;
}

/** Scrolls down. Returns the milliseconds between frames and the most rows in the document. */
async function scrollByFrames({ frames, pixels, rows }: Scroll) {
  const list = document.querySelector('[role=listbox]')!;
  const times: number[] = [];
  let most = 0;
  let last: number | undefined;
  while (times.length < frames) {
    const now = await new Promise<number>(requestAnimationFrame);
    if (last !== undefined) times.push(now - last);
    last = now;
    most = Math.max(most, document.querySelectorAll(rows).length);
    list.scrollBy(0, pixels);
  }
  return { times, most };
}
