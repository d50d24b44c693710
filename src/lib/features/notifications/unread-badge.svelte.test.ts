import { afterEach, expect, it, onTestFinished } from 'vitest';
import { createUnreadBadge } from './unread-badge';

const before = document.title;
afterEach(() => void (document.title = before));

function setup() {
  const link = document.createElement('link');
  link.rel = 'icon';
  link.href = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"/>';
  const plain = link.href;
  document.head.prepend(link);
  onTestFinished(() => link.remove());
  document.title = 'Inbox · Inkwell';
  const badge = createUnreadBadge();
  onTestFinished(badge.stop);
  return { badge, link, plain };
}

it('prefixes the title, even when another page or other code changes it', async () => {
  const { badge } = setup();
  badge.show({ count: 3, some: false });
  expect(document.title).toBe('(3) Inbox · Inkwell');
  document.title = 'Drafts · Inkwell';
  await expect.poll(() => document.title).toBe('(3) Drafts · Inkwell');
  document.title = `(40%) ${document.title}`;
  badge.show({ count: 0, some: true });
  await expect.poll(() => document.title).toBe('(•) (40%) Drafts · Inkwell');
  badge.show({ count: 0, some: false });
  expect(document.title).toBe('(40%) Drafts · Inkwell');
});

it('is drawn on the icon, and the original icon returns when nothing is unread', async () => {
  const { badge, link, plain } = setup();
  badge.show({ count: 120, some: false });
  await expect.poll(() => link.href).toMatch(/^data:image\/png/);
  expect(document.title).toBe('(99+) Inbox · Inkwell');
  badge.show({ count: 0, some: false });
  expect(link.href).toBe(plain);
});
