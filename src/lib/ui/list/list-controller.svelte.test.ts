import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { SvelteMap } from 'svelte/reactivity';
import '../../../app.css';
import ListFrame from '../../../../tests/support/ui/ListFrame.svelte';
import type { ListController } from './list-controller.svelte';

const names = ['ant', 'bee', 'cat', 'cow', 'dog', 'eel'];
const listbox = () => page.getByRole('listbox', { name: 'Rows' });
const search = () => page.getByRole('searchbox', { name: 'Search rows' });
const row = (name: string) => page.getByRole('option', { name: new RegExp(name) });

async function setup(
  more: Partial<Omit<Parameters<typeof render<typeof ListFrame>>[1] & object, 'onlist'>> = {},
) {
  let list: ListController<string> | undefined;
  const screen = await render(ListFrame, {
    rows: names,
    ...more,
    onlist: (made: ListController<string>) => (list = made),
  });
  if (!list) throw new Error('no list');
  const element = () => listbox().element() as HTMLElement;
  const active = () => {
    const id = element().getAttribute('aria-activedescendant');
    return id ? names.find((name) => document.getElementById(id)?.textContent?.includes(name)) : '';
  };
  return { screen, list, element, active };
}

function outside(): HTMLInputElement {
  const input = document.createElement('input');
  document.body.append(input);
  onTestFinished(() => input.remove());
  return input;
}

