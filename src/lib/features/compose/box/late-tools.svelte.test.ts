import { beforeEach, expect, it } from 'vitest';
import { LateTools } from './late-tools.svelte';

let area: HTMLTextAreaElement;
let heard: string[];

beforeEach(() => {
  document.body.innerHTML = '<textarea></textarea>';
  area = document.querySelector('textarea')!;
  heard = [];
  const late = new LateTools(
    () => area,
    () => Promise.reject(new Error('without a network')),
  );
  area.addEventListener('paste', (event) => late.paste(event));
  area.addEventListener('keydown', (event) => {
    heard.push(event.key);
    late.key(event);
  });
});

const options = { bubbles: true, cancelable: true };

it('leaves a paste plain where the tools can’t be fetched', async () => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'bold');
  clipboardData.setData('text/html', '<b>bold</b>');
  area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...options }));
  await expect.poll(() => area.value).toBe('bold');
});

it('offers a shortcut once more, and no more', async () => {
  area.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', ctrlKey: true, ...options }));
  await expect.poll(() => heard).toEqual(['b', 'b']);
  area.dispatchEvent(new KeyboardEvent('keydown', { key: 'i', ctrlKey: true, ...options }));
  await expect.poll(() => heard).toEqual(['b', 'b', 'i', 'i']);
});
