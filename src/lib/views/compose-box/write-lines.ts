import { insertLines } from '../../features/compose/format/insert-lines';
import type ComposeBox from '../../features/compose/ComposeBox.svelte';

/**
 * Lines of their own at the caret, as if they had been typed; nothing, and only the caret goes in.
 * `field`: the box's text, once it is shown.
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
  // The frame scrolls, not the field: the platform leaves a caret at the end out of sight.
  if (text.selectionEnd === text.value.length) text.parentElement?.scrollTo(0, 1e6);
}
