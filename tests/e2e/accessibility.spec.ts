import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import { DraftsPage } from '../support/drafts-page';
import { Inkwell } from '../support/inkwell';

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;
const looks = [
  { size: 'desktop', colorScheme: 'light', dir: 'ltr' },
  { size: 'desktop', colorScheme: 'dark', dir: 'rtl' },
  { size: 'phone', colorScheme: 'light', dir: 'rtl' },
  { size: 'phone', colorScheme: 'dark', dir: 'ltr' },
] as const;

/** Nothing that axe knows by WCAG 2.2 AA, and nothing wider than the screen. */
async function expectClean(page: Page, dir: string) {
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

for (const { size, colorScheme, dir } of looks) {
  test.describe(`${size}, ${colorScheme}, ${dir}`, () => {
    test.use({ viewport: sizes[size], colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('signing in and setting up', async ({ page, shared }) => {
      await page.goto(shared.url);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectClean(page, dir);
      const fresh = await Inkwell.start();
      try {
        await page.goto(fresh.url);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expectClean(page, dir);
      } finally {
        await fresh.dispose();
      }
    });

    test('drafts: list, box, recipient, palette, help, bin', async ({ page, shared }) => {
      const drafts = await DraftsPage.signIn(page, shared, 'member');
      await expectClean(page, dir);
      await drafts.rows.nth(1).click();
      await expect(drafts.box).toBeVisible();
      await expectClean(page, dir);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'What do you want to do?' })).toBeVisible();
      await expectClean(page, dir);
      await page.getByRole('combobox', { name: 'What do you want to do?' }).fill('bin');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expectClean(page, dir);
    });

    test('an account without drafts', async ({ page, shared }) => {
      await DraftsPage.signIn(page, shared, 'guest');
      await expectClean(page, dir);
    });
  });
}
