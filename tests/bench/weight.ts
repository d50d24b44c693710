import type { Response } from '@playwright/test';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly, total, weigh } from './browser';
import { startButtonApp } from './button-app';
import { atMost, reported } from './figures';
import type { Figure } from './figures';
import { watched } from './paint';

/**
 * Script and style bytes until rows are painted, and until a draft can be edited, compared with the
 * one-button app's.
 */
export async function measure(): Promise<Figure[]> {
  const browser = await openBrowser();
  const button = await startButtonApp();
  const server = await Inkwell.start({ args: ['--sample'] });
  try {
    // No service worker: it prefetches the rest of the app after the first view.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const base = await context.newPage();
    const baseWeight = weigh(base);
    await base.goto(button.url, { waitUntil: 'networkidle' });
    const baseline = total(await baseWeight());

    await signInQuietly(context, server, 'member');
    const page = await watched(context);
    const weight = weigh(page);
    await page.goto(`${server.url}/drafts`);
    await page.waitForFunction(() => window.painted);
    const before = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((one) => (one as PerformanceResourceTiming).responseEnd <= (window.painted ?? 0))
        .map(({ name }) => name),
    );
    const painted = total(await weight(), (url) => before.includes(url));
    await page.getByRole('option').first().click();
    await page.getByRole('textbox').last().waitFor();
    const editable = total(await weight());
    await page.getByRole('toolbar').waitFor();
    // Prefetched some seconds after the page has loaded: palette, uploads, tray and so on.
    const isScript = (response: Response) => response.request().resourceType() === 'script';
    const next = () => page.waitForResponse(isScript, { timeout: 6000 }).catch(() => null);
    while (await next());
    const all = total(await weight());
    return [
      reported('weight.button_app', baseline / 1024, 'KiB brotli'),
      reported('weight.first_rows', painted / 1024, 'KiB brotli'),
      reported('weight.editable_drafts', editable / 1024, 'KiB brotli'),
      reported('weight.idle', all / 1024, 'KiB brotli'),
      atMost('weight.first_view', painted / baseline, '×', 3),
      atMost('weight.first_text', editable / baseline, '×', 3),
    ];
  } finally {
    await browser.close();
    await button.stop();
    await server.dispose();
  }
}
