import { expect, it } from 'vitest';
import { eachAside, withAside } from './aside';

it('does what many need at once, and begins the transaction anew but once', async () => {
  let attempts = 0;
  const results = await withAside((aside) => {
    attempts++;
    return eachAside([1, 2, 3], (n) => aside(`key ${n}`, async () => n * 2));
  });
  expect(results).toEqual([2, 4, 6]);
  expect(attempts).toBe(2);
});

it('ends where a key names what the transaction makes anew each time', async () => {
  let made = 0;
  const result = await withAside((aside) => {
    const id = ++made;
    return aside(`row ${id}`, async () => id);
  });
  expect(result).toBe(made);
});

it('lets every other failure pass', async () => {
  const work = () => eachAside([1], () => Promise.reject(new Error('refused')));
  await expect(withAside(work)).rejects.toThrow('refused');
});
