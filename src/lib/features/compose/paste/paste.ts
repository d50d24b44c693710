import { replacing, type Edit, type Field } from '../format/field';
import { isAddress } from '../format/inline';
import { isInFence } from '../format/lines';
import { besideText } from './beside';

/** What is on the clipboard, in the forms that matter here; empty where it has none. */
export interface Copied {
  readonly text: string;
  readonly html: string;
  /** Its HTML is only for looks: code editors colour what they copy. */
  readonly isCode: boolean;
}

/** How the rest is done. */
export interface Means {
  readonly toMarkdown: (html: string) => string;
  readonly ownLink: (text: string) => string | null;
}

/**
 * What pasting does where it does more than the browser would; null leaves it to that. In code
 * everything is plain.
 */
export function pasteEdit(field: Field, copied: Copied, means: Means): Edit | null {
  const { value, start, end } = field;
  if (isInFence(value, start)) return null;
  const text = copied.text.trim();
  const put = (insert: string): Edit =>
    replacing(start, end, insert, [insert.length, insert.length]);
  if (isAddress(text)) {
    const selected = value.slice(start, end);
    if (selected.trim() && !isAddress(selected) && !/[[\]\n]/.test(selected)) {
      return put(`[${selected}](${text})`);
    }
    const own = means.ownLink(text);
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
  return put(besideText(markdown, copied.html, field));
}
