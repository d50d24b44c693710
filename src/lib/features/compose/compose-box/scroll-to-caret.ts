/** Pixels between the caret's line and the edge. */
const margin = 24;

type Field = Pick<HTMLTextAreaElement, 'value' | 'selectionEnd'>;

/** Scrolls to the caret in the next frame, once for all moves until then. */
export class CaretFollower {
  #frame: number | undefined;

  follow(view: HTMLElement, field: Field): void {
    this.stop();
    this.#frame = requestAnimationFrame(() => scrollToCaret(view, field));
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }
}

/**
 * Scrolls `view`, which shows the rendered text, to the caret's position. The position is the share
 * of letters before the caret, because formatting marks are not rendered.
 */
function scrollToCaret(view: HTMLElement, { value, selectionEnd }: Field): void {
  const before = letters(value, selectionEnd);
  const all = before + letters(value, value.length, selectionEnd);
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

/** Where the letter preceded by `count` others is drawn. */
function lineAt(view: HTMLElement, count: number): DOMRect | undefined {
  const texts = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  let left = Math.floor(count);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const { data } = text;
    for (let at = 0; at < data.length; at++) {
      if (!isLetter(data.charCodeAt(at)) || left-- > 0) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    }
  }
  return undefined;
}

function letters(text: string, end = text.length, start = 0): number {
  let count = 0;
  for (let at = start; at < end; at++) if (isLetter(text.charCodeAt(at))) count++;
  return count;
}

/**
 * An ASCII letter or digit, or any non-ASCII character. A long text is read at each move of the
 * caret, and regular expressions with Unicode classes are far slower.
 */
const isLetter = (unit: number): boolean =>
  unit < 0x80
    ? (unit >= 0x61 && unit <= 0x7a) ||
      (unit >= 0x30 && unit <= 0x39) ||
      (unit >= 0x41 && unit <= 0x5a)
    : // A surrogate pair counts once.
      unit < 0xdc00 || unit > 0xdfff;
