import type { TextFieldState } from '../format/text-edit';

/** A pasted text of more characters than these may be better off as a file. */
export const longPasteLength = 2000;

/** What replaced the selection of `before`, when the text is `after` now; empty if that can't be. */
export function insertedText({ value, start, end }: TextFieldState, after: string): string {
  const added = after.slice(start, after.length - (value.length - end));
  return value.slice(0, start) + added + value.slice(end) === after ? added : '';
}
