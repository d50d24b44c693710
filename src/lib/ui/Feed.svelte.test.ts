import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import Feed from './Feed.svelte';

/** Rows numbered from one number to another, with heights that aren't known beforehand. */
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

async function setup(items: readonly string[], more: Record<string, unknown> = {}) {
  const frame = document.createElement('div');
  frame.style.cssText = 'height: 400px; display: flex; flex-direction: column;';
  document.body.append(frame);
  const onstart = vi.fn();
  const props = {
    label: 'Rows',
    items,
    key: (row: string) => row,
    isWhole: false,
    busy: false,
    onstart,
    item: createRawSnippet<[string, string | undefined]>((row) => ({
      render: () => `<div style="height: ${40 + (Number(row()) % 7) * 30}px">Row ${row()}</div>`,
    })),
    ...more,
  };
  const screen = await render(Feed<string>, { target: frame, props });
  const feed = page.getByRole('feed', { name: 'Rows' }).element() as HTMLElement;
  const row = (name: string) => page.getByText(`Row ${name}`, { exact: true });
  const topOf = (name: string) => row(name).element().getBoundingClientRect().top;
  const atEnd = () => Math.round(feed.scrollHeight - feed.clientHeight - feed.scrollTop);
  return { screen, props, feed, row, topOf, atEnd, onstart };
}

const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

