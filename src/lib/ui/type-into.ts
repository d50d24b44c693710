import { insertTextIntoField } from 'text-field-edit';

/**
 * Puts a text in the place of what is selected, as if it had been typed: it goes on the browser's own
 * undo stack, and `input` is fired. However many lines it has, it is one change.
 */
export function typeInto(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  // Nothing in the place of nothing would delete the character before it.
  if (text === '' && field.selectionStart === field.selectionEnd) return;
  field.focus({ preventScroll: true });
  if (!text.includes('\n') || !insertLines(field, text)) insertTextIntoField(field, text);
}

/**
 * Chromium makes 2n − 1 changes of `insertText` with n lines, each with an `input` event and a layout.
 * As HTML the text goes in at once; a field only takes its characters. False where it didn't work.
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
