import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { openChannel, writeIn } from '../support/reading/messages';
import { signIn } from '../support/session';

/**
 * Records a page's requests by document, so the previous document's late requests don't count as
 * repeated by the next one.
 */
async function logOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  let expectedCalls: string[] = [];
  let newest = '';
  let looked: number | undefined;
  /** Documents that have the server's state and poll for events. */
  const live = new Set<string>();
  /** Unanswered requests, with the document that sent each. */
  const open = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, loaderId, type, request }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (type === 'Document') {
      newest = loaderId;
      expectedCalls.push('a document');
    }
    // Polls repeat endlessly, so they don't count.
    if (pathname === '/json/events') live.add(loaderId);
    else if (pathname.startsWith('/json/')) {
      open.set(requestId, loaderId);
      if (request.method !== 'GET') return;
      expectedCalls.push(`${loaderId} ${decodeURIComponent(`${pathname}?${searchParams}`)}`);
    }
  });
  session.on('Network.loadingFinished', ({ requestId }) => void open.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId));
  await session.send('Network.enable');
  return {
    /**
     * True if the current document polls for events, has no unanswered requests and has sent none
     * since the last call.
     */
    isQuiet(): boolean {
      const before = looked;
      const isAnswered = live.has(newest) && ![...open.values()].includes(newest);
      looked = isAnswered ? expectedCalls.length : undefined;
      return isAnswered && before === looked;
    },
    /** Requests since the last call, and how often each was sent. */
    take(): ReadonlyMap<string, number> {
      const counts = new Map<string, number>();
      for (const one of expectedCalls) counts.set(one, (counts.get(one) ?? 0) + 1);
      expectedCalls = [];
      looked = undefined;
      return counts;
    },
  };
}

const twice = (counts: ReadonlyMap<string, number>) =>
  [...counts].filter(([, count]) => count > 1).map(([request]) => request);

test('sends no read request twice in any step', async ({ page, pair, someone, other }) => {
  const { server, urls } = pair;
  const url = urls['as a client of another server'];
  const channel = await openChannel(server, `ledger of ${someone}`, [other, someone]);
  const ids: number[] = [];
  for (const topic of ['income', 'spending']) {
    for (const note of ['One', 'Two', 'Three']) {
      ids.push(await writeIn(server, other, [channel, topic], `${note} of ${topic}`));
    }
  }
  const at = (topic: string) => `${url}/conversation?channel=${channel}&topic=${topic}`;
  await signIn(page.context(), server, someone, url);
  const log = await logOf(page);
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'open the inbox': () => page.goto(`${url}/inbox`),
    'open a conversation by its address': () => page.goto(at('income')),
    'go to another one': () =>
      page
        .getByRole('option', { name: /spending/ })
        .first()
        .click(),
    'go back': () => page.goBack(),
    reload: () => page.reload(),
    'open it at a message': () => page.goto(`${url}/conversation?near=${ids[1]}`),
    'search by address': () => page.goto(`${url}/search?q=${encodeURIComponent('Two is:unread')}`),
    'open a feed': () => page.goto(`${url}/feed/channel/${channel}`),
    'open the recent ones': () => page.goto(`${url}/recent`),
  };
  const found: Record<string, readonly string[]> = {};
  const counts: Record<string, number> = {};
  for (const [name, step] of Object.entries(steps)) {
    await step();
    await expect.poll(() => log.isQuiet(), { intervals: [1000] }).toBe(true);
    const callCounts = log.take();
    found[name] = twice(callCounts);
    counts[name] = [...callCounts.values()].reduce((sum, count) => sum + count, 0);
    test.info().annotations.push({ type: name, description: [...callCounts.keys()].join('\n') });
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(steps).map((name) => [name, []])));
});
