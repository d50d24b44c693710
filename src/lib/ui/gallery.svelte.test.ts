import axe from 'axe-core';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import Gallery from '../../../tests/gallery/Gallery.svelte';
import gallerySource from '../../../tests/gallery/Gallery.svelte?raw';

const root = document.documentElement;

afterEach(() => {
  root.classList.remove('dark');
  root.dir = 'ltr';
});

describe('the gallery of components', () => {
  it('shows every component of ui', () => {
    const components = Object.keys(import.meta.glob('./{*,form/*}.svelte'));
    const missing = components.filter((path) => !gallerySource.includes(path.slice(1)));
    // Shows nothing of its own.
    expect(missing).toEqual(['./LazyComponent.svelte']);
  });

  it.each([
    [1280, 'light', 'ltr'],
    [1280, 'dark', 'rtl'],
    [360, 'light', 'rtl'],
    [360, 'dark', 'ltr'],
  ] as const)('is accessible and fits at %i px, %s, %s', async (width, theme, dir) => {
    await page.viewport(width, 800);
    root.classList.toggle('dark', theme === 'dark');
    root.dir = dir;
    await render(Gallery);
    await expect.element(page.getByRole('heading', { name: 'Components' })).toBeVisible();
    // Spinners never end.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(root.scrollWidth).toBeLessThanOrEqual(width);
  });
});
