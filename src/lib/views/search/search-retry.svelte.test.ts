import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import { aChannel, aMessage, aPerson, aState } from '../../../../tests/support/state';
import SearchFrame from '../../../../tests/support/ui/SearchFrame.svelte';
import { NetworkFailure } from '../../api/errors';
import { AccountDrafts } from '../../features/drafts/account-drafts.svelte';

it('can be retried after a lost request, and isn’t shown as offline', async () => {
  let isLost = true;
  const { account } = anAccount({
    answers: {
      getMessages() {
        if (isLost) throw new NetworkFailure('getMessages', 'timeout');
        return { messages: [aMessage(30, { content: '<p>kites up</p>' })], found_oldest: true };
      },
    },
    state: aState({
      user_id: 7,
      realm_users: [aPerson(7), aPerson(8)],
      streams: [aChannel(5, { name: 'design' })],
    }),
  });
  const drafts = new AccountDrafts(account);
  drafts.start();
  onTestFinished(() => drafts.stop());
  await render(SearchFrame, { account, drafts, onsearch: () => {}, query: 'kites' });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expect.element(page.getByText('Not available offline')).not.toBeInTheDocument();
  isLost = false;
  await again.click();
  await expect.element(page.getByText('kites up')).toBeVisible();
});
