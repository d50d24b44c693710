import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromiumArgs, findChromium } from '../../src/bin/chromium.js';
import type { Inkwell } from '../support/inkwell';

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: chromiumArgs, ...(executablePath && { executablePath }) });
}

/** Adds the account's cookie to the profile, as the sign-in page does, without opening a page. */
export async function signInQuietly(context: BrowserContext, server: Inkwell, account: string) {
  const { email, key } = await server.zuliprc(account);
  const reply = await context.request.post(`${server.url}/session`, {
    headers: { 'x-inkwell': '1' },
    data: { email, api_key: key },
  });
  if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`);
}

/**
 * Tracks what a page loads. The returned function gives the brotli bytes of scripts and styles by
 * URL.
 */
export function weigh(page: Page): () => Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet') return;
    // A body that the page hasn't read when it closes can't be measured.
    const size = response.body().then(brotliSize, () => 0);
    sizes.set(response.url(), size);
  });
  const weighed = ([url, size]: readonly [string, Promise<number>]) =>
    size.then((bytes) => [url, bytes] as const);
  return async () => new Map(await Promise.all([...sizes].map(weighed)));
}

export function total(
  sizes: ReadonlyMap<string, number>,
  counts: (url: string) => boolean = () => true,
): number {
  return [...sizes].reduce((sum, [url, size]) => sum + (counts(url) ? size : 0), 0);
}

function brotliSize(body: Buffer): number {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
