import { insertTextIntoField } from 'text-field-edit';

/**
 * Replaces the selection with a text as if it had been typed: it goes on the browser's undo stack
 * and fires `input`. Any number of lines is one change.
 */
export function typeInto(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  // Without text and selection, it would delete the character before the caret.
  if (text === '' && field.selectionStart === field.selectionEnd) return;
  field.focus({ preventScroll: true });
  if (!text.includes('\n') || !insertLines(field, text)) insertTextIntoField(field, text);
}

/**
 * Chromium makes 2n − 1 changes of `insertText` with n lines, each with an `input` event and a
 * layout. As HTML the text is inserted in one step; a text field takes only the characters. Returns
 * false if it didn't work.
 */
function insertLines(field: HTMLTextAreaElement | HTMLInputElement, text: string): boolean {
  const { value, selectionStart, selectionEnd } = field;
  const start = selectionStart ?? value.length;
  const end = selectionEnd ?? value.length;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (!field.ownerDocument.execCommand('insertHTML', false, escaped)) return false;
  if (field.value === value.slice(0, start) + text + value.slice(end)) return true;
  if (field.value !== value) field.ownerDocument.execCommand('undo');
  field.setSelectionRange(start, end);
  return false;
}
