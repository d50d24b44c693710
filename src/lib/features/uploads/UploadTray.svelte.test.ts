import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import TrayFrame from '../../../../tests/support/ui/TrayFrame.svelte';
import { file, tab } from '../../../../tests/support/ui/uploads-tab.svelte';
import '../../../app.css';

const tray = page.getByRole('region', { name: 'Uploads' });
const clear = tray.getByRole('button', { name: 'Clear list' });

it('clears finished and failed files together once nothing is open', async () => {
  const { account, drafts, uploads, network, one } = await tab();
  await render(TrayFrame, { account, drafts, uploads });
  await uploads.add(one, [file('a.txt'), file('empty.txt', 0), file('none.txt', 0)]);
  await expect.element(tray).toHaveTextContent(/2 files need attention.*1 file uploading/);
  await expect.element(clear).not.toBeInTheDocument();
  (await network.of('a.txt')).finish();
  await clear.click();
  await expect.element(tray).not.toBeInTheDocument();
});

it('keeps files that a message waits for', async () => {
  const { account, drafts, uploads, network, one, two, text } = await tab();
  await render(TrayFrame, { account, drafts, uploads });
  await uploads.add(one, [file('empty.txt', 0), file('a.txt')]);
  await uploads.add(two, [file('none.txt', 0)]);
  drafts.send(one);
  await expect.poll(() => uploads.isHeld(one)).toBe(true);
  (await network.of('a.txt')).finish();
  await clear.click();
  expect(uploads.jobs.map(({ name }) => name)).toEqual(['empty.txt']);
  expect(text(one)).toContain('a.txt');
  await expect.element(clear).not.toBeInTheDocument();
});
