import { expect } from '@playwright/test';
import type { Locator, Page, ViewportSize } from '@playwright/test';
import axeCore from 'axe-core';
import process from 'node:process';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const phone = { width: 360, height: 740 };

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly dir: 'ltr' | 'rtl';
}

/**
 * Both widths, both themes and both directions, in two combinations. With `npm test -- --all`, also
 * in two more.
 */
const looksBySize: readonly { readonly size: ViewportSize; readonly looks: readonly Look[] }[] = [
  {
    size: { width: 1280, height: 800 },
    looks: [{ colorScheme: 'light', dir: 'ltr' }, ...more({ colorScheme: 'dark', dir: 'rtl' })],
  },
  {
    size: phone,
    looks: [...more({ colorScheme: 'light', dir: 'ltr' }), { colorScheme: 'dark', dir: 'rtl' }],
  },
];

function more(look: Look): readonly Look[] {
  return process.env['INKWELL_ALL'] ? [look] : [];
}

/** Options of a journey that includes accessibility checks. */
export const onAWalk = { viewport: phone, contextOptions: { reducedMotion: 'reduce' } } as const;

/**
 * Checks the current page in these combinations; `shown` must be visible in each. Popovers close
 * when the window is resized, so `show` opens them again. Such a journey continues on a phone,
 * right to left; other journeys run on a desktop.
 */
export async function lookAround(
  page: Page,
  shown: Locator,
  show?: () => Promise<void>,
): Promise<void> {
  for (const { size, looks } of looksBySize) {
    await page.setViewportSize(size);
    // The element under the pointer can be another control now, which would show its tooltip.
    await page.mouse.move(0, 0);
    await show?.();
    for (const { colorScheme, dir } of looks) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0);
      await expect(shown).toBeVisible();
      await expectClean(page, dir);
    }
  }
}

/** Expects no axe violations of WCAG 2.2 AA and nothing wider than the screen. */
export async function expectClean(page: Page, dir: 'ltr' | 'rtl' = 'ltr'): Promise<void> {
  // Without transitions, so that nothing is half faded in while axe runs.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate((value) => (document.documentElement.dir = value), dir);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  const { look, violations, overflow } = await page.evaluate(async (runOnly) => {
    // A half faded-in element has a contrast that no user ever sees.
    const ending = document.getAnimations().filter(({ timeline, effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return timeline instanceof DocumentTimeline && endTime !== Infinity;
    });
    await Promise.allSettled(ending.map((animation) => animation.finished));
    const axe = Reflect.get(globalThis, 'axe') as typeof axeCore;
    // Style sheets would only be loaded and parsed for a rule that isn't among these.
    const preload = { assets: ['media' as const] };
    const found = await axe.run({ runOnly, resultTypes: ['violations'], preload });
    const { clientWidth, scrollWidth, className, dir } = document.documentElement;
    return {
      look: `${clientWidth} px, ${dir}, ${className}`,
      violations: found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
      ),
      overflow: scrollWidth - clientWidth,
    };
  }, tags);
  expect(violations, look).toEqual([]);
  expect(overflow, look).toBeLessThanOrEqual(0);
}
