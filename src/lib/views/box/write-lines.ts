import { insertLines } from '../../features/compose/format/insert';
import type MessageBox from '../../features/compose/MessageBox.svelte';

/**
 * Lines of their own at the caret, as if they had been typed; nothing, and only the caret goes in.
 * `field`: the box's text, once it is shown.
 */
export async function writeLines(
  box: MessageBox | undefined,
  field: () => HTMLTextAreaElement | undefined,
  lines: string,
): Promise<void> {
  await box?.lead('text');
  const text = field();
  if (!text || lines === '') return text?.focus();
  const { apply, fieldOf } = await import('../../features/compose/format/apply');
  apply(text, insertLines(fieldOf(text), lines));
  // The frame scrolls, not the field: the platform leaves a caret at the end out of sight.
  if (text.selectionEnd === text.value.length) text.parentElement?.scrollTo(0, 1e6);
}
