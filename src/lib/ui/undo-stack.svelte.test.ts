import { expect, it, vi } from 'vitest';
import { ToastQueue } from './toast-queue.svelte';

const failure = new Error('Not allowed');
const offline = new Error('No connection');
const begin = () =>
  new ToastQueue((thrown) =>
    thrown === failure
      ? { text: 'Not allowed', retry: 'never' }
      : { text: thrown === offline ? 'No connection' : 'Other', retry: 'now' },
  );
const texts = (toasts: ToastQueue) => toasts.all.map(({ text }) => text);

it('is one entry with its toast: undone from either, both go', () => {
  const toasts = begin();
  const undo = vi.fn();
  toasts.show({ key: 'one', text: 'One', undo });
  toasts.show({ key: 'two', text: 'Two', undo });
  toasts.act('one');
  expect([texts(toasts), toasts.undos.last?.label]).toEqual([['Two'], 'Two']);
  expect(toasts.undo()).toBe(true);
  expect([texts(toasts), toasts.undo()]).toEqual([[], false]);
  expect(undo).toHaveBeenCalledTimes(2);
});

it('outlives its toast, which was dismissed or replaced', () => {
  const toasts = begin();
  const undone: string[] = [];
  toasts.show({ key: 'same', text: 'One', undo: () => void undone.push('one') });
  toasts.show({ key: 'same', text: 'Two', undo: () => void undone.push('two') });
  toasts.dismiss('same');
  toasts.undo();
  toasts.undo();
  expect(undone).toEqual(['two', 'one']);
});

it('runs once, even if its button is pressed again before the toast has gone', () => {
  const toasts = begin();
  const undo = vi.fn();
  toasts.show({ text: 'One', undo });
  const [toast] = toasts.all;
  toast?.action?.run();
  toast?.action?.run();
  expect(undo).toHaveBeenCalledOnce();
});

it('ignores toasts whose action is not an undo', () => {
  const toasts = begin();
  const run = vi.fn();
  toasts.show({ text: 'Moved', action: { label: 'Open', run } });
  expect(toasts.undo()).toBe(false);
  expect(run).not.toHaveBeenCalled();
});

it('says why something can no longer be undone', async () => {
  const toasts = begin();
  toasts.show({ text: 'Gone', undo: () => 'Trash is empty' });
  toasts.undo();
  await expect.poll(() => texts(toasts)).toEqual(['Trash is empty']);
  toasts.show({ text: 'Refused', undo: () => Promise.reject(failure) });
  toasts.undo();
  await expect.poll(() => texts(toasts)).toEqual(['Trash is empty', 'Not allowed']);
  expect(toasts.undo()).toBe(false);
});

it('can be tried again if there was only no connection', async () => {
  const toasts = begin();
  let isOffline = true;
  const undo = vi.fn(() => (isOffline ? Promise.reject(offline) : undefined));
  toasts.show({ text: 'Muted', undo });
  toasts.undo();
  await expect.poll(() => texts(toasts)).toEqual(['No connection']);
  expect(toasts.undos.last?.label).toBe('Muted');
  toasts.act(toasts.all[0]!.key);
  await expect.poll(() => undo.mock.calls.length).toBe(2);
  await expect.poll(() => texts(toasts)).toEqual(['No connection']);
  isOffline = false;
  toasts.undo();
  await expect.poll(() => undo.mock.calls.length).toBe(3);
  expect([texts(toasts), toasts.undo()]).toEqual([[], false]);
});

it('keeps the newest hundred', () => {
  const toasts = begin();
  const undone: number[] = [];
  for (let at = 0; at < 120; at++) toasts.show({ text: 'x', undo: () => void undone.push(at) });
  while (toasts.undo());
  expect([undone.length, undone[0], undone.at(-1)]).toEqual([100, 119, 20]);
});

it('ends with the account, also for what was told later', () => {
  const shared = begin();
  const [old, next] = [shared.forAccount(), shared.forAccount()];
  const undo = vi.fn();
  old.show({ text: 'Muted', undo });
  old.show({ text: 'Told' });
  expect(texts(shared)).toEqual(['Muted', 'Told']);
  old.stop();
  expect(texts(next)).toEqual(['Told']);
  old.show({ text: 'Late', undo });
  expect([shared.all.at(-1)?.action, old.undo(), next.undo()]).toEqual([undefined, false, false]);
  expect(undo).not.toHaveBeenCalled();
});

it('tells another account nothing, not even why an undo failed', async () => {
  const shared = begin();
  const [old, next] = [shared.forAccount(), shared.forAccount()];
  const answer = Promise.withResolvers<string>();
  old.show({ text: 'Muted', undo: () => answer.promise });
  old.undo();
  old.stop();
  old.show({ text: 'Late' });
  answer.resolve('No connection');
  await answer.promise;
  await Promise.resolve();
  expect(texts(next)).toEqual([]);
});

it('drops the entry of a toast that a wider one replaces', () => {
  const toasts = begin();
  toasts.show({ key: 'deleted', text: '1 draft', undo: vi.fn() });
  expect(toasts.retract('deleted')).toBe(true);
  expect([toasts.undo(), toasts.retract('deleted')]).toEqual([false, false]);
});

it('tells the page of a list, and no other, which rows are back, until it is left', () => {
  const { undos } = begin();
  const [drafts, topics] = [vi.fn(), vi.fn()];
  const stop = undos.onRestored('drafts', drafts);
  undos.onRestored('topics', topics);
  undos.announceRestored('drafts', ['a', 'b']);
  undos.announceRestored('drafts', null);
  expect(drafts.mock.calls).toEqual([[['a', 'b']], [null]]);
  stop();
  undos.announceRestored('drafts', ['c']);
  expect([drafts.mock.calls.length, topics.mock.calls.length]).toEqual([2, 0]);
});
