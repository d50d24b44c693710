import { expect, it } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { aPerson, aState, aSubscription } from '../../../../tests/support/state';
import { addTargets, changeMembership } from './add-targets';

it('takes a person out of a channel that has been renamed since', async () => {
  const subscriptions = [aSubscription(5, { name: 'design' })];
  const { account, tell, calls } = anAccount({
    answers: { unsubscribe: () => ({ removed: [], not_removed: [] }) },
    state: aState({ user_id: 1, realm_users: [aPerson(1), aPerson(2)], subscriptions }),
  });
  const [target] = addTargets(aPerson(2), account);
  tell({ type: 'stream', op: 'update', stream_id: 5, property: 'name', value: 'shapes' });
  await changeMembership(account, target!, 2, 'delete');
  expect(calls('unsubscribe')).toEqual([{ subscriptions: ['shapes'], principals: [2] }]);
});
