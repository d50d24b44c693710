import { expect, it, vi } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { aPerson, aState } from '../../../../tests/support/state';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { personActions } from './person-actions';

it.each([
  [aPerson(2), '/organization/people?person=2'],
  [aPerson(3, { is_bot: true }), '/organization/bots'],
])('managing a person opens the page that manages them', (person, address) => {
  const realm_users = [aPerson(1, { role: 200 }), person];
  const { account } = anAccount({ state: aState({ user_id: 1, realm_users }) });
  const ports = { go: vi.fn(), addTo: vi.fn(), setStatus: vi.fn() };
  const actions = personActions(person, account, new ToastQueue(), ports);
  void actions.find(({ id }) => id === 'person-manage')?.run();
  expect(ports.go).toHaveBeenCalledWith(address);
});
