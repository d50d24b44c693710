import type { Response } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly, weigh } from './browser';
import { startButtonApp } from './button-app';
import { atMost, told } from './figures';
import type { Figure } from './figures';

/** Script and style bytes up to an editable list of drafts, over a one-button app's. */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const button = await startButtonApp();
  const server = await Inkwell.start({ args: ['--sample'] });
  try {
    // No service worker: it loads the rest of the app ahead, after the first view.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const base = await context.newPage();
    const baseWeight = weigh(base);
    await base.goto(button.url, { waitUntil: 'networkidle' });
    const baseline = await baseWeight();

    await signInQuietly(context, server, 'member');
    const page = await context.newPage();
    const weight = weigh(page);
    await page.goto(`${server.url}/drafts`);
    await page.getByRole('option').first().waitFor();
    await page.getByRole('option').first().click();
    await page.getByRole('textbox').last().waitFor();
    const ours = await weight();
    await page.getByRole('toolbar').waitFor();
    const withTools = await weight();
    // Ahead of their use, some seconds after the page is there: palette, uploads, tray and the like.
    const isScript = (response: Response) => response.request().resourceType() === 'script';
    const next = () => page.waitForResponse(isScript, { timeout: 6000 }).catch(() => null);
    while (await next());
    const ahead = await weight();
    return [
      told('weight.button_app', baseline / 1024, 'KiB brotli'),
      told('weight.editable_drafts', ours / 1024, 'KiB brotli'),
      atMost('weight.first_view', ours / baseline, '×', 3),
      told('weight.compose_later', (withTools - ours) / 1024, 'KiB brotli'),
      told('weight.ahead', (ahead - withTools) / 1024, 'KiB brotli'),
    ];
  } finally {
    await browser.close();
    await button.stop();
    await server.dispose();
  }
}
