const letter = /[\p{L}\p{N}]/gu;
const letters = (text: string): number => text.match(letter)?.length ?? 0;

/** Between the line of the caret and the edge, in pixels. */
const margin = 24;

/**
 * Scrolls `view`, which shows a text as it is rendered, to where the caret stands in it. By the share
 * of letters before the caret: the marks between them are not drawn.
 */
export function followCaret(
  view: HTMLElement,
  { value, selectionEnd }: Pick<HTMLTextAreaElement, 'value' | 'selectionEnd'>,
): void {
  const all = letters(value);
  const before = letters(value.slice(0, selectionEnd));
  if (before === all) {
    view.scrollTop = view.scrollHeight;
    return;
  }
  const line = lineAt(view, (before / all) * letters(view.textContent));
  if (!line) return;
  const edges = view.getBoundingClientRect();
  if (line.top < edges.top + margin) view.scrollTop += line.top - edges.top - margin;
  else if (line.bottom > edges.bottom - margin)
    view.scrollTop += line.bottom - edges.bottom + margin;
}

/** Where the letter with that many before it is drawn. */
function lineAt(view: HTMLElement, count: number): DOMRect | undefined {
  const texts = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  let left = Math.floor(count);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const found = [...text.data.matchAll(letter)];
    const at = found[left];
    left -= found.length;
    if (!at) continue;
    const range = document.createRange();
    range.setStart(text, at.index);
    range.setEnd(text, at.index + at[0].length);
    return range.getBoundingClientRect();
  }
  return undefined;
}
