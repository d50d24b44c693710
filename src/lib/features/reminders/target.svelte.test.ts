import { flushSync } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { aMessage, aState } from '../../../../tests/support/state';
import { NetworkFailure } from '../../api/errors';
import { newId } from '../../client/new-id';
import { useTarget, type Target } from './target.svelte';

const reminder = {
  ...{ reminder_id: 4, type: 'private' as const, to: [7], content: '', rendered_content: '' },
  ...{ scheduled_delivery_timestamp: 100, failed: false, reminder_target_message_id: 33 },
};

/** As one visit has it, on a device that knows the account by that id. */
function visit(id: string, getMessage: () => unknown): () => Target {
  const { account } = anAccount({ id, state: aState({ user_id: 7 }), answers: { getMessage } });
  let target!: () => Target;
  const stop = $effect.root(() => {
    target = useTarget(account, () => reminder);
  });
  onTestFinished(stop);
  flushSync();
  return target;
}

it('knows where its message is without an answer, once it was told', async () => {
  const id = newId();
  const message = aMessage(33, { subject: 'numbers', stream_id: 5, display_recipient: 'design' });
  const before = visit(id, () => ({ message, raw_content: 'The figures' }));
  await expect.poll(() => before().body?.content).toBe('The figures');
  const after = visit(id, () => {
    throw new NetworkFailure('getMessage', 'unreachable');
  });
  await expect.poll(() => after().isPending).toBe(false);
  expect(after().body).toBeNull();
  expect(after().recipient).toMatchObject({ type: 'stream', to: [5], topic: 'numbers' });
});
