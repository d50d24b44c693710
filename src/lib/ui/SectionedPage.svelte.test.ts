import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../app.css';
import SectionedPage from './SectionedPage.svelte';

const section = createRawSnippet<[string]>((name) => ({
  render: () => `<p>What ${name()} holds</p>`,
}));

async function show(place: { open?: string; missing?: string }) {
  const onback = vi.fn();
  await render(SectionedPage<string>, {
    title: 'Settings',
    links: [{ href: '/settings/account', label: 'Account' }],
    open: place.open === undefined ? undefined : { name: place.open, title: 'Account' },
    missing: place.missing,
    onback,
    section,
  });
  return onback;
}

describe('a page with sections', () => {
  it('shows the open section', async () => {
    await show({ open: 'account' });
    await expect.element(page.getByText('What account holds')).toBeVisible();
  });

  it('says that the section in the URL doesn’t exist, and links back', async () => {
    await page.viewport(360, 640);
    const onback = await show({ missing: 'acount' });
    await expect.element(page.getByText('There’s no “acount” section in Settings')).toBeVisible();
    await page.getByRole('button', { name: 'Back to list' }).click();
    expect(onback).toHaveBeenCalledOnce();
  });
});
