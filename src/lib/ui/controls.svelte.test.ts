import { createRawSnippet } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import Avatar from './Avatar.svelte';
import Button from './Button.svelte';
import TextInput from './TextInput.svelte';

describe('TextInput', () => {
  it('is cleared by one button when it is a search field, and keeps the focus', async () => {
    await render(TextInput, { type: 'search', 'aria-label': 'Search' });
    const field = page.getByRole('searchbox', { name: 'Search' });
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    await field.fill('atlas');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('b');
    await expect.element(field).toHaveValue('b');
  });
});

describe('Button', () => {
  it('keeps its name while it is loading', async () => {
    const children = createRawSnippet(() => ({ render: () => '<span>Send</span>' }));
    await render(Button, { loading: true, children });
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeInTheDocument();
  });
});

describe('Avatar', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['Wren Castellanos 🐦', 'WC'],
    ['(new) Grace', 'NG'],
    ['ليلى منصور', 'لم'],
    ['🎧', '?'],
  ])('draws letters only: %s', async (name, initials) => {
    const { container } = await render(Avatar, { name, id: 1, size: 32 });
    expect(container.querySelector('[data-initials]')).toHaveAttribute('data-initials', initials);
  });

  it('doesn’t show one user’s picture while another’s loads', async () => {
    const props = { name: 'Ada', id: 1, url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' };
    const { container, rerender } = await render(Avatar, props);
    const first = container.querySelector('img');
    await rerender({
      ...props,
      name: 'Grace',
      id: 2,
      url: 'data:image/gif;base64,R0lGODlhAgABAAAAACw=',
    });
    expect(container.querySelector('img')).not.toBe(first);
    expect(container.querySelectorAll('img')).toHaveLength(1);
  });
});
