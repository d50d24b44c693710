import type ComposeBox from '../../features/compose/ComposeBox.svelte';
import {
  replaceRange,
  type TextEdit,
  type TextFieldState,
} from '../../features/compose/format/text-edit';

/**
 * Inserts complete lines at the caret or in place of the selection. The caret goes to an empty line
 * after them.
 */
export function insertLines({ value, start, end }: TextFieldState, lines: string): TextEdit {
  const before = value.slice(0, start);
  const rest = value.slice(end);
  const head = before === '' || before.endsWith('\n') ? '' : '\n';
  const insert = `${head}${lines}\n`;
  // The rest of the split line continues below.
  const tail = rest === '' || rest.startsWith('\n') ? '' : '\n';
  return replaceRange(start, end, insert + tail, [insert.length, insert.length]);
}

/**
 * Inserts lines at the caret as if they had been typed; an empty string only focuses the box.
 * `field` returns the text field once it is shown.
 */
export async function writeLines(
  box: ComposeBox | undefined,
  field: () => HTMLTextAreaElement | undefined,
  lines: string,
): Promise<void> {
  await box?.lead('text');
  const text = field();
  if (!text || lines === '') return text?.focus();
  const { applyTextEdit, readTextField } =
    await import('../../features/compose/format/apply-text-edit');
  applyTextEdit(text, insertLines(readTextField(text), lines));
  // The container scrolls, not the field, so the browser doesn't scroll a caret at the end into
  // view.
  if (text.selectionEnd === text.value.length) text.parentElement?.scrollTo(0, 1e6);
}
