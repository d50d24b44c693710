import type { Locator } from '@playwright/test';
import { expect, test, withServiceWorker } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import { signIn } from '../support/session';

test.use(withServiceWorker);

test.describe('the shell', () => {
  test('runs commands from the palette and by keyboard shortcut', async ({ page, shared }) => {
    const drafts = await DraftsPage.signIn(page, shared, 'member');
    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: 'Go to a conversation or run a command' })
      .fill('new draft');
    await page.keyboard.press('Enter');
    await expect(drafts.box).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Drafts' }).focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Drafts' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(drafts.box).toBeFocused();
  });

  test('leads to every page on a phone, from its bar or from the menu beside it', async ({
    page,
    shared,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await DraftsPage.signIn(page, shared, 'member');
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText([/Inbox/, /Drafts/, /Scheduled/]);
    for (const link of await links.all()) {
      const isWhole = await link.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
      );
      expect(isWhole, await link.innerText()).toBe(true);
    }
    await links.last().click();
    await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Recent' }).click();
    await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Snippets' }).click();
    await expect(page.getByRole('heading', { name: 'Snippets' })).toBeVisible();
    await page.getByRole('button', { name: 'Commands' }).click();
    await expect(page.getByRole('combobox')).toBeVisible();
  });

  test('shows the first rows before the app starts, and the app takes them over in place', async ({
    page,
    context,
    // The sample's drafts, which journeys on the shared server change.
    own,
  }) => {
    await signIn(context, own, 'member');
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(rememberShifts);
    await page.goto(`${own.url}/drafts`, { waitUntil: 'commit' });
    const first = page.locator('#inkwell-first');
    const firstRows = first.locator('[data-first-row]');
    await expect(firstRows.nth(3)).toBeInViewport();
    // Visible, but hidden from screen readers and not interactive.
    await expect(page.getByRole('heading')).toHaveCount(0);
    const before = await Promise.all([
      placesOf(firstRows),
      placesOf(first.locator('h1, [data-navigation] [data-row]')),
    ]);
    const words = await firstRows.first().innerText();
    // A click is carried out once the app has started, on the same row.
    const { x, y, width, height } = (await firstRows.nth(1).boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);

    release();
    const rows = page.getByRole('option');
    await expect(rows.first()).toBeVisible();
    await expect(first).toHaveCount(0);
    const bar = page.getByRole('banner');
    const entries = bar.getByRole('button', { name: 'Commands' }).or(bar.getByRole('link'));
    const after = await Promise.all([
      placesOf(rows),
      placesOf(entries.or(page.locator('main h1').first())),
    ]);
    for (const [at, places] of before.entries()) {
      const count = Math.min(places.length, 5);
      expect(after[at]?.slice(0, count)).toEqual(places.slice(0, count));
    }
    expect(await rows.first().innerText()).toContain(words.split('\n')[0]);
    await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
    // With a style sheet in the body, each later one makes the browser restyle the whole page.
    const sheets = await page.evaluate(() =>
      Array.from(document.styleSheets, ({ href, ownerNode }) => [ownerNode?.parentNode, href]).map(
        ([parent, href]) =>
          `${parent instanceof HTMLHeadElement ? 'head' : 'body'} ${String(href)}`,
      ),
    );
    expect(sheets.filter((sheet) => sheet.startsWith('body'))).toEqual([]);
    expect(new Set(sheets).size).toBe(sheets.length);
  });

  test('paints a known account from local data while the server is down', async ({ page, own }) => {
    const drafts = await DraftsPage.signIn(page, own, 'member');
    await drafts.readyForOffline();
    await expect(drafts.rows).not.toHaveCount(0);
    const count = await drafts.rows.count();
    const isKept = () => Object.keys(localStorage).some((key) => key.endsWith('/first/drafts'));
    await expect.poll(() => page.evaluate(isKept)).toBe(true);
    await own.stop();
    await page.addInitScript(rememberFrame);
    await drafts.open();
    await expect(drafts.rows).toHaveCount(count);
    // Before the app started, the document showed cached rows in the same positions.
    await expect(page.locator('#inkwell-first')).toHaveCount(0);
    const bar = page.getByRole('banner');
    const head = page.locator('main header').first().locator('> *');
    const drawn = [drafts.rows, bar.getByRole('link'), head];
    const firstPlaces = await page.evaluate(() => Reflect.get(window, 'firstPlaces') as object[][]);
    for (const [at, boxes] of drawn.entries()) {
      const places = await placesOf(boxes);
      expect(firstPlaces[at]?.length).toBeGreaterThan(0);
      expect(places).toEqual(expect.arrayContaining(firstPlaces[at] ?? []));
    }
    // The page frame was also shown at its position.
    const places = await Promise.all(
      [page.getByRole('banner'), page.locator('main section').first()].map((box) =>
        box.evaluate((element) => element.getBoundingClientRect().toJSON() as object),
      ),
    );
    expect(await page.evaluate(() => Reflect.get(window, 'framePlaces'))).toEqual(places);
    await expect(page.locator('#inkwell-frame')).toHaveCount(0);
    await drafts.says('You’re offline');
    await own.restart();
    await page.getByRole('button', { name: 'Reconnect now' }).click();
    await drafts.says('Online');
  });
});

const placesOf = (boxes: Locator) =>
  boxes.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect().toJSON() as object),
  );

/** Records layout shifts without input, except for single glyphs of a font that loads later. */
function rememberShifts() {
  const shifts: unknown[] = [];
  Reflect.set(window, 'shifts', shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value } = entry as PerformanceEntry & { readonly value: number };
      if (value > 0.0001) shifts.push(entry.toJSON());
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Records the positions of the page frame that the document shows until the app has started. */
function rememberFrame() {
  new MutationObserver(() => {
    const parts = document.querySelectorAll('#inkwell-frame:not([hidden]) > div');
    if (parts.length === 0) return;
    const placesOf = (boxes: Iterable<Element>) =>
      [...boxes].map((box) => box.getBoundingClientRect().toJSON() as object);
    Reflect.set(window, 'framePlaces', placesOf(parts));
    const first = document.getElementById('inkwell-first');
    if (!first) return;
    const drawn = ['[data-first-row]', '[data-navigation] a', '[data-list] > :first-child > *'];
    const keptPlaces = drawn.map((boxes) => placesOf(first.querySelectorAll(boxes)));
    Reflect.set(window, 'firstPlaces', keptPlaces);
  }).observe(document, { childList: true, subtree: true, attributes: true });
}
