/** The box on screen that files are dropped into, and that shows the text of its draft. */
export interface OpenBox {
  /** Local key of its draft. */
  readonly key: string;
  readonly area: () => HTMLTextAreaElement | undefined;
}

/**
 * Inserts on the platform's own undo stack, and leaves caret and selection with what they stood at.
 * False: the box has not the focus and may not take it from what has, so nothing was done.
 */
export function insertInto(area: HTMLTextAreaElement, at: number, text: string): boolean {
  const before = document.activeElement;
  const isFree = before === null || before === document.body;
  const mayTakeFocus = isFree && matchMedia('(pointer: fine)').matches;
  if (before !== area && !mayTakeFocus) return false;
  const { selectionStart, selectionEnd, scrollTop } = area;
  area.focus({ preventScroll: true });
  area.setSelectionRange(at, at);
  // Deprecated, and the only way onto the undo stack in every browser.
  const done = document.execCommand('insertText', false, text);
  const moved = (place: number) => (done && place >= at ? place + text.length : place);
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  area.scrollTop = scrollTop;
  if (before !== area) area.blur();
  return done;
}