describe('Feed', () => {
  it('starts at the bottom, and draws only some of many rows', async () => {
    const { row, feed, atEnd, onstart } = await setup(rows(1, 2000));
    await expect.element(row('2000')).toBeInTheDocument();
    await expect.poll(atEnd).toBe(0);
    expect(feed.querySelectorAll('[role=article]').length).toBeLessThan(100);
    expect(onstart).not.toHaveBeenCalled();
  });

  it('reports no position once it is gone, although a scroll event can still arrive', async () => {
    const onspot = vi.fn();
    const { screen, feed, atEnd } = await setup(rows(1, 300), { onspot });
    await expect.poll(atEnd).toBe(0);
    await screen.unmount();
    onspot.mockClear();
    feed.dispatchEvent(new Event('scroll'));
    expect(onspot).not.toHaveBeenCalled();
  });

  it('stays at the end while rows are added there, and in place while the user reads', async () => {
    const { screen, row, feed, topOf, atEnd } = await setup(rows(1, 300));
    await expect.poll(atEnd).toBe(0);
    await screen.rerender({ items: rows(1, 305) });
    await expect.element(row('305')).toBeInTheDocument();
    await expect.poll(atEnd).toBe(0);
    feed.scrollTop -= 900;
    await painted();
    const seen = feed.querySelector<HTMLElement>('[data-key="296"]') ? '296' : '298';
    const before = topOf(seen);
    await screen.rerender({ items: rows(1, 310) });
    await painted();
    expect(topOf(seen)).toBe(before);
    expect(atEnd()).toBeGreaterThan(500);
  });

  it('stops at the first unseen row, however many come, and checks no further rows', async () => {
    const isUnread = vi.fn((row: string) => Number(row) > 300);
    const { screen, row, topOf, feed, atEnd } = await setup(rows(1, 300), { isUnseen: isUnread });
    await expect.poll(atEnd).toBe(0);
    // The new rows aren't visible, because the last row is at the bottom of the view.
    isUnread.mockClear();
    await screen.rerender({ items: rows(1, 360) });
    await expect.element(row('301')).toBeVisible();
    await painted();
    expect(topOf('301')).toBe(feed.getBoundingClientRect().top);
    expect(isUnread).not.toHaveBeenCalledWith('302');
  });

  it('stops at the first unseen row even if more will come than were loaded', async () => {
    const isUnseen = (row: string) => Number(row) > 300;
    const { screen, row, topOf, feed, atEnd } = await setup(rows(1, 300), { isUnseen });
    await expect.poll(atEnd).toBe(0);
    await screen.rerender({ items: rows(1, 325), hasNewest: false });
    await expect.element(row('301')).toBeVisible();
    await painted();
    expect(topOf('301')).toBe(feed.getBoundingClientRect().top);
  });

  it('loads items before the first row, and doesn’t jump when they come', async () => {
    const { screen, row, feed, topOf, onstart } = await setup(rows(101, 150));
    await expect.element(row('150')).toBeInTheDocument();
    feed.scrollTop = 120;
    await expect.poll(() => onstart).toHaveBeenCalled();
    await painted();
    await painted();
    const before = topOf('103');
    await screen.rerender({ items: rows(1, 150) });
    await painted();
    expect(topOf('103')).toBe(before);
    feed.scrollTop = 0;
    await expect.element(row('1')).toBeInTheDocument();
  });

  it('loads nothing if there are no earlier items', async () => {
    const { onstart, feed } = await setup(rows(1, 3), { isWhole: true });
    await painted();
    expect(onstart).not.toHaveBeenCalled();
    expect(feed.querySelector('[aria-posinset="1"]')?.getAttribute('aria-setsize')).toBe('3');
  });

  it('starts at a focused row in the middle, and keeps it when others come', async () => {
    const onend = vi.fn();
    const more = { at: '150', hasNewest: false, onend };
    const { screen, topOf, row } = await setup(rows(100, 200), more);
    await expect.element(row('150')).toBeInViewport();
    await expect.poll(() => document.activeElement?.textContent).toContain('Row 150');
    await painted();
    const before = topOf('150');
    await screen.rerender({ items: rows(50, 250) });
    await painted();
    await painted();
    expect(topOf('150')).toBe(before);
    expect(onend).not.toHaveBeenCalled();
  });

  it('loads items after the last row, and doesn’t follow them', async () => {
    const onend = vi.fn();
    const { screen, feed, topOf } = await setup(rows(100, 140), {
      at: '135',
      hasNewest: false,
      isWhole: true,
      onend,
    });
    await expect.poll(() => onend).toHaveBeenCalled();
    await expect.poll(() => document.activeElement?.textContent).toContain('Row 135');
    await painted();
    feed.scrollTop = feed.scrollHeight;
    await painted();
    await painted();
    const before = topOf('139');
    await screen.rerender({ items: rows(100, 180) });
    await painted();
    expect(topOf('139')).toBe(before);
  });

  it('starts where it was left, even if its rows grow', async () => {
    const item = createRawSnippet<[string, string | undefined]>((row) => ({
      render: () => `<div style="height: var(--row, 20px)">Row ${row()}</div>`,
    }));
    const { feed, topOf } = await setup(rows(1, 30), { spot: { key: '20', offset: 100 }, item });
    await painted();
    // The content of the rows loads later.
    feed.style.setProperty('--row', '150px');
    const offset = () => Math.round(topOf('20') - feed.getBoundingClientRect().top);
    await expect.poll(offset).toBe(100);
  });

  it('shows which row has the focus', async () => {
    const { feed, row } = await setup(rows(1, 20));
    await expect.element(row('20')).toBeInTheDocument();
    feed.focus();
    await userEvent.keyboard('{ArrowUp}');
    const focused = document.activeElement!;
    expect(focused.getAttribute('role')).toBe('article');
    expect(getComputedStyle(focused).outlineStyle).toBe('solid');
  });

  it('can be browsed with the arrow keys, and keeps the current row', async () => {
    const { feed, atEnd } = await setup(rows(1, 300));
    await expect.poll(atEnd).toBe(0);
    feed.focus();
    const current = () => document.activeElement?.getAttribute('data-key');
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(current).toBe('300');
    for (const key of ['299', '298', '297', '296', '295', '294', '293', '292']) {
      await userEvent.keyboard('k');
      await expect.poll(current).toBe(key);
    }
    const { top } = document.activeElement!.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(feed.getBoundingClientRect().top - 1);
    feed.scrollTop = 0;
    await painted();
    await painted();
    expect(current()).toBe('292');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(current).toBe('293');
  });
});
