import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromiumArgs, findChromium } from '../../src/bin/chromium.js';
import type { Inkwell } from '../support/inkwell';

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: chromiumArgs, ...(executablePath && { executablePath }) });
}

/** Gives the profile the account's cookie, as the sign-in page does, without opening a page. */
export async function signInQuietly(context: BrowserContext, server: Inkwell, account: string) {
  const { email, key } = await server.zuliprc(account);
  const reply = await context.request.post(`${server.url}/session`, {
    headers: { 'x-inkwell': '1' },
    data: { email, api_key: key },
  });
  if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`);
}

/** Follows what a page loads: brotli bytes of scripts, styles, by the text that arrived. */
export function weigh(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet') return;
    // What is still under way when the page closes counts for nothing.
    const size = response.body().then(brotliSize);
    size.catch(() => undefined);
    sizes.push(size);
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function brotliSize(body: Buffer): number {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
