import { typeInto } from '../../../ui/type-into';
import type { TextEdit, TextFieldState } from './text-edit';

export function readTextField(element: HTMLTextAreaElement): TextFieldState {
  const { value, selectionStart: start, selectionEnd: end } = element;
  return { value, start, end };
}

/**
 * Applies an edit as if it were typed: it goes on the browser's undo stack and fires `input`.
 * Unchanged text at both ends is left alone.
 */
export function applyTextEdit(element: HTMLTextAreaElement, edit: TextEdit): void {
  const old = element.value.slice(edit.from, edit.to);
  element.focus();
  if (old !== edit.insert) {
    element.setSelectionRange(edit.from, edit.to);
    typeInto(element, edit.insert);
  }
  element.setSelectionRange(edit.start, edit.end);
}
