import { replaceRange, type TextEdit, type TextFieldState } from '../format/text-edit';
import { isLinkUrl } from '../format/inline';
import { isInFence } from '../format/lines';

/**
 * Block prefixes with the HTML element they come from: plain text can start with the same
 * characters.
 */
const marks = [
  { element: /<h[1-6][\s>]/i, mark: /^#{1,6} / },
  { element: /<li[\s>]/i, mark: /^(?:- |\d+\. )/ },
  { element: /<blockquote[\s>]/i, mark: /^> / },
];
const isBlock = /^(?:#{1,6} |- |\d+\. |> |`{3}|\| )/;

/**
 * Converted HTML adapted to the text on its line: a block starts a new line, and a single line of a
 * block becomes plain text. In a list item that is already begun, the first item loses its marker.
 */
function fitToLine(markdown: string, html: string, { value, start, end }: TextFieldState): string {
  const before = value.slice(value.lastIndexOf('\n', start - 1) + 1, start);
  const isBegun = /^\s*(?:[-*+]|\d+\.)\s+$/.test(before);
  const rest = value.slice(end);
  const gap = markdown.startsWith('| ') ? '\n\n' : '\n';
  const [ends = ''] = /^\n{0,2}/.exec(rest) ?? [];
  // A table or fence continues until its line ends.
  const isOpen = /(?:^|\n)(?:\| .* \||`{3,})$/.test(markdown);
  if (isBlock.test(markdown) && before.trim() === '') {
    if (!isOpen) return markdown;
    return markdown + (rest ? gap.slice(ends.length) : '\n');
  }
  if (!isBlock.test(markdown)) return markdown;
  const mark = marks.find(({ element, mark }) => element.test(html) && mark.test(markdown))?.mark;
  if (mark && (isBegun || !markdown.includes('\n'))) return markdown.replace(mark, '');
  // Plain text that only looks like a block.
  if (!mark && !markdown.includes('\n')) return markdown;
  return gap + markdown + (rest ? gap.slice(ends.length) : '');
}

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
