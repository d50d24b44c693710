import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ToastQueue } from '../../ui/toast-queue.svelte';
import { copyText } from './copy-text';

it('copies even if the page has no clipboard access, for example without TLS', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  const button = document.createElement('button');
  const field = document.createElement('textarea');
  button.textContent = 'Copy';
  document.body.append(button, field);
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    button.remove();
    field.remove();
  });
  const toasts = new ToastQueue();
  button.addEventListener('click', () => void copyText('two\nlines', 'Copied', toasts));
  await page.getByRole('button', { name: 'Copy' }).click();
  field.focus();
  await userEvent.keyboard('{Control>}v{/Control}');
  await expect.poll(() => field.value).toBe('two\nlines');
  expect(toasts.all.map(({ text }) => text)).toEqual(['Copied']);
});
