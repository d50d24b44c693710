import { toOneLine } from '../../writing/message-text/to-one-line';

export interface FileLink {
  readonly label: string;
  readonly url: string;
  /** Offset in the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** `/user_uploads/{realm}/…`, relative as the server reports it. */
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

/** Makes a name safe between the brackets of a link, on one line. */
export function fileLinkLabel(name: string): string {
  return toOneLine(name.replace(/[[\]]/g, ''));
}

export function renameFileLink(text: string, link: FileLink, label: string): string {
  return replaced(text, link, fileLinkMarkdown(label, link.url));
}

/** Changes the URL of every link to a file and keeps the labels. */
export function replaceFileUrl(text: string, url: string, to: string): string {
  return fileLinksOf(text)
    .filter((link) => link.url === url)
    .reduceRight(
      (changed, link) => replaced(changed, link, fileLinkMarkdown(link.label, to)),
      text,
    );
}

/** Removes the link, with the line or space that existed only for it. */
export function removeFileLink(text: string, { start, end }: FileLink): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isLine = (before === '' || before.endsWith('\n')) && after.startsWith('\n');
  if (isLine) return before + after.slice(1);
  if (before.endsWith(' ') && /^(\s|$)/.test(after)) return before.slice(0, -1) + after;
  return before + after;
}

/** Swaps two links and leaves the text around them. */
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
