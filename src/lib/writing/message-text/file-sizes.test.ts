import { expect, it, onTestFinished, vi } from 'vitest';
import { FileSizes } from './file-sizes';

it('fetches each size once, and again if there was no answer', async () => {
  const answers = [new Response(null, { status: 502 }), new Response(null, { status: 404 })];
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(answers.shift()!));
  onTestFinished(() => fetch.mockRestore());
  const sizes = new FileSizes('me');
  expect(await sizes.of('/user_uploads/2/a/x')).toBeNull();
  expect(await Promise.all([1, 2].map(() => sizes.of('/user_uploads/2/a/x')))).toEqual([
    'gone',
    'gone',
  ]);
  expect(fetch).toHaveBeenCalledTimes(2);
});
