import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import { anAccount } from '../../../../tests/support/account';
import { answerSession } from '../../../../tests/support/session-gateway';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import BotsSection from './BotsSection.svelte';

const button = (name: string) => page.getByRole('button', { name });

it('does not offer the key of a deactivated bot', async () => {
  const bot = aPerson(5, { is_bot: true, bot_owner_id: 1, full_name: 'Echo' });
  const state = aState({ user_id: 1, realm_users: [aPerson(1, { role: 100 }), bot] });
  const { account } = anAccount({ state });
  const renewed = `POST /session/${account.id}/bots/5/key`;
  answerSession({ [renewed]: [200, { result: 'success' }] });
  await render(SectionBench, { account, section: BotsSection });
  await button('Generate new key for Echo').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate new key' }).click();
  const ready = page.getByText('The API key for Echo is ready');
  await expect.element(ready).toBeVisible();
  await button('Deactivate Echo').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(ready).not.toBeInTheDocument();
});
