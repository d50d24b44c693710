import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ActionsBench from '../../../../tests/support/ActionsBench.svelte';
import '../../../app.css';

async function setup(more: Record<string, unknown> = {}) {
  const ran = vi.fn();
  const act = (id: string, title: string, rest: Record<string, unknown> = {}) => ({
    id,
    title,
    section: 'General',
    run: () => ran(id),
    ...rest,
  });
  const actions = [
    act('drafts', 'Go to drafts', { shortcut: 'D', section: 'Go to' }),
    act('theme', 'Switch theme', { keywords: 'dark night', shortcut: ['Mod+Shift+L', 'T'] }),
    act('undo', 'Undo', { shortcut: 'Mod+Z', leavesText: true }),
    act('off', 'Send', { shortcut: 'S', enabled: false }),
    act('hidden', 'Open the palette', { shortcut: 'Mod+K', quiet: true }),
    act('ünsere', 'Örtliche Zeit'),
  ];
  await render(ActionsBench, { actions, ...more });
  return {
    ran,
    actions,
    text: page.getByRole('textbox', { name: 'Text' }),
    elsewhere: page.getByRole('button', { name: 'Elsewhere' }),
    options: page.getByRole('option'),
  };
}

describe('CommandPalette', () => {
  it('lists available actions and runs the one chosen by keyboard', async () => {
    const { ran, options } = await setup({ palette: true });
    await expect.element(page.getByRole('combobox')).toHaveFocus();
    expect(options.all()).toHaveLength(4);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(ran.mock.calls).toEqual([['theme']]);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('finds by beginnings, by keywords and without accents', async () => {
    const { options } = await setup({ palette: true });
    const found = async (typed: string) => {
      await page.getByRole('combobox').fill(typed);
      return options.all().map((option) => option.element().textContent);
    };
    expect((await found('dra'))[0]).toContain('Go to drafts');
    expect((await found('night'))[0]).toContain('Switch theme');
    expect((await found('ortliche'))[0]).toContain('Örtliche Zeit');
    expect(await found('xyz')).toEqual([]);
    await expect.element(page.getByText('No results for “xyz”')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });

  it('wraps around at both ends and announces the current line', async () => {
    const { options } = await setup({ palette: true });
    await userEvent.keyboard('{ArrowUp}');
    const last = options.last();
    await expect.element(last).toHaveAttribute('aria-selected', 'true');
    const { id } = last.element();
    await expect.element(page.getByRole('combobox')).toHaveAttribute('aria-activedescendant', id);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  });
});

it('lists actions of the element that had the focus first, then those of the app', async () => {
  const ran = vi.fn();
  const help = { id: 'help', title: 'Help', section: 'General', run: () => ran('help') };
  const drawn = $state({ ...help, id: 'send', title: 'Send draft', enabled: false });
  drawn.run = () => ran('send');
  const { rerender } = await render(ActionsBench, { actions: [help], near: [drawn] });
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' }).element();
  elsewhere.addEventListener('focus', () => (drawn.enabled = true));
  elsewhere.addEventListener('blur', () => (drawn.enabled = false));
  elsewhere.focus();
  await rerender({ palette: true });
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  expect(drawn.enabled).toBe(false);
  const options = page.getByRole('option');
  await expect.element(options.first()).toHaveTextContent('Send draft');
  await expect.element(options.last()).toHaveTextContent('Help');
  await userEvent.keyboard('{Enter}');
  expect(ran.mock.calls).toEqual([['send']]);
});

describe('shortcuts', () => {
  it('run the page’s action unless it is disabled', async () => {
    const { ran, elsewhere } = await setup();
    elsewhere.element().focus();
    await userEvent.keyboard('d');
    await userEvent.keyboard('s');
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(ran.mock.calls).toEqual([['drafts'], ['hidden']]);
  });

  it('don’t run while the user types in a text field, except those with Ctrl', async () => {
    const { ran, text } = await setup();
    await text.click();
    await userEvent.keyboard('dt');
    await expect.element(text).toHaveValue('dt');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(ran).not.toHaveBeenCalled();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(ran.mock.calls).toEqual([['hidden']]);
  });

  it('of one key can be switched off', async () => {
    const first = await setup({ singleKeys: false });
    first.elsewhere.element().focus();
    await userEvent.keyboard('d');
    expect(first.ran).not.toHaveBeenCalled();
  });

  it('of one key don’t run while a dialog is open', async () => {
    const { ran } = await setup({ help: true });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('d');
    expect(ran).not.toHaveBeenCalled();
  });
});

it('help lists every shortcut, grouped by section', async () => {
  await setup({ help: true });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: 'Go to' })).toBeVisible();
  await expect.element(dialog.getByText('Ctrl+Shift+L')).toBeVisible();
  await expect.element(dialog.getByText('Örtliche Zeit')).not.toBeInTheDocument();
});

describe('palette destinations', () => {
  const went = vi.fn();
  const place = (id: string, title: string) => ({
    id,
    title,
    section: 'Channel',
    run: () => went(id),
  });
  const channels = {
    sign: '#',
    items: [{ name: 'drawings' }, { name: 'design' }],
    textOf: ({ name }: { name: string }) => name,
    weightOf: () => 200,
    entryOf: ({ name }: { name: string }) => place(name, name),
  };
  const more = {
    sources: [channels],
    recent: [place('lately', 'Lunch')],
    onsearch: (query: string) => went(`? ${query}`),
  };

  it('are in one list with actions, with message search last', async () => {
    const { options } = await setup({ palette: true, more });
    await expect.element(options.first()).toHaveTextContent('Lunch');
    const field = page.getByRole('combobox');
    await field.fill('dra');
    const shown = () => options.all().map((option) => option.element().textContent.trim());
    await expect.element(options.first()).toHaveTextContent('drawings');
    expect(shown().map((text) => text.split(' ')[0])).toEqual(['drawings', 'Go', 'Search']);
    await field.fill('#d');
    expect(shown()).toHaveLength(2);
    await field.fill('>d');
    await expect.element(options.first()).toHaveTextContent('Go to drafts');
    await field.fill('dra');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(went.mock.calls).toEqual([['? dra']]);
  });

  it('are replaced by a link into the organization', async () => {
    const linked = (text: string) =>
      text.startsWith('#narrow/') ? () => went(`to ${text}`) : undefined;
    const { options } = await setup({ palette: true, more: { ...more, linked } });
    went.mockClear();
    await page.getByRole('combobox').fill('#narrow/is/unread');
    await expect.element(options).toHaveTextContent('Open link');
    await userEvent.keyboard('{Enter}');
    expect(went.mock.calls).toEqual([['to #narrow/is/unread']]);
  });
});
