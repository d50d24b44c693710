import X from '@lucide/svelte/icons/x';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Avatar from './Avatar.svelte';
import IconButton from './IconButton.svelte';
import '../../app.css';

it('grows icons and profile pictures with the text', async () => {
  const { style } = document.documentElement;
  onTestFinished(() => void (style.fontSize = ''));
  const picture = await render(Avatar, { name: 'Ada Lovelace', id: 7, size: 20 });
  await render(IconButton, { icon: X, label: 'Close' });
  const widths = () =>
    [
      picture.container.querySelector('[data-initials]')!,
      page.getByRole('button', { name: 'Close' }).element().querySelector('svg')!,
    ].map((one) => one.getBoundingClientRect().width);
  expect(widths()).toEqual([20, 16]);
  style.fontSize = '200%';
  expect(widths()).toEqual([40, 32]);
});
