import { expect, it, vi } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import { Toasts } from '../../ui/toasts.svelte';
import { personDeeds } from './deeds';

it.each([
  [aPerson(2), '/organization/people?person=2'],
  [aPerson(3, { is_bot: true }), '/organization/bots'],
])('managing somebody leads to where they are', (person, address) => {
  const realm_users = [aPerson(1, { role: 200 }), person];
  const { account } = anAccount({ state: aState({ user_id: 1, realm_users }) });
  const ports = { go: vi.fn(), addTo: vi.fn(), setStatus: vi.fn() };
  const deeds = personDeeds(person, account, new Toasts(), ports);
  void deeds.find(({ id }) => id === 'person-manage')?.run();
  expect(ports.go).toHaveBeenCalledWith(address);
});
