import type { Browser } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly } from './browser';
import { atMost, type Figure } from './figures';

declare global {
  interface Window {
    /** Sum of layout shifts without input. */
    shifted?: number;
  }
}

/**
 * What moves without input on each page, from a first visit until it's idle, on a wide window and
 * on a phone.
 */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await Inkwell.start({ args: ['--sample'] });
  try {
    const pages = await pagesOf(server);
    const figures: Figure[] = [];
    for (const width of [1280, 360]) {
      for (const [name, address] of pages) {
        const shift = await visit(browser, server, address, width);
        figures.push(atMost(`shifts.${name}.${width}`, shift, '', 0));
      }
    }
    return figures;
  } finally {
    await browser.close();
    await server.dispose();
  }
}

interface Sent {
  readonly type: 'stream' | 'private';
  readonly stream_id: number;
  readonly subject: string;
  readonly sender_id: number;
}

/** Each page's name, with a URL at which it shows content. */
async function pagesOf(server: Inkwell): Promise<readonly (readonly [string, string])[]> {
  const { user_id } = await server.api('member', 'GET', '/users/me');
  const newest = { anchor: 'newest', num_before: '300', num_after: '0' };
  const { messages } = await server.api('member', 'GET', '/messages', newest);
  const sent = messages as readonly Sent[];
  const said = sent.findLast(({ type }) => type === 'stream');
  const other = sent.findLast(({ sender_id }) => sender_id !== user_id);
  if (!said || !other) throw new Error('the sample has no messages');
  const { stream_id: channel, subject: topic } = said;
  const plain = [
    'inbox',
    'recent',
    'feed/all',
    'feed/mentions',
    'feed/starred',
    'drafts',
    'scheduled',
    'snippets',
    'channels',
    'people',
    'search',
    'organization',
    'settings/account',
  ];
  const query = (fields: Record<string, string>) => String(new URLSearchParams(fields));
  return [
    ...plain.map((address) => [address, address] as const),
    ['topic', `conversation?${query({ channel: String(channel), topic })}`],
    ['direct', `conversation?${query({ dm: String(other.sender_id) })}`],
    ['feed/channel', `feed/channel/${channel}`],
    ['channel', `channels/${channel}`],
    ['person', `people/${other.sender_id}`],
    ['found', `search?${query({ q: 'the' })}`],
  ];
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
    // Polls never end. A page whose other replies have arrived is idle soon after.
    await page.waitForTimeout(2500);
    return (await page.evaluate(() => window.shifted)) ?? 0;
  } finally {
    await context.close();
  }
}
