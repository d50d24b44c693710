import { createRawSnippet } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import VirtualList from './VirtualList.svelte';

interface Row {
  readonly id: string;
}

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `row ${n}` }));

async function setup(count: number, more: Record<string, unknown> = {}) {
  const onopen = vi.fn();
  const onrange = vi.fn();
  const ontoggle = vi.fn();
  const onkey = vi.fn();
  const frame = document.createElement('div');
  frame.style.cssText = 'height: 400px; display: flex; flex-direction: column;';
  document.body.append(frame);
  const props = {
    label: 'Rows',
    items: rows(count),
    key: (row: Row) => row.id,
    rowRem: 2.5,
    onopen,
    onrange,
    ontoggle,
    onkey,
    row: createRawSnippet<[Row]>((row) => ({ render: () => `<span>${row().id}</span>` })),
    ...more,
  };
  const screen = await render(VirtualList<Row>, { target: frame, props });
  const list = page.getByRole('listbox', { name: 'Rows' });
  const active = () => {
    const id = list.element().getAttribute('aria-activedescendant');
    return id ? document.getElementById(id)?.textContent?.trim() : undefined;
  };
  return { screen, props, list, active, onopen, onrange, ontoggle, onkey };
}

describe('VirtualList', () => {
  it('draws only some of many rows and announces how many there are', async () => {
    const { list } = await setup(10_000);
    await expect.element(page.getByRole('option', { name: 'row 0' })).toBeVisible();
    const options = list.getByRole('option').elements();
    expect(options.length).toBeLessThan(50);
    expect(options[0]?.getAttribute('aria-setsize')).toBe('10000');
  });

  it('has higher rows when the text size grows', async () => {
    const { style } = document.documentElement;
    onTestFinished(() => void (style.fontSize = ''));
    await setup(20);
    const height = () =>
      page.getByRole('option', { name: 'row 1', exact: true }).element().getBoundingClientRect()
        .height;
    await expect.poll(height).toBe(40);
    style.fontSize = '200%';
    await expect.poll(height).toBe(80);
  });

  it('moves with the arrow keys, Home and End, and opens with Enter', async () => {
    const { list, active, onopen } = await setup(10_000);
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(active).toBe('row 2');
    await userEvent.keyboard('{End}');
    await expect.poll(active).toBe('row 9999');
    await expect.element(page.getByRole('option', { name: 'row 9999' })).toBeInViewport();
    await userEvent.keyboard('{Enter}');
    expect(onopen).toHaveBeenCalledWith({ id: 'row 9999' });
    await userEvent.keyboard('{Home}');
    await expect.poll(active).toBe('row 0');
  });

  it('keeps the position when the active row is removed', async () => {
    const { screen, props, list, active } = await setup(5);
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const id = () => list.element().getAttribute('aria-activedescendant');
    const before = id();
    await screen.rerender({ items: props.items.filter((row) => row.id !== 'row 2') });
    await expect.poll(active).toBe('row 3');
    // Screen readers announce a row when the id changes.
    expect(id()).not.toBe(before);
    await screen.rerender({ items: [] });
    await expect.poll(active).toBe(undefined);
  });

  it('draws the active row with new items, even outside the view', async () => {
    const { screen, props, list, active } = await setup(1000);
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    list.element().scrollTop = 20_000;
    await expect.element(page.getByRole('option', { name: 'row 500' })).toBeVisible();
    await screen.rerender({ items: props.items.filter((row) => row.id !== 'row 1') });
    expect(active()).toBe('row 2');
  });

  it('has no active row, and handles no keys, until it is known which', async () => {
    const { screen, props, list, active, onopen, onkey } = await setup(5, { active: '' });
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}{Backspace}');
    expect(active()).toBe(undefined);
    expect(onopen).not.toHaveBeenCalled();
    expect(onkey).not.toHaveBeenCalled();
    await screen.rerender({ ...props, active: 'row 3' });
    await expect.poll(active).toBe('row 3');
    await userEvent.keyboard('{Backspace}');
    expect(onkey).toHaveBeenCalledOnce();
  });

  it('selects with Space, X and Ctrl+click, and ranges with Shift', async () => {
    const { list, ontoggle, onrange } = await setup(20);
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    expect(ontoggle).toHaveBeenLastCalledWith({ id: 'row 0' });
    await page.getByRole('option', { name: 'row 3' }).click({ modifiers: ['Shift'] });
    expect(onrange.mock.lastCall?.[0]).toHaveLength(4);
    await page
      .getByRole('option', { name: 'row 1', exact: true })
      .click({ modifiers: ['Control'] });
    expect(ontoggle).toHaveBeenLastCalledWith({ id: 'row 1' });
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(onrange.mock.lastCall?.[0]).toHaveLength(20);
  });

  it('passes on the keys that it doesn’t handle', async () => {
    const { list, onkey } = await setup(3);
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{Backspace}');
    expect(onkey.mock.lastCall?.[0].key).toBe('Backspace');
    expect(onkey.mock.lastCall?.[1]).toEqual({ id: 'row 1' });
  });

  it('puts a heading above the rows that have one, and keeps both in view', async () => {
    const sections = rows(5000)
      .map(({ id }, at) => ({ at, words: `from ${id}` }))
      .filter(({ at }) => at % 10 === 0);
    const { list, active } = await setup(5000, { sections });
    await expect.element(page.getByText('from row 10', { exact: true })).toBeInTheDocument();
    const top = (text: string) =>
      page.getByText(text, { exact: true }).element().getBoundingClientRect().top;
    expect(top('from row 0')).toBeLessThan(top('row 0'));
    expect(top('row 9')).toBeLessThan(top('from row 10'));
    expect(top('from row 10')).toBeLessThan(top('row 10'));
    (list.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.poll(active).toBe('row 4999');
    await expect.element(page.getByRole('option', { name: 'row 4999' })).toBeInViewport();
    expect(list.getByRole('option').elements().length).toBeLessThan(50);
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByText('from row 0', { exact: true })).toBeInViewport();
  });
});
