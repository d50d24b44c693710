import type { Page } from '@playwright/test';
import type { Channel } from '../../src/lib/api/channel';
import type { User } from '../../src/lib/api/user';
import { indexById } from '../../src/lib/client/index-by-id';
import {
  unfinishedPartOf,
  suggestTerms,
  type SuggestionSources,
} from '../../src/lib/features/search/search-suggestions';
import { NameIndex } from '../../src/lib/writing/recipients/name-index';
import { aChannel, aPerson } from '../support/state';
import { openBrowser, signInQuietly } from './browser';
import { atMost, quantile, reported, type Figure } from './figures';
import { startLarge } from './large-sample';
import { nameOf } from './palette';

const rows = 10_000;
const rounds = 100;
/** Milliseconds per frame. */
const frame = 16;
/** Search for each word once: a second search would find cached results. */
const words = 'map proof cover page harbour paper binding print index island ink type'.split(' ');

/**
 * Cost of a key in the search box, and how long after the bare request its first hit is painted.
 */
export async function measure(): Promise<Figure[]> {
  return [...keys(), ...(await hits())];
}

function keys(): Figure[] {
  const channels = Array.from({ length: rows }, (_, at) => aChannel(at + 1, { name: nameOf(at) }));
  const users = Array.from({ length: rows }, (_, at) =>
    aPerson(at + 1, { full_name: nameOf(at * 3) }),
  );
  const sources: SuggestionSources = {
    channels: new NameIndex<Channel>(channels, ({ name }) => name),
    people: new NameIndex<User>(users, ({ full_name }) => full_name),
    known: {
      user_id: 1,
      level: 420,
      isWhole: true,
      channels: indexById('stream_id', channels),
      users: indexById('user_id', users),
    },
    topics: undefined,
    channelWeight: ({ stream_id }) => stream_id % 3,
    personWeight: ({ user_id }) => user_id % 3,
  };
  const start = performance.now();
  suggestTerms(unfinishedPartOf('a'), [], sources);
  const first = performance.now() - start;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const operator of ['', 'channel:', 'from:']) {
      const name = nameOf(round * 31);
      for (let length = 1; length <= 6; length++) {
        const before = performance.now();
        suggestTerms(unfinishedPartOf(`words ${operator}${name.slice(0, length)}`), [], sources);
        times.push(performance.now() - before);
      }
    }
  }
  return [
    atMost('search.key', quantile(times, 0.95), 'ms p95', frame),
    reported('search.longest_key', Math.max(...times), 'ms'),
    reported('search.first_key', first, 'ms'),
  ];
}

async function hits(): Promise<Figure[]> {
  const browser = await openBrowser();
  const server = await startLarge();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await signInQuietly(context, server, 'member');
    const page = await context.newPage();
    const requests: { url: string; headers: Record<string, string> }[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      const isSearch = pathname === '/json/messages' && search.includes('search');
      if (isSearch) requests.push({ url: request.url(), headers: request.headers() });
    });
    await page.goto(`${server.url}/search`);
    await page.getByRole('combobox', { name: 'Search messages' }).waitFor();
    // The first search also loads the code that renders messages.
    await timeToHit(page, 'tide');
    const [whole, bare]: [number[], number[]] = [[], []];
    for (const word of words) {
      requests.length = 0;
      const time = await timeToHit(page, word);
      const [request] = requests;
      if (time === null || !request) continue;
      whole.push(time);
      bare.push(await page.evaluate(timeOf, request));
    }
    return [
      reported('search.searches', whole.length, 'with hits'),
      reported('search.first_hit', quantile(whole, 0.5), 'ms'),
      reported('search.bare_request', quantile(bare, 0.5), 'ms'),
      atMost('search.hit_over_bare', quantile(whole, 0.5) / quantile(bare, 0.5), '×', 1.3),
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function timeToHit(page: Page, word: string): Promise<number | null> {
  const box = page.getByRole('combobox', { name: 'Search messages' });
  await box.fill(word);
  return box.evaluate(timeFromEnter);
}

/** Milliseconds from Enter until the first hit is painted, or null if there is none. */
async function timeFromEnter(box: HTMLElement): Promise<number | null> {
  const before = document.querySelector('[role=feed]');
  const start = performance.now();
  box.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
  for (;;) {
    await new Promise((done) => requestAnimationFrame(done));
    const feed = document.querySelector('[role=feed]');
    if (feed && feed !== before && feed.querySelector('.highlight')) break;
    if (!feed && document.querySelector('a[href^="/search?q=channels%3Apublic"]')) return null;
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
