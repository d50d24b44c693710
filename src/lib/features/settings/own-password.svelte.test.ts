import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { anAccount } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import SectionBench from '../../../../tests/support/ui/SectionBench.svelte';
import { ApiError, NetworkFailure } from '../../api/errors';
import '../../../app.css';
import AccountSection from './AccountSection.svelte';

const button = (name: string) => page.getByRole('button', { name });

describe('a new password', () => {
  it.each([
    ['Wrong password!', 'Current password'],
    ['New password is too weak!', 'New password'],
  ])('shows %s at: %s', async (words, label) => {
    const refused = () => {
      throw new ApiError('updateSettings', 400, 'BAD_REQUEST', words);
    };
    const { account } = anAccount({
      answers: { updateSettings: refused },
      state: aState({ user_id: 1, realm_users: [aPerson(1)] }),
    });
    await render(SectionBench, { account, section: AccountSection });
    const input = (name: string) => page.getByLabelText(name, { exact: true });
    await input('Current password').fill('four words of mine');
    await input('New password').fill('eleven tall ships sail');
    await button('Change password').click();
    await expect.element(input(label)).toHaveAccessibleDescription(new RegExp(words));
    await expect.element(input(label)).toHaveFocus();
    await expect.element(input('New password')).toHaveValue('eleven tall ships sail');
  });

  it('might already be set if the response to the first attempt was lost', async () => {
    const failures = [
      new NetworkFailure('updateSettings', 'unreachable'),
      new ApiError('updateSettings', 400, 'BAD_REQUEST', 'Wrong password!'),
      new ApiError('updateSettings', 400, 'BAD_REQUEST', 'New password is too weak!'),
    ];
    const { account } = anAccount({
      answers: {
        updateSettings: () => {
          const failure = failures.shift();
          if (failure) throw failure;
          return {};
        },
      },
      state: aState({ user_id: 1, realm_users: [aPerson(1)] }),
    });
    await render(SectionBench, { account, section: AccountSection });
    const input = (name: string) => page.getByLabelText(name, { exact: true });
    const before = input('Current password');
    await before.fill('four words of mine');
    await input('New password').fill('eleven tall ships sail');
    await button('Change password').click();
    await expect.element(page.getByText('Can’t reach the server.')).toBeVisible();
    await button('Change password').click();
    await expect
      .element(before)
      .toHaveAccessibleDescription(
        /Wrong password!.* already changed .* signing in with the new one/,
      );
    await expect.element(before).toHaveFocus();
    await expect.element(before).toHaveValue('four words of mine');
    await button('Change password').click();
    await expect.element(input('New password')).toHaveAccessibleDescription(/too weak/);
    await button('Change password').click();
    await expect.element(before).toHaveValue('');
  });

  it('is not called possibly set if every attempt got a response', async () => {
    const { account } = anAccount({
      answers: {
        updateSettings: () => {
          throw new ApiError('updateSettings', 400, 'BAD_REQUEST', 'Wrong password!');
        },
      },
      state: aState({ user_id: 1, realm_users: [aPerson(1)] }),
    });
    await render(SectionBench, { account, section: AccountSection });
    const before = page.getByLabelText('Current password', { exact: true });
    await before.fill('four words of mine');
    await page.getByLabelText('New password', { exact: true }).fill('eleven tall ships sail');
    for (let i = 0; i < 2; i += 1) {
      await button('Change password').click();
      await expect.element(before).toHaveAccessibleDescription(/Wrong password!$/);
    }
  });
});
