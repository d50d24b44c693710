import { typeInto } from '../../ui/type-into';

/** The compose box on screen that accepts files and shows its draft's text. */
export interface OpenComposeBox {
  /** Local key of its draft. */
  readonly key: string;
  readonly area: () => HTMLTextAreaElement | undefined;
}

/**
 * Inserts text on the browser's undo stack, and keeps caret and selection at the same text. Returns
 * false without a change if another element has the focus.
 */
export function insertAtOffset(area: HTMLTextAreaElement, at: number, text: string): boolean {
  const before = document.activeElement;
  const isFree = before === null || before === document.body;
  const canTakeFocus = isFree && matchMedia('(pointer: fine)').matches;
  if (before !== area && !canTakeFocus) return false;
  return replaceIn(area, at, at, text);
}

/**
 * Replaces the text in one undo step. The box takes the focus for a moment; false on phones, where
 * that would open the keyboard.
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
