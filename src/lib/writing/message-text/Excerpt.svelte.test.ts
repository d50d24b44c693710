import { expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import '../../../app.css';
import Excerpt from './Excerpt.svelte';

/** Screen position of a piece of a text run. */
function placeOf(container: Element, run: string, piece = run): DOMRect {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()?.nodeValue !== run);
  const range = new Range();
  const start = run.indexOf(piece);
  range.setStart(walker.currentNode, start);
  range.setEnd(walker.currentNode, start + piece.length);
  return range.getBoundingClientRect();
}

it('lays out each line in its own direction, one after the other', async () => {
  const hebrew = '\u05d0\u05d1\u05d2';
  const { container } = await render(Excerpt, { content: `page\n${hebrew}.\n3. end` });
  const [page, word, stop, end] = [
    placeOf(container, 'page'),
    placeOf(container, `${hebrew}.`, hebrew),
    placeOf(container, `${hebrew}.`, '.'),
    placeOf(container, '3. end'),
  ];
  expect(page.right).toBeLessThan(stop.left);
  expect(stop.right).toBeLessThanOrEqual(word.left + 1);
  expect(word.right).toBeLessThan(end.left);
});
