import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { answerSession, failure } from '../../../../tests/support/session-gateway';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import '../../../app.css';
import AccountSection from './AccountSection.svelte';

const button = (name: string) => page.getByRole('button', { name });
const link = page.getByRole('link', { name: 'Download zuliprc' });
const password = page.getByLabelText('Your password', { exact: true });

async function open() {
  const { account } = anAccount({
    answers: {},
    state: aState({ user_id: 1, realm_users: [aPerson(1)] }),
  });
  await render(SectionBench, { account, section: AccountSection });
  return account;
}

describe('a credentials file', () => {
  it('is behind a link, once, after the user enters the password', async () => {
    const account = await open();
    const path = `POST /session/${account.id}/own-key`;
    const sent = answerSession({ [path]: [200, { result: 'success' }] });
    await password.fill('four words of mine');
    await button('Get credentials file').click();
    await expect.element(link).toHaveAttribute('href', `/session/${account.id}/key-file`);
    await expect.element(link).toHaveAttribute('download');
    await expect.element(password).toHaveValue('');
    expect(sent).toEqual([{ password: 'four words of mine' }]);
  });

  it('shows an error at the password when it is refused', async () => {
    const account = await open();
    const path = `POST /session/${account.id}/own-key`;
    answerSession({ [path]: [401, failure('AUTHENTICATION_FAILED')] });
    await password.fill('no such words');
    await button('Get credentials file').click();
    await expect.element(password).toHaveAccessibleDescription(/Incorrect password/);
    await expect.element(password).toHaveFocus();
    await expect.element(link).not.toBeInTheDocument();
  });
});
