import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

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
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
