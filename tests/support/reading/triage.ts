import { expect, type Page } from '@playwright/test';
import type { Inkwell } from '../inkwell';
import { signIn } from '../session';
import { idOf, openChannel, readEverything, unreadOf, writeIn, writeTo } from './messages';

/** How many more keys than there are conversations are enough to get through them. */
const spareKeys = 10;

interface Triage {
  readonly page: Page;
  readonly account: string;
  readonly other: string;
  /** Number of conversations that wait, at least 8. */
  readonly waiting: number;
}

/**
 * Creates unread topics of a new channel and a direct message for a user who had read everything.
 */
async function fill(
  server: Inkwell,
  { account, other, waiting }: Omit<Triage, 'page'>,
): Promise<number> {
  await readEverything(server, account);
  const channel = await openChannel(server, `desk of ${account}`, [other, account]);
  // The notice about the new channel isn't part of this.
  await readEverything(server, account);
  for (let at = 1; at < waiting; at++) {
    await writeIn(server, other, [channel, `case ${at}`], `About case ${at}.`);
  }
  await writeIn(server, other, [channel, 'case 7'], 'More about case 7.');
  await writeTo(server, other, [await idOf(server, account)], 'Are you in tomorrow?');
  return channel;
}

const firstOf = (page: Page) => page.locator('[role=option][aria-posinset="1"]');

/**
 * A day's inbox by keyboard alone: everything marked as read and undone, also across a reload; then
 * one action after the other, with a reply and three snoozes, while others write.
 */
export async function triage(
  server: Inkwell,
  url: string,
  { page, account, other, waiting }: Triage,
): Promise<void> {
  const channel = await fill(server, { account, other, waiting });
  const before = await unreadOf(server, account);
  expect(before).toHaveLength(waiting + 1);
  await signIn(page.context(), server, account, url);
  await page.goto(`${url}/inbox`);
  const list = page.getByRole('listbox', { name: 'Inbox' });
  await expect(list).toBeFocused();
  await expect(firstOf(page)).toHaveAttribute('aria-setsize', String(waiting));

  // One action marks all of it as read, and the next page can undo it.
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+X');
  await expect(page.getByRole('status').filter({ hasText: `${waiting} selected` })).toBeVisible();
  await page.keyboard.press('y');
  await expect(page.getByText('You’re all caught up.', { exact: true })).toBeVisible();
  await expect.poll(() => unreadOf(server, account)).toEqual([]);
  await page.reload();
  await expect(page.getByText('You’re all caught up.', { exact: true })).toBeVisible();
  await page.keyboard.press('z');
  await expect.poll(() => unreadOf(server, account)).toEqual(before);
  await expect(firstOf(page)).toHaveAttribute('aria-setsize', String(waiting));

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await expect(list).toBeFocused();
  const names = () =>
    page
      .locator('[role=option] [title]:not(time)')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  const order = await names();
  // A new conversation is held back and moves nothing under the keyboard focus.
  await writeIn(server, other, [channel, 'urgent'], 'Now!');
  await expect(page.getByRole('button', { name: /new/ }).first()).toBeVisible();
  expect(await names()).toEqual(order);

  await press('Enter');
  const box = page.getByRole('textbox', { name: 'Message' });
  await expect(box).toBeFocused();
  await page.keyboard.type('I am.');
  await press('Control+Enter');
  await expect(page.getByRole('feed').getByText('I am.')).toBeVisible();
  // The answered conversation is also read once it was on screen.
  await expect.poll(async () => (await unreadOf(server, account)).length).toBe(waiting + 1);
  await press('Escape');
  await press('Shift+I');
  await expect(list).toBeFocused();
  for (let left = waiting; left > 3; left--) {
    await expect(firstOf(page)).toHaveAttribute('aria-setsize', String(left));
    await press('y');
  }
  await expect(firstOf(page)).toHaveAttribute('aria-setsize', '3');
  // They stay listed, at the end.
  for (let left = 3; left > 0; left--) await press('b');
  await expect(page.getByText('You’re all caught up.', { exact: true })).toBeVisible();
  expect(keys).toBeLessThanOrEqual(waiting + spareKeys);
}
