import type { TextEdit, TextFieldState } from '../../src/lib/features/compose/format/text-edit';

/** The text field after an edit. */
export function applied({ value }: TextFieldState, edit: TextEdit): TextFieldState {
  const text = value.slice(0, edit.from) + edit.insert + value.slice(edit.to);
  return { value: text, start: edit.start, end: edit.end };
}
