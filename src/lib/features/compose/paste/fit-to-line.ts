import type { TextFieldState } from '../format/text-edit';

/** What makes a line one of a block, and the element that it comes from: words may begin so too. */
const marks = [
  { element: /<h[1-6][\s>]/i, mark: /^#{1,6} / },
  { element: /<li[\s>]/i, mark: /^(?:- |\d+\. )/ },
  { element: /<blockquote[\s>]/i, mark: /^> / },
];
const isBlock = /^(?:#{1,6} |- |\d+\. |> |`{3}|\| )/;

/**
 * Converted HTML as it goes beside the text of its line: a block starts a line, a single line of one
 * becomes words. In an item that was begun, the first item has no mark of its own.
 */
export function fitToLine(
  markdown: string,
  html: string,
  { value, start, end }: TextFieldState,
): string {
  const before = value.slice(value.lastIndexOf('\n', start - 1) + 1, start);
  const isBegun = /^\s*(?:[-*+]|\d+\.)\s+$/.test(before);
  const rest = value.slice(end);
  const gap = markdown.startsWith('| ') ? '\n\n' : '\n';
  const [ends = ''] = /^\n{0,2}/.exec(rest) ?? [];
  // A table or a fence goes on until its line ends.
  const isOpen = /(?:^|\n)(?:\| .* \||`{3,})$/.test(markdown);
  if (isBlock.test(markdown) && before.trim() === '') {
    if (!isOpen) return markdown;
    return markdown + (rest ? gap.slice(ends.length) : '\n');
  }
  if (!isBlock.test(markdown)) return markdown;
  const mark = marks.find(({ element, mark }) => element.test(html) && mark.test(markdown))?.mark;
  if (mark && (isBegun || !markdown.includes('\n'))) return markdown.replace(mark, '');
  // Only words that look like it.
  if (!mark && !markdown.includes('\n')) return markdown;
  return gap + markdown + (rest ? gap.slice(ends.length) : '');
}
