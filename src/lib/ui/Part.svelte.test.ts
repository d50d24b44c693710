import { createRawSnippet } from 'svelte';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import Part from './Part.svelte';

const children = createRawSnippet<[string]>((name) => ({
  render: () => `<p>The ${name()} is here</p>`,
}));

/** Fails as often as told, then brings the part. */
function failing(times: number) {
  let calls = 0;
  return () => (++calls > times ? Promise.resolve('bin') : Promise.reject(new TypeError('gone')));
}

describe('Part', () => {
  it('shows what was fetched', async () => {
    await render(Part<string>, { load: failing(0), children });
    await expect.element(page.getByText('The bin is here')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it('says what is missing, and tries again when told to', async () => {
    await render(Part<string>, { load: failing(2), children });
    await expect.element(page.getByRole('alert')).toHaveTextContent('could not be fetched');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('The bin is here')).toBeVisible();
  });

  it('tries again by itself when the connection is back', async () => {
    await render(Part<string>, { load: failing(1), children });
    await expect.element(page.getByRole('alert')).toBeVisible();
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('The bin is here')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });
});
