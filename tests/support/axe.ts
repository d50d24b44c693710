import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;

/** Both widths, both themes and both directions, in four runs. */
export const looks = [
  { size: 'desktop', colorScheme: 'light', dir: 'ltr' },
  { size: 'desktop', colorScheme: 'dark', dir: 'rtl' },
  { size: 'phone', colorScheme: 'light', dir: 'rtl' },
  { size: 'phone', colorScheme: 'dark', dir: 'ltr' },
].map(({ size, colorScheme, dir }) => ({
  name: `${size}, ${colorScheme}, ${dir}`,
  dir,
  use: {
    viewport: sizes[size as keyof typeof sizes],
    colorScheme: colorScheme as 'light' | 'dark',
    contextOptions: { reducedMotion: 'reduce' as const },
  },
}));

/** Nothing that axe knows by WCAG 2.2 AA, and nothing wider than the screen. */
export async function expectClean(page: Page, dir = 'ltr'): Promise<void> {
  await page.evaluate((value) => (document.documentElement.dir = value), dir);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  const { look, violations, overflow } = await page.evaluate(async (runOnly) => {
    const axe = Reflect.get(globalThis, 'axe') as typeof axeCore;
    const found = await axe.run({ runOnly, resultTypes: ['violations'] });
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
