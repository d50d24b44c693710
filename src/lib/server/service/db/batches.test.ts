import { expect, it } from 'vitest';
import { inBatches } from './batches';

it('runs calls made during a run together, in one run after it', async () => {
  const ends: (() => void)[] = [];
  const runs: (readonly number[])[] = [];
  const ask = inBatches<number>((items) => {
    runs.push(items);
    return new Promise((resolve) => ends.push(resolve));
  });
  const done: number[] = [];
  const first = ask(1).then(() => done.push(1));
  await Promise.resolve();
  const others = [2, 3].map((item) => ask(item).then(() => done.push(item)));
  expect(runs).toEqual([[1]]);
  ends[0]?.();
  await first;
  expect(done).toEqual([1]);
  expect(runs).toEqual([[1], [2, 3]]);
  ends[1]?.();
  await Promise.all(others);
  expect(done).toEqual([1, 2, 3]);
});

it('rejects only the calls of the failed run and continues', async () => {
  let runs = 0;
  const ask = inBatches(() =>
    ++runs === 1 ? Promise.reject(new Error('cut')) : Promise.resolve(),
  );
  const first = ask();
  await Promise.resolve();
  const second = ask();
  await expect(first).rejects.toThrow('cut');
  await expect(second).resolves.toBeUndefined();
});
