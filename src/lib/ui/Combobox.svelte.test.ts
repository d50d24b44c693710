import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import Combobox from './Combobox.svelte';

async function setup(more: Record<string, unknown> = {}) {
  const onpick = vi.fn();
  const options = [
    { value: '1', label: 'design' },
    { value: '2', label: 'news', disabled: true, note: 'Archived' },
    { value: '3', label: 'engineering' },
  ];
  const screen = await render(Combobox, {
    query: '',
    options,
    listLabel: 'Channels',
    'aria-label': 'Channel',
    onpick,
    ...more,
  });
  return { screen, onpick, options, input: page.getByRole('combobox', { name: 'Channel' }) };
}

describe('Combobox', () => {
  it('keeps the focus in the input while the arrow keys move through the options', async () => {
    const { input, onpick } = await setup();
    await input.click();
    await expect.element(page.getByRole('listbox', { name: 'Channels' })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect
      .element(page.getByRole('option', { name: 'engineering' }))
      .toHaveAttribute('aria-selected', 'true');
    await expect.element(input).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onpick.mock.lastCall?.[0].value).toBe('3');
    await expect.element(input).toHaveAttribute('aria-expanded', 'false');
  });

  it('doesn’t pick a disabled option', async () => {
    const { input, onpick } = await setup();
    await input.click();
    await page.getByRole('option', { name: 'news Archived' }).click({ force: true });
    expect(onpick).not.toHaveBeenCalled();
  });

  it('closes on Escape without passing the key on', async () => {
    const outer = vi.fn();
    window.addEventListener('keydown', outer);
    const { input } = await setup();
    await input.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(input).toHaveAttribute('aria-expanded', 'false');
    expect(outer).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(outer).toHaveBeenCalledOnce();
    window.removeEventListener('keydown', outer);
  });

  it('picks nothing automatically if no option is ready', async () => {
    const { input, onpick } = await setup({ ready: () => false });
    await input.fill('brand new');
    await userEvent.keyboard('{Enter}');
    expect(onpick).not.toHaveBeenCalled();
  });

  it('marks the first ready option, not merely the first', async () => {
    const { input, onpick } = await setup({
      ready: ({ label }: { label: string }) => label.startsWith('eng'),
    });
    await input.fill('eng');
    await userEvent.keyboard('{Enter}');
    expect(onpick.mock.lastCall?.[0].value).toBe('3');
  });

  it('picks a deliberate option with a second Enter', async () => {
    const made = { value: 'new', label: 'brand new', note: 'New', deliberate: true };
    const { screen, input, onpick, options } = await setup({ ready: () => false });
    await input.fill('brand new');
    await screen.rerender({ options: [...options, made] });
    for (const keys of ['{Enter}', '{Escape}{Enter}']) {
      await userEvent.keyboard(keys);
      await expect
        .element(page.getByRole('option', { name: 'brand new New' }))
        .toHaveAttribute('aria-selected', 'true');
      expect(onpick).not.toHaveBeenCalled();
    }
    await userEvent.keyboard('{Enter}');
    expect(onpick.mock.lastCall?.[0].value).toBe('new');
  });

  it('lets an early Enter wait for its options', async () => {
    const { screen, input, onpick, options } = await setup({ options: [], pending: true });
    await input.fill('des');
    await userEvent.keyboard('{Enter}');
    expect(onpick).not.toHaveBeenCalled();
    await screen.rerender({ options, pending: false });
    await expect.poll(() => onpick.mock.lastCall?.[0].value).toBe('1');
  });

  it('announces how many options there are, and when there are none', async () => {
    const { screen, input } = await setup({ none: 'Channel not found' });
    await input.click();
    await expect.element(page.getByRole('status')).toHaveTextContent('3 options');
    await screen.rerender({ options: [] });
    await expect.element(page.getByText('Channel not found')).toBeVisible();
  });
});
