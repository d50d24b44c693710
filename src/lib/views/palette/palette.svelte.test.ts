import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import PaletteFrame from '../../../../tests/support/ui/PaletteFrame.svelte';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

it('finds saved searches as such, and built-in views only as views', async () => {
  const { account } = anAccount({
    state: aState({
      navigation_views: [
        { fragment: 'narrow/is/starred', is_pinned: true, name: null },
        { fragment: 'narrow/search/kites', is_pinned: false, name: 'All about kites' },
      ],
    }),
  });
  const drafts = new AccountDrafts(account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  await render(PaletteFrame, { account, drafts });
  await page.getByRole('combobox').fill('kites');
  const found = page.getByRole('option', { name: 'All about kites' });
  await expect.element(found).toHaveTextContent('Saved search');
  expect(page.getByRole('option').elements()[0]).toBe(found.element());
  for (const name of ['Recent', 'Combined feed', 'Mentions', 'Starred', 'Followed']) {
    await page.getByRole('combobox').fill(name.toLowerCase());
    const view = page.getByRole('option', { name: new RegExp(`^${name}`) });
    await expect.element(view).toHaveTextContent('Go to');
  }
});
