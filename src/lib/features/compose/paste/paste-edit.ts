import { replaceRange, type TextEdit, type TextFieldState } from '../format/text-edit';
import { isLinkUrl } from '../format/inline';
import { isInFence } from '../format/lines';
import { fitToLine } from './fit-to-line';

/** What is on the clipboard, in the forms that matter here; empty where it has none. */
export interface ClipboardContent {
  readonly text: string;
  readonly html: string;
  /** Its HTML is only for looks: code editors colour what they copy. */
  readonly isCode: boolean;
}

/** How the rest is done. */
export interface PasteConverters {
  readonly toMarkdown: (html: string) => string;
  readonly referenceFromLink: (text: string) => string | null;
}

/**
 * What pasting does where it does more than the browser would; null leaves it to that. In code
 * everything is plain.
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
  // A word out of a code editor is a word. A block of a message is copied with what makes it one.
  const [fence = '', line, ...closing] = markdown.split('\n');
  const isOneLine = fence.startsWith('```') && line?.trim() === text && closing.length === 1;
  if (isOneLine && !/class="[^"]*\bcodehilite\b/.test(copied.html)) return null;
  return put(fitToLine(markdown, copied.html, field));
}
