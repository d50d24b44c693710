import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureTypeAhead } from './type-ahead';

function setup() {
  document.body.innerHTML = '<textarea></textarea><dialog><input /></dialog>';
  const ongiveup = vi.fn();
  onTestFinished(captureTypeAhead('dialog', ongiveup));
  return {
    ongiveup,
    page: document.querySelector('textarea')!,
    dialog: document.querySelector('dialog')!,
    field: document.querySelector('input')!,
  };
}

it('types what the user entered early into the dialog’s field', async () => {
  const { page, dialog, field, ongiveup } = setup();
  page.focus();
  await userEvent.keyboard('abc');
  expect(page.value).toBe('');
  dialog.showModal();
  await expect.poll(() => field.value).toBe('abc');
  expect(ongiveup).not.toHaveBeenCalled();
});

it.each([
  ['presses into its text', (page: HTMLElement) => userEvent.click(page)],
  ['presses Escape', () => userEvent.keyboard('{Escape}')],
])('stops capturing when the user %s before the dialog opens', async (_, turn) => {
  const { page, ongiveup } = setup();
  page.focus();
  await userEvent.keyboard('a');
  await turn(page);
  await userEvent.keyboard('bc');
  expect(page.value).toBe('bc');
  expect(ongiveup).toHaveBeenCalledOnce();
});
