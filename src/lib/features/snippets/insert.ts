/**
 * Puts text in place of what is selected, as if typed: the platform's undo takes it back. `input`
 * events follow, so whoever listens to the field hears of it. The field must have the focus.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  // Nothing else reaches the undo stack of a text area.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
