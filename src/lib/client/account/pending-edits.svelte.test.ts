import { flushSync } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { expect, it, onTestFinished } from 'vitest';
import { anAccount } from '../../../../tests/support/account';
import { ApiError, NetworkFailure } from '../../api/errors';
import { PendingEdits } from './pending-edits.svelte';

/** The server holds `false` for every name until it accepts another value. */
function begin(take: (name: string, value: boolean) => Promise<void>) {
  const { account, connect } = anAccount();
  const there = new SvelteMap<string, boolean>();
  let pendingEdits!: PendingEdits<string, boolean>;
  onTestFinished(
    $effect.root(() => {
      pendingEdits = new PendingEdits({
        account,
        current: (name) => there.get(name) ?? false,
        write: async (name, value) => {
          await take(name, value);
          there.set(name, value);
        },
      });
    }),
  );
  flushSync();
  return { pendingEdits, connect, there };
}

it('saves one value at a time, and only the last of several', async () => {
  const saved: boolean[] = [];
  const held = Promise.withResolvers<void>();
  const { pendingEdits, there } = begin(async (_name, value) => {
    saved.push(value);
    await held.promise;
  });
  const done = pendingEdits.save('muted', true);
  void pendingEdits.save('muted', false);
  void pendingEdits.save('muted', true);
  void pendingEdits.save('muted', false);
  expect([saved, pendingEdits.value('muted')]).toEqual([[true], false]);
  held.resolve();
  await done;
  expect([saved, pendingEdits.value('muted'), there.get('muted')]).toEqual([
    [true, false],
    false,
    false,
  ]);
});

it('shows the server’s value and the reason after a refusal, until the user changes it again', async () => {
  let isRefused = true;
  const { pendingEdits, connect } = begin(() =>
    isRefused
      ? Promise.reject(new ApiError('x', 400, 'BAD_REQUEST', 'Not today.'))
      : Promise.resolve(),
  );
  await pendingEdits.save('muted', true);
  expect([pendingEdits.value('muted'), pendingEdits.refused('muted')]).toEqual([false, true]);
  expect(pendingEdits.problem('muted')).toContain('Not today');
  isRefused = false;
  connect('offline');
  connect('online');
  flushSync();
  expect(pendingEdits.problem('muted')).toContain('Not today');
  await pendingEdits.retry('muted');
  expect([pendingEdits.value('muted'), pendingEdits.problem('muted')]).toEqual([true, undefined]);
  expect(pendingEdits.refused('muted')).toBeUndefined();
});

it('saves an edit made offline once it is online', async () => {
  let isOffline = true;
  const saved: boolean[] = [];
  const { pendingEdits, connect, there } = begin((_name, value) => {
    if (isOffline) return Promise.reject(new NetworkFailure('x', 'unreachable'));
    saved.push(value);
    return Promise.resolve();
  });
  connect('offline');
  flushSync();
  await pendingEdits.save('muted', true);
  expect(pendingEdits.value('muted')).toBe(true);
  isOffline = false;
  connect('online');
  flushSync();
  await expect.poll(() => there.get('muted')).toBe(true);
  expect([saved, pendingEdits.problem('muted')]).toEqual([[true], undefined]);
});

it('clears the failure once the server has the value', async () => {
  // The reply was lost, not the request: an event brings the value.
  const { pendingEdits, there } = begin(() =>
    Promise.reject(new NetworkFailure('x', 'unreachable')),
  );
  await pendingEdits.save('muted', true);
  expect(pendingEdits.problem('muted')).toBeDefined();
  there.set('muted', true);
  flushSync();
  expect([pendingEdits.value('muted'), pendingEdits.problem('muted')]).toEqual([true, undefined]);
  there.set('muted', false);
  expect(pendingEdits.value('muted')).toBe(false);
});