describe('ListController', () => {
  it('narrows rows and selection by the search, and widens both again', async () => {
    const { list } = await setup();
    list.select(['ant', 'cat']);
    list.query = 'c';
    await expect.poll(() => list.rows).toEqual(['cat', 'cow']);
    expect([list.chosen, list.counts]).toEqual([['cat'], { all: 2, chosen: 1 }]);
    list.toggleAll();
    expect(list.chosen).toEqual(['cat', 'cow']);
    list.clearSearch();
    await expect.poll(() => list.chosen).toEqual(['ant', 'cat', 'cow']);
    list.deselect(['ant', 'cow']);
    expect(list.chosen).toEqual(['cat']);
  });

  it('focuses the search when it ends from the list of no results', async () => {
    await setup();
    await search().fill('zebra');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect.element(search()).toHaveFocus();
    await expect.element(row('ant')).toBeVisible();
    await userEvent.keyboard('ee{Escape}');
    await expect.element(search()).toHaveValue('');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(listbox()).toHaveFocus();
  });

  it('selects all rows, then none', async () => {
    const { list } = await setup();
    list.toggleAll();
    expect([list.chosen, list.isSelecting]).toEqual([names, true]);
    list.toggleAll();
    expect([list.chosen, list.isSelecting]).toEqual([[], false]);
  });

  it('selects what a row stands for, and counts that', async () => {
    const keysOf = (name: string) => (name === 'cat' ? ['cat', 'kitten', 'tom'] : [name]);
    const { list } = await setup({ keysOf, counted: [...names, 'kitten', 'tom'] });
    list.toggle('cat');
    expect([...list.selected]).toEqual(['cat', 'kitten', 'tom']);
    expect([list.chosen, list.counts]).toEqual([['cat'], { all: 8, chosen: 3 }]);
    list.toggle('cat');
    expect([...list.selected]).toEqual([]);
    list.select(['cat']);
    expect(list.counts.chosen).toBe(3);
  });

  it('selects by Shift+X from the last selected row above, or the first', async () => {
    const { list, element } = await setup();
    element().focus();
    await userEvent.keyboard('jj{Shift>}X{/Shift}');
    expect(list.chosen).toEqual(['ant', 'bee', 'cat']);
    list.selectNone();
    list.select(['bee', 'eel']);
    await userEvent.keyboard('jjj{Shift>}X{/Shift}');
    expect(list.chosen).toEqual(['bee', 'cat', 'cow', 'dog', 'eel']);
  });

  it('acts on the selection, else on the active row while the list has the focus', async () => {
    const { list, element } = await setup();
    expect(list.targets).toEqual([]);
    element().focus();
    await userEvent.keyboard('j');
    await expect.poll(() => list.targets).toEqual(['bee']);
    list.select(['dog', 'ant']);
    expect(list.targets).toEqual(['ant', 'dog']);
    list.selectNone();
    outside().focus();
    expect(list.targets).toEqual([]);
    list.active = 'none';
    element().focus();
    expect(list.activeRow).toBe(undefined);
  });

  it('makes the first restored row active and takes the focus if nothing has it', async () => {
    const { screen, list, element, active } = await setup({ rows: ['ant', 'eel'] });
    list.restored(['cow', 'dog']);
    await screen.rerender({ rows: names });
    await expect.element(listbox()).toHaveFocus();
    await expect.poll(active).toBe('cow');
    // Not from a field in which the user writes.
    const input = outside();
    input.focus();
    list.restored(['bee']);
    await expect.poll(() => list.active).toBe('bee');
    await screen.rerender({ rows: [...names] });
    expect(document.activeElement).toBe(input);
    list.restored([]);
    expect(list.active).toBe('bee');
    element().focus();
    await expect.poll(active).toBe('bee');
  });

  it('takes the focus for restored rows as soon as the empty list shows them', async () => {
    const { screen, list } = await setup({ rows: [] });
    list.restored(['bee']);
    await screen.rerender({ rows: names });
    await expect.element(listbox()).toHaveFocus();
  });

  it('has no active row, and does nothing, while the restored rows aren’t known', async () => {
    const onkey = vi.fn();
    const { list, element, active } = await setup({ onkey });
    element().focus();
    await userEvent.keyboard('j');
    list.restored(null);
    await expect.poll(active).toBe('');
    await userEvent.keyboard('{Backspace}');
    expect(onkey).not.toHaveBeenCalled();
    list.restored(['dog']);
    await expect.poll(active).toBe('dog');
    await userEvent.keyboard('{Backspace}');
    expect(onkey.mock.lastCall?.[1]).toBe('dog');
  });

  it('focuses the list at the row whose detail is left', async () => {
    const { list, active } = await setup();
    const show = vi.fn(() => expect(document.activeElement).not.toBe(list.list));
    outside().focus();
    await list.leave('dog', show);
    await expect.element(listbox()).toHaveFocus();
    await expect.poll(active).toBe('dog');
    outside().focus();
    await list.leave(undefined, show);
    await expect.poll(active).toBe('dog');
    expect(show).toHaveBeenCalledTimes(2);
  });

  it('has the focus on arrival', async () => {
    await setup({ arrives: true });
    await expect.element(listbox()).toHaveFocus();
  });

  it('selects by a press while choosing, which ends with the selection', async () => {
    const onopen = vi.fn();
    const { list } = await setup({ onopen });
    await row('bee').click();
    expect(onopen).toHaveBeenLastCalledWith('bee');
    list.choosing = true;
    await expect.element(row('dog').getByText('box')).toBeVisible();
    await row('dog').click();
    await row('cat').click();
    expect([list.chosen, onopen.mock.calls.length]).toEqual([['cat', 'dog'], 1]);
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect.element(listbox()).toHaveFocus();
    expect([list.chosen, list.isSelecting]).toEqual([[], false]);
    await row('ant').click();
    expect(onopen).toHaveBeenLastCalledWith('ant');
  });

  it('is in use while it has the focus, the mouse or a selection', async () => {
    const { list, element } = await setup();
    await userEvent.hover(outside());
    expect(list.isInUse).toBe(false);
    element().focus();
    expect(list.isInUse).toBe(true);
    element().blur();
    expect(list.isInUse).toBe(false);
    await userEvent.hover(row('ant'));
    expect(list.isInUse).toBe(true);
    await userEvent.hover(search());
    expect(list.isInUse).toBe(false);
    list.select(['ant']);
    expect(list.isInUse).toBe(true);
  });

  it('leaves the order alone when only the content of a row changes', async () => {
    const onrows = vi.fn();
    const contents = new SvelteMap([['bee', 'old']]);
    const { list } = await setup({ onrows, contents });
    const { rows } = list;
    const asked = onrows.mock.calls.length;
    contents.set('bee', 'new');
    await expect.element(row('bee new')).toBeVisible();
    expect([list.rows === rows, onrows.mock.calls.length]).toEqual([true, asked]);
  });
});
