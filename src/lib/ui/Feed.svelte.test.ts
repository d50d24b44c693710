import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import Feed from './Feed.svelte';

/** Rows from one number to another, of heights that nobody knows before. */
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
  it('begins at the lower end, and draws few of many rows', async () => {
    const { row, feed, atEnd, onstart } = await setup(rows(1, 2000));
    await expect.element(row('2000')).toBeInTheDocument();
    await vi.waitFor(() => expect(atEnd()).toBe(0));
    expect(feed.querySelectorAll('[role=article]').length).toBeLessThan(60);
    expect(onstart).not.toHaveBeenCalled();
  });

  it('stays at the end while rows come there, and where it is while one reads', async () => {
    const { screen, row, feed, topOf, atEnd } = await setup(rows(1, 300));
    await vi.waitFor(() => expect(atEnd()).toBe(0));
    await screen.rerender({ items: rows(1, 305) });
    await expect.element(row('305')).toBeInTheDocument();
    await vi.waitFor(() => expect(atEnd()).toBe(0));
    feed.scrollTop -= 900;
    await painted();
    const seen = feed.querySelector<HTMLElement>('[data-key="296"]') ? '296' : '298';
    const before = topOf(seen);
    await screen.rerender({ items: rows(1, 310) });
    await painted();
    expect(topOf(seen)).toBe(before);
    expect(atEnd()).toBeGreaterThan(500);
  });

  it('asks for what is before the first row, and does not jump when it comes', async () => {
    const { screen, row, feed, topOf, onstart } = await setup(rows(101, 150));
    await expect.element(row('150')).toBeInTheDocument();
    feed.scrollTop = 120;
    await vi.waitFor(() => expect(onstart).toHaveBeenCalled());
    await painted();
    await painted();
    const before = topOf('103');
    await screen.rerender({ items: rows(1, 150) });
    await painted();
    expect(topOf('103')).toBe(before);
    feed.scrollTop = 0;
    await expect.element(row('1')).toBeInTheDocument();
  });

  it('asks no more where there is nothing before', async () => {
    const { onstart, feed } = await setup(rows(1, 3), { isWhole: true });
    await painted();
    expect(onstart).not.toHaveBeenCalled();
    expect(feed.querySelector('[aria-posinset="1"]')?.getAttribute('aria-setsize')).toBe('3');
  });
});
