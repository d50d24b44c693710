import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Actions } from './actions.svelte';

const run = vi.fn();
const stops: (() => void)[] = [];

/** A page with a text field, where the key G runs something. */
function setup(more = {}) {
  const actions = new Actions();
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

describe('Actions', () => {
  it('take no letter for a shortcut whose field has gone in the middle of a word', async () => {
    const { area, button } = setup();
    await userEvent.keyboard('do');
    area.remove();
    await userEvent.keyboard('g');
    button.focus();
    await userEvent.keyboard('g');
    expect(run).not.toHaveBeenCalled();
  });

  it.each(['{Escape}', '{Tab}', '{Control>}{Enter}{/Control}'])(
    'listen again once a person has done something else: %s',
    async (key) => {
      const { area } = setup();
      await userEvent.keyboard('do');
      area.remove();
      await userEvent.keyboard(key);
      await userEvent.keyboard('g');
      expect(run).toHaveBeenCalledOnce();
    },
  );

  it('listen again once something was pressed', async () => {
    const { area, button } = setup();
    await userEvent.keyboard('do');
    area.remove();
    await userEvent.click(button);
    await userEvent.keyboard('g');
    expect(run).toHaveBeenCalledOnce();
  });

  it('of a place are run by their key only while the focus is in it', async () => {
    const { area, button } = setup({ within: () => document.querySelector('button') });
    area.blur();
    await userEvent.keyboard('g');
    expect(run).not.toHaveBeenCalled();
    button.focus();
    await userEvent.keyboard('g');
    expect(run).toHaveBeenCalledOnce();
  });
});
