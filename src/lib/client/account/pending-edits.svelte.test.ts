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
  let wishes!: PendingEdits<string, boolean>;
  onTestFinished(
    $effect.root(() => {
      wishes = new PendingEdits({
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
  return { wishes, connect, there };
}

it('saves one value at a time, and only the last of several', async () => {
  const saved: boolean[] = [];
  const held = Promise.withResolvers<void>();
  const { wishes, there } = begin(async (_name, value) => {
    saved.push(value);
    await held.promise;
  });
  const done = wishes.save('muted', true);
  void wishes.save('muted', false);
  void wishes.save('muted', true);
  void wishes.save('muted', false);
  expect([saved, wishes.value('muted')]).toEqual([[true], false]);
  held.resolve();
  await done;
  expect([saved, wishes.value('muted'), there.get('muted')]).toEqual([[true, false], false, false]);
});

it('shows the server’s value and the reason after a refusal, until the user changes it again', async () => {
  let isRefused = true;
  const { wishes, connect } = begin(() =>
    isRefused
      ? Promise.reject(new ApiError('x', 400, 'BAD_REQUEST', 'Not today.'))
      : Promise.resolve(),
  );
  await wishes.save('muted', true);
  expect([wishes.value('muted'), wishes.refused('muted')]).toEqual([false, true]);
  expect(wishes.problem('muted')).toContain('Not today');
  isRefused = false;
  connect('offline');
  connect('online');
  flushSync();
  expect(wishes.problem('muted')).toContain('Not today');
  await wishes.retry('muted');
  expect([wishes.value('muted'), wishes.problem('muted')]).toEqual([true, undefined]);
  expect(wishes.refused('muted')).toBeUndefined();
});

it('saves an edit made offline once it is online', async () => {
  let isOffline = true;
  const saved: boolean[] = [];
  const { wishes, connect, there } = begin((_name, value) => {
    if (isOffline) return Promise.reject(new NetworkFailure('x', 'unreachable'));
    saved.push(value);
    return Promise.resolve();
  });
  connect('offline');
  flushSync();
  await wishes.save('muted', true);
  expect(wishes.value('muted')).toBe(true);
  isOffline = false;
  connect('online');
  flushSync();
  await expect.poll(() => there.get('muted')).toBe(true);
  expect([saved, wishes.problem('muted')]).toEqual([[true], undefined]);
});

it('clears the failure once the server has the value', async () => {
  // The reply was lost, not the request: an event brings the value.
  const { wishes, there } = begin(() => Promise.reject(new NetworkFailure('x', 'unreachable')));
  await wishes.save('muted', true);
  expect(wishes.problem('muted')).toBeDefined();
  there.set('muted', true);
  flushSync();
  expect([wishes.value('muted'), wishes.problem('muted')]).toEqual([true, undefined]);
  there.set('muted', false);
  expect(wishes.value('muted')).toBe(false);
});
