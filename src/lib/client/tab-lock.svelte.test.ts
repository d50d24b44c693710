import { expect, it } from 'vitest';
import { withoutLocks } from '../../../tests/support/without-locks';
import { newId } from './new-id';
import { runExclusive } from './tab-lock';

it.each(['with locks', 'without, as on plain http'])('runs one task at a time, %s', async (how) => {
  if (how !== 'with locks') withoutLocks();
  const name = newId();
  const log: string[] = [];
  const task = (id: string) =>
    runExclusive(name, async () => {
      log.push(`${id} starts`);
      await Promise.resolve();
      log.push(`${id} ends`);
      if (id === 'b') throw new Error('refused');
      return id;
    });
  const results = await Promise.allSettled(['a', 'b', 'c'].map(task));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toHaveLength(6);
  for (let at = 0; at < log.length; at += 2) {
    expect(log[at + 1]).toBe(log[at]!.replace('starts', 'ends'));
  }
});

it('waits on plain http until a tab that holds the lock is closed', async () => {
  withoutLocks();
  const name = newId();
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { indexedDB } = frame.contentWindow!;
  await new Promise((resolve) => (indexedDB.open(`inkwell.lock.${name}`).onsuccess = resolve));
  let hasRun = false;
  const running = runExclusive(name, async () => void (hasRun = true));
  // The other tab is asked to give up its database, and doesn't.
  await indexedDB.databases();
  expect(hasRun).toBe(false);
  frame.remove();
  await running;
  expect(hasRun).toBe(true);
});
