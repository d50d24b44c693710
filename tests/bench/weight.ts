import type { Browser, Response } from '@playwright/test';
import { ClientBuild } from '../support/client-build';
import { Inkwell } from '../support/inkwell';
import { openBrowser, signInQuietly, total, weigh } from './browser';
import { startButtonApp } from './button-app';
import { atMost, reported } from './figures';
import type { Figure } from './figures';
import { watched } from './paint';

/** The most requests of a first visit until the page is idle. */
const maxRequests = 35;

/**
 * Script and style bytes until rows are painted, and until a draft can be edited, compared with the
 * one-button app's. What is loaded by then depends on the machine. What has to be loaded doesn't:
 * `closure` gives that, from the build's manifest, also for each page.
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
      ...closures(),
      atMost('weight.requests', await countRequests(browser, server, 'block'), '', maxRequests),
      reported('weight.requests_with_worker', await countRequests(browser, server, 'allow'), ''),
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

/** KiB that pages load before they can show anything. */
function closures(): Figure[] {
  const build = new ClientBuild();
  const kib = (page: string, groups?: readonly string[]) => build.kib(build.filesOf(page, groups));
  const editable = kib('(app)/drafts', ['box']);
  const pages = build.pages.filter((page) => page.startsWith('(app)'));
  return [
    atMost('weight.closure.first_rows', kib('(app)/drafts'), 'KiB brotli', 90),
    atMost('weight.closure.editable_draft', editable, 'KiB brotli', 160),
    atMost('weight.closure.login', kib('login'), 'KiB brotli', 60),
    ...pages.map((page) => atMost(`weight.closure.${page}`, kib(page), 'KiB brotli', 150)),
  ];
}

/** Requests of a first visit until nothing has been requested for some seconds. */
async function countRequests(browser: Browser, server: Inkwell, serviceWorkers: 'allow' | 'block') {
  const context = await browser.newContext({ serviceWorkers });
  try {
    await signInQuietly(context, server, 'member');
    const page = await context.newPage();
    let count = 0;
    context.on('response', (response) => {
      if (!response.fromServiceWorker()) count++;
    });
    await page.goto(`${server.url}/drafts`);
    // Polls are requested again only after an event, which doesn't come.
    const next = () => context.waitForEvent('request', { timeout: 6000 }).catch(() => null);
    while (await next());
    return count;
  } finally {
    await context.close();
  }
}
