import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ActionRegistry } from './action-registry.svelte';

const run = vi.fn();
const stops: (() => void)[] = [];

/** A page with a text field, where the key G runs an action. */
function setup(more = {}) {
  const actions = new ActionRegistry();
  actions.add(() => [{ id: 'go', title: 'Go', section: 'All', shortcut: 'G', run, ...more }]);
  const press = (event: KeyboardEvent) => actions.forKey(event, true)?.run();
  stops.push(actions.follow());
  window.addEventListener('keydown', press);
  stops.push(() => window.removeEventListener('keydown', press));
  document.body.innerHTML = '<textarea></textarea><button>Here</button>';
  const area = document.querySelector('textarea')!;
  area.focus();
  return { area, button: document.querySelector('button')! };
}

afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  run.mockClear();
});

describe('ActionRegistry actions', () => {
  it('don’t run a single-key shortcut when the field disappears in the middle of a word', async () => {
    const { area, button } = setup();
    await userEvent.keyboard('do');
    area.remove();
    await userEvent.keyboard('g');
    button.focus();
    await userEvent.keyboard('g');
    expect(run).not.toHaveBeenCalled();
  });

  it.each(['{Escape}', '{Tab}', '{Control>}{Enter}{/Control}'])(
    'run again once the user has done something else: %s',
    async (key) => {
      const { area } = setup();
      await userEvent.keyboard('do');
      area.remove();
      await userEvent.keyboard(key);
      await userEvent.keyboard('g');
      expect(run).toHaveBeenCalledOnce();
    },
  );

  it('run again after a pointer press', async () => {
    const { area, button } = setup();
    await userEvent.keyboard('do');
    area.remove();
    await userEvent.click(button);
    await userEvent.keyboard('g');
    expect(run).toHaveBeenCalledOnce();
  });

  it('with `within` run only while the focus is in that element', async () => {
    const { area, button } = setup({ within: () => document.querySelector('button') });
    area.blur();
    await userEvent.keyboard('g');
    expect(run).not.toHaveBeenCalled();
    button.focus();
    await userEvent.keyboard('g');
    expect(run).toHaveBeenCalledOnce();
  });

  it.each([
    ['a dialog', '<dialog><input></dialog>', 'dialog'],
    ['a menu', '<div popover="auto"><button>One</button></div>', '[popover]'],
  ])(
    'don’t run on a single key under %s, even if it has lost the focus',
    async (_, layer, selector) => {
      setup().area.blur();
      document.body.insertAdjacentHTML('beforeend', layer);
      const over = document.querySelector<HTMLElement>(selector)!;
      if (over instanceof HTMLDialogElement) over.showModal();
      else over.showPopover();
      (document.activeElement as HTMLElement).blur();
      await userEvent.keyboard('g');
      expect(run).not.toHaveBeenCalled();
      if (over instanceof HTMLDialogElement) over.close();
      else over.hidePopover();
      await userEvent.keyboard('g');
      expect(run).toHaveBeenCalledOnce();
    },
  );

  it('don’t run under a dialog, but do under a toast', async () => {
    const { area } = setup({ shortcut: 'Mod+K' });
    area.blur();
    document.body.insertAdjacentHTML('beforeend', '<dialog><input></dialog><p popover="manual">');
    const dialog = document.querySelector('dialog')!;
    dialog.showModal();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(run).not.toHaveBeenCalled();
    dialog.close();
    document.querySelector('p')!.showPopover();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(run).toHaveBeenCalledOnce();
  });
});
