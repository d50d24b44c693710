import type { TextFieldState } from '../format/text-edit';

/** Pasted text with more characters than this can be turned into a file. */
export const longPasteLength = 2000;

/**
 * The text that replaced the selection in the field, given the value afterward; empty if no
 * replacement explains it.
 */
export function insertedText({ value, start, end }: TextFieldState, after: string): string {
  const added = after.slice(start, after.length - (value.length - end));
  return value.slice(0, start) + added + value.slice(end) === after ? added : '';
}
