import type { Page } from '@playwright/test';
import { expect, test } from '../support/app';
import {
  messagesOf,
  openChannel,
  readEverything,
  unreadOf,
  writeIn,
} from '../support/reading/messages';
import { signIn } from '../support/session';
import { rarely } from '../support/share';

const notices = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });

/** Elements that notifications cover outside the space reserved for them. */
const covered = (page: Page) =>
  notices(page).evaluate((region) => {
    const { left, top, right, bottom } = region.getBoundingClientRect();
    region.style.pointerEvents = 'none';
    const found = new Set<string>();
    for (const one of region.querySelectorAll<HTMLElement>('*')) one.style.pointerEvents = 'none';
    for (let x = left + 1; x < right; x += 6) {
      for (let y = top + 1; y < bottom; y += 6) {
        const under = document.elementFromPoint(x, y);
        if (!under?.matches('[data-toast-place]')) found.add(under?.outerHTML.slice(0, 200) ?? '-');
      }
    }
    region.style.pointerEvents = '';
    for (const one of region.querySelectorAll<HTMLElement>('*')) one.style.pointerEvents = '';
    const isInWindow =
      left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    return [...found, ...(isInWindow ? [] : ['the edge of the window'])];
  });

for (const [width, height] of [
  [1280, 800],
  [800, 700],
  [360, 740],
] as const) {
  const details = width === 800 ? rarely('notifications at 800') : {};
  test(
    `notifications cover nothing at ${width}`,
    details,
    async ({ page, shared, someone, other }) => {
      await page.setViewportSize({ width, height });
      await readEverything(shared, someone);
      const channel = await openChannel(shared, `notices of ${someone}`, [someone, other]);
      await readEverything(shared, someone);
      const topics = Array.from({ length: 6 }, (_, at) => `topic ${at}`);
      for (const topic of topics) await writeIn(shared, other, [channel, topic], `On ${topic}.`);
      await signIn(page.context(), shared, someone);

      await page.goto(`${shared.url}/conversation?channel=${channel}&topic=topic 0`);
      const box = page.getByRole('textbox', { name: 'Message' });
      await expect(messagesOf(page).getByText('On topic 0.')).toBeInViewport();
      await box.click();
      await page.keyboard.type('Just sent.');
      await page.keyboard.press('Control+Enter');
      await expect(messagesOf(page).getByText('Just sent.')).toBeInViewport();
      await expect(notices(page)).toContainText('Sent');
      expect(await covered(page)).toEqual([]);
      await expect(messagesOf(page).getByText('Just sent.')).toBeInViewport();

      await expect.poll(() => unreadOf(shared, someone)).toHaveLength(5);
      await page.goto(`${shared.url}/inbox`);
      const rows = page.getByRole('option');
      await expect(rows).toHaveCount(5);
      await page.getByRole('listbox', { name: 'Inbox' }).focus();
      for (let at = 0; at < 4; at++) await page.keyboard.press('y');
      await expect(rows).toHaveCount(1);
      await expect(notices(page)).toBeVisible();
      expect(await covered(page)).toEqual([]);
      for (let at = 0; at < 4; at++) await page.keyboard.press('z');
      await expect(rows).toHaveCount(5);
      await expect(notices(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
      expect(await covered(page)).toEqual([]);

      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog').first();
      await expect(dialog).toBeVisible();
      await expect
        .poll(async () => {
          const [one, other] = [await dialog.boundingBox(), await notices(page).boundingBox()];
          if (!one || !other) return 'gone';
          const isApart = one.x + one.width <= other.x || other.x + other.width <= one.x;
          return isApart || one.y + one.height <= other.y || other.y + other.height <= one.y;
        })
        .toBe(true);
    },
  );
}
