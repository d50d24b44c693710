import { beforeEach, describe, expect, it } from 'vitest';
import { shortcutOf } from '../../../client/shortcuts';
import { LateTools } from './late-tools.svelte';

let area: HTMLTextAreaElement;
let heard: string[];

beforeEach(() => {
  document.body.innerHTML = '<textarea></textarea>';
  area = document.querySelector('textarea')!;
  heard = [];
});

const options = { bubbles: true, cancelable: true };

function boxWith(fetch: ConstructorParameters<typeof LateTools>[1]): LateTools {
  const late = new LateTools(() => area, fetch);
  area.addEventListener('paste', (event) => late.paste(event));
  area.addEventListener('keydown', (event) => {
    heard.push(event.key);
    late.key(event, shortcutOf(event) ?? '');
  });
  return late;
}

function paste() {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'bold');
  clipboardData.setData('text/html', '<b>bold</b>');
  area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...options }));
}

const press = (key: string, ctrlKey: boolean) =>
  area.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, ...options }));

describe('where the tools can’t be fetched', () => {
  beforeEach(() => void boxWith(() => Promise.reject(new Error('without a network'))));

  it('a paste comes plain', async () => {
    paste();
    await expect.poll(() => area.value).toBe('bold');
  });

  it('a shortcut is offered once more, and no more', async () => {
    press('b', true);
    await expect.poll(() => heard).toEqual(['b', 'b']);
    press('i', true);
    await expect.poll(() => heard).toEqual(['b', 'b', 'i', 'i']);
  });
});

describe('while the tools are fetched', () => {
  const never = () => new Promise<never>(() => undefined);

  it('a paste is there before what is typed next', () => {
    boxWith(never);
    paste();
    press('!', false);
    expect(area.value).toBe('bold');
  });

  it('a paste is there before the text is sent', () => {
    const late = boxWith(never);
    paste();
    late.settle();
    expect(area.value).toBe('bold');
  });

  it('a paste does not wait for ever', async () => {
    boxWith(never);
    paste();
    await expect.poll(() => area.value).toBe('bold');
  });
});
