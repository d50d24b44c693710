import { toOneLine } from '../../writing/message-text/to-one-line';

/** A link to an uploaded file in a text. */
export interface FileLink {
  readonly label: string;
  readonly url: string;
  /** Where it stands in the text, end excluded. */
  readonly start: number;
  readonly end: number;
}

/** `/user_uploads/{realm}/…`, relative as the server tells it. */
const pattern = /\[([^[\]\n]*)\]\((\/user_uploads\/[^\s()]+)\)/g;

export function fileLinksOf(text: string): readonly FileLink[] {
  return [...text.matchAll(pattern)].map((match) => ({
    label: match[1] ?? '',
    url: match[2] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The documented form: the name without its brackets. https://zulip.com/api/upload-file */
export function fileLinkMarkdown(name: string, url: string): string {
  return `[${fileLinkLabel(name)}](${url})`;
}

/** What may stand between the brackets of a link, on one line. */
export function fileLinkLabel(name: string): string {
  return toOneLine(name.replace(/[[\]]/g, ''));
}

export function renameFileLink(text: string, link: FileLink, label: string): string {
  return replaced(text, link, fileLinkMarkdown(label, link.url));
}

/** Every link to a file leads to another one; what they are called stays. */
export function replaceFileUrl(text: string, url: string, to: string): string {
  return fileLinksOf(text)
    .filter((link) => link.url === url)
    .reduceRight(
      (changed, link) => replaced(changed, link, fileLinkMarkdown(link.label, to)),
      text,
    );
}

/** Without the link, and without the line or the blank that was there for it alone. */
export function removeFileLink(text: string, { start, end }: FileLink): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isLine = (before === '' || before.endsWith('\n')) && after.startsWith('\n');
  if (isLine) return before + after.slice(1);
  if (before.endsWith(' ') && /^(\s|$)/.test(after)) return before.slice(0, -1) + after;
  return before + after;
}

/** The links at two places of the order change places; the words around them stay. */
export function swapFileLinks(text: string, a: FileLink, b: FileLink): string {
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  return (
    text.slice(0, first.start) +
    text.slice(second.start, second.end) +
    text.slice(first.end, second.start) +
    text.slice(first.start, first.end) +
    text.slice(second.end)
  );
}

function replaced(text: string, { start, end }: FileLink, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
