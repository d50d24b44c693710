import { createRawSnippet } from 'svelte';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import LazyComponent from './LazyComponent.svelte';
import Toaster from './Toaster.svelte';
import { ToastQueue } from './toast-queue.svelte';

const children = createRawSnippet<[string]>((name) => ({
  render: () => `<p>The ${name()} is here</p>`,
}));

/** Fails this many times, then loads the component. */
function failing(times: number) {
  let calls = 0;
  return () => (++calls > times ? Promise.resolve('bin') : Promise.reject(new TypeError('gone')));
}

describe('LazyComponent', () => {
  it('shows the loaded component', async () => {
    await render(LazyComponent<string>, { load: failing(0), children });
    await expect.element(page.getByText('The bin is here')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it('shows what is missing, and tries again on request', async () => {
    await render(LazyComponent<string>, { load: failing(2), children });
    await expect.element(page.getByRole('alert')).toHaveTextContent('couldn’t be loaded');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('The bin is here')).toBeVisible();
  });

  it('covers nothing: its error is in the toast area, beside the app’s toasts', async () => {
    const foot = document.createElement('div');
    foot.innerHTML =
      '<div style="height: 40px"></div><div data-toast-place style="width: 300px"></div>';
    document.body.prepend(foot);
    onTestFinished(() => foot.remove());
    await render(LazyComponent<string>, { load: failing(9), children });
    const toasts = new ToastQueue();
    await render(Toaster, { toasts });
    toasts.show({ text: 'Draft deleted' });
    const place = foot.querySelector('[data-toast-place]')!;
    const edges = (one: Element) => one.getBoundingClientRect();
    const notice = page.getByRole('alert').element();
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect.element(notices).toBeVisible();
    const region = notices.element();
    await expect.poll(() => edges(notice).width).toBe(300);
    const [lower, upper] = [notice, region].map(edges).sort((one, other) => other.top - one.top);
    expect(lower!.bottom).toBe(edges(place).bottom);
    expect(upper!.bottom).toBe(lower!.top - 8);
    expect(edges(place).top).toBe(upper!.top - 8);
  });

  it('tries again automatically when the connection is back', async () => {
    await render(LazyComponent<string>, { load: failing(1), children });
    await expect.element(page.getByRole('alert')).toBeVisible();
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('The bin is here')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });
});
