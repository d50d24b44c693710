import type { Page } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openChannel, writeIn } from '../support/reading/messages';
import { openBrowser, signInQuietly } from './browser';
import { atMost, quantile, reported, type Figure } from './figures';
import { answersOf, watchInteractions } from './interaction-watch';

/** Number of sample conversations to open. */
const opened = 8;
const keys = 120;
/** Several senders, because each account's messages per minute are limited. */
const others = ['member2', 'moderator', 'admin', 'owner'] as const;
/** Milliseconds between two messages of others: 20 a second. */
const pace = 50;

/** Opens conversations, and writes in one while others write there too. */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await Inkwell.start({ args: ['--sample'] });
  try {
    const channel = await openChannel(server, 'bench', ['member', ...others]);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await signInQuietly(context, server, 'member');
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    return [...(await opening(page, server)), ...(await writing(page, server, channel))];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/**
 * From the click on a row to the frame with its messages: for conversations never opened before,
 * then again.
 */
async function opening(page: Page, server: Inkwell): Promise<Figure[]> {
  const requests: { url: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/json/messages' && request.method() === 'GET') {
      requests.push({ url: request.url(), headers: request.headers() });
    }
  });
  await page.goto(`${server.url}/conversation`);
  await page.getByRole('option').nth(opened).waitFor();
  const times = { unseen: [] as number[], bare: [] as number[], seen: [] as number[] };
  for (const kind of ['unseen', 'seen'] as const) {
    for (let at = 0; at < opened; at++) {
      requests.length = 0;
      times[kind].push(await page.evaluate(timeToMessages, at));
      const [request] = requests;
      if (kind === 'unseen' && request) times.bare.push(await page.evaluate(timeOf, request));
    }
  }
  const median = (kind: keyof typeof times) => quantile(times[kind], 0.5);
  return [
    atMost('conversation.open_seen', median('seen'), 'ms', 50),
    reported('conversation.open_unseen', median('unseen'), 'ms'),
    reported('conversation.bare_request', median('bare'), 'ms'),
    atMost('conversation.open_over_bare', median('unseen') / median('bare'), '×', 1.3),
  ];
}

/** Milliseconds from a click on the row until the conversation's messages are painted. */
async function timeToMessages(at: number): Promise<number> {
  const row = document.querySelector<HTMLElement>(`[role=option][aria-posinset="${at + 1}"]`);
  if (!row) throw new Error(`no row ${at}`);
  const before = document.querySelector('[role=feed]');
  const start = performance.now();
  row.click();
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done));
    const feed = document.querySelector('[role=feed]');
    if (feed && feed !== before && feed.querySelector('[data-key]')) break;
  }
  await new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(null);
  });
  return performance.now() - start;
}

/** Milliseconds that the same request takes outside the app. */
async function timeOf({ url, headers }: { url: string; headers: Record<string, string> }) {
  const start = performance.now();
  await (await fetch(url, { headers })).json();
  return performance.now() - start;
}

async function writing(page: Page, server: Inkwell, channel: number): Promise<Figure[]> {
  await page.goto(`${server.url}/conversation?channel=${channel}&topic=topic+0`);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('Meanwhile ');
  const alone = await strokes(page);
  let isOver = false;
  let count = 0;
  const talk = (async () => {
    while (!isOver) {
      const next = performance.now() + pace;
      const sender = others[++count % others.length] ?? others[0];
      await writeIn(server, sender, [channel, 'topic 0'], `Yet another ${count}.`);
      await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())));
    }
  })();
  const start = performance.now();
  const times = await strokes(page);
  isOver = true;
  await talk;
  return [
    reported('conversation.key_alone', quantile(alone, 0.95), 'ms p95'),
    reported('conversation.arrivals', (count * 1000) / (performance.now() - start), 'a second'),
    atMost('conversation.key', quantile(times, 0.95), 'ms p95', 16),
  ];
}

async function strokes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let key = -5; key < keys; key++) {
    const time = await answersOf(page, () => page.keyboard.press('x'));
    if (key >= 0) times.push(time);
    await page.waitForTimeout(40);
  }
  return times;
}
