import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import NotLoadedYet from './NotLoadedYet.svelte';

it('says that nothing is known yet when there is no connection', async () => {
  const { account, connect } = anAccount({ state: null });
  await render(SectionBench, { account, section: NotLoadedYet });
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  connect('offline');
  await expect.element(page.getByText(/when you’re back online/)).toBeVisible();
  connect('connecting');
  await expect.element(page.getByText(/when you’re back online/)).not.toBeInTheDocument();
});
