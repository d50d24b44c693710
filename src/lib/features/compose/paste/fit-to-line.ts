import type { TextFieldState } from '../format/text-edit';

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
