import { expect, it } from 'vitest';
import { mapWithOutsideWork, runWithOutsideWork } from './outside-transaction';

it('does the work of many items together, and restarts the transaction only once', async () => {
  let attempts = 0;
  const results = await runWithOutsideWork((aside) => {
    attempts++;
    return mapWithOutsideWork([1, 2, 3], (n) => aside(`key ${n}`, async () => n * 2));
  });
  expect(results).toEqual([2, 4, 6]);
  expect(attempts).toBe(2);
});

it('ends even if a key contains values that each attempt creates again', async () => {
  let made = 0;
  const result = await runWithOutsideWork((aside) => {
    const id = ++made;
    return aside(`row ${id}`, async () => id);
  });
  expect(result).toBe(made);
});

it('passes on all other errors', async () => {
  const work = () => mapWithOutsideWork([1], () => Promise.reject(new Error('refused')));
  await expect(runWithOutsideWork(work)).rejects.toThrow('refused');
});
