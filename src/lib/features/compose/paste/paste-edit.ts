import { replaceRange, type TextEdit, type TextFieldState } from '../format/text-edit';
import { isLinkUrl } from '../format/inline';
import { isInFence } from '../format/lines';
import { fitToLine } from './fit-to-line';

/** The clipboard's content by format; empty if a format is missing. */
export interface ClipboardContent {
  readonly text: string;
  readonly html: string;
  /** From a code editor, whose HTML only adds colors. */
  readonly isCode: boolean;
}

/** Conversions that need the page or the account. */
export interface PasteConverters {
  readonly toMarkdown: (html: string) => string;
  readonly referenceFromLink: (text: string) => string | null;
}

/**
 * The edit for a paste that needs more than the browser's own; null leaves it to the browser. In
 * code everything is pasted as plain text.
 */
export function pasteEdit(
  field: TextFieldState,
  copied: ClipboardContent,
  means: PasteConverters,
): TextEdit | null {
  const { value, start, end } = field;
  if (isInFence(value, start)) return null;
  const text = copied.text.trim();
  const put = (insert: string): TextEdit =>
    replaceRange(start, end, insert, [insert.length, insert.length]);
  if (isLinkUrl(text)) {
    const selected = value.slice(start, end);
    if (selected.trim() && !isLinkUrl(selected) && !/[[\]\n]/.test(selected)) {
      return put(`[${selected}](${text})`);
    }
    const own = means.referenceFromLink(text);
    return own === null ? null : put(own);
  }
  if (copied.isCode) return null;
  if (!copied.html) return null;
  const markdown = means.toMarkdown(copied.html);
  if (markdown === '' || markdown === text.replace(/\r\n?/g, '\n')) return null;
  // One line from a code editor is pasted as text. A code block of a message is copied with its
  // class.
  const [fence = '', line, ...closing] = markdown.split('\n');
  const isOneLine = fence.startsWith('```') && line?.trim() === text && closing.length === 1;
  if (isOneLine && !/class="[^"]*\bcodehilite\b/.test(copied.html)) return null;
  return put(fitToLine(markdown, copied.html, field));
}
