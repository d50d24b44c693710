import { afterEach, expect, it } from 'vitest';
import { copyRendered } from './copy-rendered';

afterEach(() => document.body.replaceChildren());

/** What is put on the clipboard of what is selected; undefined where the browser is left to do it. */
function copied(from: Node, to: Node): string | undefined {
  getSelection()!.setBaseAndExtent(from, 0, to, to.childNodes.length || to.textContent!.length);
  const data = new DataTransfer();
  const event = new ClipboardEvent('copy', { clipboardData: data, cancelable: true });
  copyRendered(event);
  return event.defaultPrevented ? data.getData('text/plain') : undefined;
}

function aPage() {
  document.body.innerHTML =
    '<h1>design</h1><div class="rendered"><p>What <b>belongs</b> here</p></div><p>Since May</p>';
  const [name, text, since] = document.body.children;
  return { name: name!, text: text!, since: since! };
}

it('is what is selected of a text', () => {
  const { text } = aPage();
  expect(copied(text, text)).toBe('What belongs here');
});

it('is left to the browser where words beside it are selected, too', () => {
  const { name, text, since } = aPage();
  expect(copied(name, text)).toBeUndefined();
  expect(copied(text, since)).toBeUndefined();
});

it('goes on where the selection ends at the beginning of what is next', () => {
  const { text, since } = aPage();
  getSelection()!.setBaseAndExtent(text, 0, since, 0);
  const clipboardData = new DataTransfer();
  copyRendered(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
  expect(clipboardData.getData('text/plain')).toBe('What belongs here');
});
