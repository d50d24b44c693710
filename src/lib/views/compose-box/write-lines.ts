import { insertLines } from '../../features/compose/format/insert-lines';
import type ComposeBox from '../../features/compose/ComposeBox.svelte';

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
