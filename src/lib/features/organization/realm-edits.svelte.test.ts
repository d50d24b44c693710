import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../api/errors';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { RealmEdits } from './realm-edits.svelte';
import { realmValue } from '../../writing/permissions/realm-value';

function edit(updateRealm: Answers['updateRealm']) {
  const state = aState({
    realm_name: 'Example',
    realm_can_delete_own_message_group: 2,
    realm_message_content_delete_limit_seconds: null,
  });
  const world = anAccount({ answers: { updateRealm }, state });
  const toasts = new ToastQueue();
  let edits!: RealmEdits;
  const stop = $effect.root(() => {
    edits = new RealmEdits(world.account, toasts);
  });
  flushSync();
  onTestFinished(stop);
  const at = (name: string) => realmValue(world.account, name);
  return { ...world, edits, toasts, at };
}

const lost = () => {
  throw new NetworkFailure('updateRealm', 'timeout');
};

describe('an organization setting', () => {
  it('is saved immediately with the request’s names, and can be undone', async () => {
    const { edits, calls, toasts, at } = edit(() => ({}));
    await edits.save('message_content_delete_limit_seconds', 60);
    expect(at('message_content_delete_limit_seconds')).toBe(60);
    expect(toasts.all.map(({ text }) => text)).toEqual([expect.stringContaining('saved')]);
    toasts.undo();
    await expect.poll(() => at('message_content_delete_limit_seconds')).toBeNull();
    expect(calls('updateRealm')).toEqual([
      { message_content_delete_limit_seconds: 60 },
      { message_content_delete_limit_seconds: 'unlimited' },
    ]);
  });

  it('is saved when the connection returns', async () => {
    let answer: () => object = lost;
    const { edits, connect, at } = edit(() => answer());
    connect('offline');
    await edits.save('name', 'Anew');
    expect([edits.value('name'), at('name')]).toEqual(['Anew', 'Example']);
    expect(edits.problem('name')).toBeDefined();
    answer = () => ({});
    connect('online');
    await expect.poll(() => at('name')).toBe('Anew');
    expect(edits.problem('name')).toBeUndefined();
  });

  it('that was saved although the response was lost is not sent again', async () => {
    const { edits, calls, connect, tell } = edit(lost);
    connect('offline');
    await edits.save('can_delete_own_message_group', 3);
    const change = { property: 'can_delete_own_message_group', value: 3 };
    tell({ type: 'realm', op: 'update', ...change });
    connect('online');
    await expect.poll(() => edits.problem('can_delete_own_message_group')).toBeUndefined();
    expect(calls('updateRealm')).toEqual([{ can_delete_own_message_group: { new: 3, old: 2 } }]);
  });

  it('that the server ignored is not reported as saved despite its success response', async () => {
    const { edits, at } = edit(() => ({ ignored_parameters_unsupported: ['name'] }));
    await edits.save('name', 'Anew');
    expect(edits.problem('name')).toBe('This server doesn’t support that.');
    expect(at('name')).not.toBe('Anew');
  });

  it('that another user has changed is reported, and saved on a second attempt', async () => {
    const answers = [
      () => {
        throw new ApiError('updateRealm', 400, 'EXPECTATION_MISMATCH', 'Changed');
      },
      () => ({}),
    ];
    const { edits, calls, tell, at } = edit(() => answers.shift()?.());
    await edits.save('can_delete_own_message_group', 3);
    expect(edits.problem('can_delete_own_message_group')).toBeDefined();
    const property = 'can_delete_own_message_group';
    tell({ type: 'realm', op: 'update', property, value: 5 });
    expect(edits.value(property)).toBe(5);
    await edits.retry(property);
    expect(at(property)).toBe(3);
    expect(calls('updateRealm').at(-1)).toEqual({ [property]: { new: 3, old: 5 } });
  });

  it('keeps the last of several quick changes', async () => {
    const first = Promise.withResolvers<object>();
    const answers = [() => first.promise, () => ({})];
    const { edits, calls, at } = edit(() => answers.shift()?.());
    const done = edits.save('name', 'A');
    await edits.save('name', 'B');
    first.resolve({});
    await done;
    expect(calls('updateRealm')).toEqual([{ name: 'A' }, { name: 'B' }]);
    expect(at('name')).toBe('B');
  });
});
