import { expect, it } from 'vitest';
import { Semaphore } from './passwords';

/** Work that runs until it is released. */
function held() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { work: () => until, release };
}

it('runs a limited number at the same time, lets a limited number wait, and refuses more', async () => {
  const semaphore = new Semaphore({ running: 2, waiting: 1 }, () => new Error('full'));
  const [first, second] = [held(), held()];
  const begun: string[] = [];
  const runs = [semaphore.run(first.work), semaphore.run(second.work)];
  const third = semaphore.run(() => Promise.resolve(begun.push('third')));
  await expect(semaphore.run(() => Promise.resolve())).rejects.toThrow('full');
  expect(begun).toEqual([]);
  first.release();
  await third;
  second.release();
  await Promise.all(runs);
  await semaphore.run(() => Promise.resolve(begun.push('fourth')));
  expect(begun).toEqual(['third', 'fourth']);
});

it('continues after work that failed', async () => {
  const semaphore = new Semaphore({ running: 1, waiting: 1 }, () => new Error('full'));
  await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(semaphore.run(() => Promise.resolve('well'))).resolves.toBe('well');
});
