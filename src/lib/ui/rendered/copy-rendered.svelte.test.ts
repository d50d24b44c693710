import { afterEach, expect, it } from 'vitest';
import { copyRendered } from './copy-rendered';

afterEach(() => document.body.replaceChildren());

/** The HTML put on the clipboard for a selection; undefined if the browser handles the copy. */
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

it('copies the selected part of a message', () => {
  const { text } = aPage();
  expect(copied(text, text)).toBe('What belongs here');
});

it('leaves the copy to the browser if text outside messages is selected too', () => {
  const { name, text, since } = aPage();
  expect(copied(name, text)).toBeUndefined();
  expect(copied(text, since)).toBeUndefined();
});

it('ignores a selection that ends at the beginning of the next message', () => {
  const { text, since } = aPage();
  getSelection()!.setBaseAndExtent(text, 0, since, 0);
  const clipboardData = new DataTransfer();
  copyRendered(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
  expect(clipboardData.getData('text/plain')).toBe('What belongs here');
});
