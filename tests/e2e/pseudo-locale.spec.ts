import { expect, test } from '../support/app';
import { brokenParts, usePseudoLocale } from '../support/pseudo-locale';
import { signIn } from '../support/session';

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

const pages = [
  'inbox',
  'drafts',
  'scheduled',
  'snippets',
  'search',
  'conversation',
  'recent',
  'people',
  'channels',
  'scheduled?view=week',
  'scheduled?view=month',
  'search?q=is:unread',
  'feed/all',
  'organization',
  'organization/settings',
  'organization/permissions',
  'organization/people',
  'organization/groups',
  'organization/invitations',
  'organization/bots',
  'organization/emoji',
  'organization/linkifiers',
  'organization/audit',
  'settings',
  'settings/account',
  'settings/profile',
  'settings/preferences',
  'settings/notifications',
  'settings/privacy',
  'settings/views',
  'settings/client',
];

/** Not the page header, which is shown before the page's content has loaded. */
const loaded = 'main :is(p, label, li, [role=option], [role=listitem], [role=article])';

/** Pages of one test: opening the next page of a browser is faster than a new browser. */
const pagesPerTest = 8;

for (let first = 0; first < pages.length; first += pagesPerTest) {
  const some = pages.slice(first, first + pagesPerTest);

  test(`longer texts fit, in both directions: ${some.join(', ')}`, async ({
    page,
    context,
    shared,
  }) => {
    await usePseudoLocale(page);
    await signIn(context, shared, 'owner');
    for (const path of some) {
      await test.step(path, async () => {
        await page.goto(`${shared.url}/${path}`);
        await expect(
          page.getByRole('heading', { level: 1 }).filter({ hasText: '⟦' }),
        ).toBeVisible();
        await expect(page.locator(loaded).filter({ visible: true }).first()).toBeVisible();
        expect(await brokenParts(page), path).toEqual([]);
        await page.evaluate(() => (document.documentElement.dir = 'rtl'));
        expect(await brokenParts(page), `${path}, from right to left`).toEqual([]);
      });
    }
  });
}

test('signing in fits longer texts, in both directions', async ({ page, shared }) => {
  await usePseudoLocale(page);
  await page.goto(`${shared.url}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦');
  expect(await brokenParts(page)).toEqual([]);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  expect(await brokenParts(page)).toEqual([]);
});
