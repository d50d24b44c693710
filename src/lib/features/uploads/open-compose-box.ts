import { typeInto } from '../../ui/type-into';

/** The box on screen that files are dropped into, and that shows the text of its draft. */
export interface OpenComposeBox {
  /** Local key of its draft. */
  readonly key: string;
  readonly area: () => HTMLTextAreaElement | undefined;
}

/**
 * Inserts on the platform's own undo stack, and leaves caret and selection with what they stood at.
 * False: the box has not the focus and may not take it from what has, so nothing was done.
 */
export function insertAtOffset(area: HTMLTextAreaElement, at: number, text: string): boolean {
  const before = document.activeElement;
  const isFree = before === null || before === document.body;
  const mayTakeFocus = isFree && matchMedia('(pointer: fine)').matches;
  if (before !== area && !mayTakeFocus) return false;
  return replaceIn(area, at, at, text);
}

/**
 * Makes the text another one, as one step of the undo stack. The box borrows the focus for it; false on
 * phones, where that would open the keyboard.
 */
export function rewriteText(area: HTMLTextAreaElement, today: string): boolean {
  if (!matchMedia('(pointer: fine)').matches) return false;
  const { value } = area;
  const shorter = Math.min(value.length, today.length);
  let start = 0;
  while (start < shorter && value[start] === today[start]) start++;
  let end = 0;
  while (end < shorter - start && value.at(-1 - end) === today.at(-1 - end)) end++;
  return replaceIn(area, start, value.length - end, today.slice(start, today.length - end));
}

function replaceIn(area: HTMLTextAreaElement, from: number, to: number, text: string): boolean {
  const before = document.activeElement;
  const { selectionStart, selectionEnd, scrollTop } = area;
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, to);
  const wanted = area.value.slice(0, from) + text + area.value.slice(to);
  if (from !== to || text !== '') typeInto(area, text);
  const done = area.value === wanted;
  const grown = text.length - (to - from);
  const moved = (place: number) => {
    if (!done || place < from) return place;
    return place >= to ? place + grown : Math.min(place, from + text.length);
  };
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd));
  area.scrollTop = scrollTop;
  if (before !== area) {
    area.blur();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
  return done;
}
