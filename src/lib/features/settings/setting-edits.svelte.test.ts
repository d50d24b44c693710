import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anAccount, type Answers } from '../../../../tests/support/account';
import { aState } from '../../../../tests/support/state';
import { ApiError, NetworkFailure } from '../../api/errors';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { SettingEdits } from './setting-edits.svelte';

function edit(updateSettings: Answers['updateSettings']) {
  const world = anAccount({
    answers: { updateSettings },
    state: aState({ user_settings: { enable_sounds: true, color_scheme: 1 } }),
  });
  const toasts = new ToastQueue();
  let edits!: SettingEdits;
  const stop = $effect.root(() => {
    edits = new SettingEdits(world.account, toasts);
  });
  flushSync();
  onTestFinished(stop);
  const toastTexts = () => toasts.all.map(({ text }) => text);
  return { ...world, edits, toasts, toastTexts };
}

describe('a changed setting', () => {
  it('is saved immediately, confirmed, and can be undone', async () => {
    const { edits, calls, toastTexts, toasts, account } = edit(() => ({}));
    await edits.save('enable_sounds', false);
    expect(calls('updateSettings')).toEqual([{ enable_sounds: false }]);
    expect(account.setting('enable_sounds')).toBe(false);
    expect(toastTexts()).toEqual(['Direct messages, mentions and alert words: Play a sound saved']);
    toasts.undo();
    await expect.poll(() => account.setting('enable_sounds')).toBe(true);
  });

  it('is reset when refused, with the reason shown until dismissed', async () => {
    const { edits, account, toastTexts } = edit(() => {
      throw new ApiError('updateSettings', 400, 'BAD_REQUEST', 'Not today');
    });
    await edits.save('color_scheme', 2);
    expect(edits.value('color_scheme')).toBe(1);
    expect(edits.refused('color_scheme')).toBe(2);
    expect(edits.problem('color_scheme')).toContain('Not today');
    expect(account.setting('color_scheme')).toBe(1);
    expect(toastTexts()).toEqual([]);
    edits.discard('color_scheme');
    expect(edits.value('color_scheme')).toBe(1);
    expect(edits.problem('color_scheme')).toBeUndefined();
  });

  it('is saved when the connection is back', async () => {
    let isOffline = true;
    const { edits, account, connect } = edit(() => {
      if (isOffline) throw new NetworkFailure('updateSettings', 'unreachable');
      return {};
    });
    connect('offline');
    await edits.save('enable_sounds', false);
    expect(edits.value('enable_sounds')).toBe(false);
    expect(edits.problem('enable_sounds')).toBeDefined();
    isOffline = false;
    connect('online');
    await expect.poll(() => account.setting('enable_sounds')).toBe(false);
    expect(edits.problem('enable_sounds')).toBeUndefined();
  });

  it('keeps the last of several quick changes', async () => {
    const first = Promise.withResolvers<object>();
    const answers = [() => first.promise, () => ({}), () => ({})];
    const { edits, calls, account } = edit(() => answers.shift()?.());
    const done = edits.save('color_scheme', 2);
    await edits.save('color_scheme', 3);
    await edits.save('color_scheme', 1);
    first.resolve({});
    await done;
    expect(calls('updateSettings')).toEqual([{ color_scheme: 2 }, { color_scheme: 1 }]);
    expect(account.setting('color_scheme')).toBe(1);
  });
});
