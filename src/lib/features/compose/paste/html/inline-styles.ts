import type TurndownService from 'turndown';
import { inlineStyleOf } from './node';

interface InlineStyle {
  readonly mark: string;
  readonly names: readonly string[];
  /** Office suites use styles: bold spans, and `b` elements that aren't bold. */
  readonly style: RegExp;
  readonly plain?: RegExp;
}

const inlineStyles: readonly InlineStyle[] = [
  {
    mark: '**',
    names: ['STRONG', 'B'],
    style: /font-weight:(?:bold|[6-9]00)/,
    plain: /font-weight:(?:normal|[1-4]00)/,
  },
  {
    mark: '*',
    names: ['EM', 'I'],
    style: /font-style:(?:italic|oblique)/,
    plain: /font-style:normal/,
  },
  { mark: '~~', names: ['DEL', 'S', 'STRIKE'], style: /line-through/ },
];

/** Elements whose style is read; that of table cells is applied where the table is built. */
const styled = new Set(['SPAN', 'FONT', 'TD', 'TH']);

const isIn = ({ names, style, plain }: InlineStyle, node: HTMLElement) =>
  names.includes(node.nodeName)
    ? !plain?.test(inlineStyleOf(node))
    : styled.has(node.nodeName) && style.test(inlineStyleOf(node));

function isWithin(face: InlineStyle, node: Node): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) {
    if (at.nodeType === 1 && isIn(face, at as HTMLElement)) return true;
  }
  return false;
}

/**
 * Marks are added per line, because Zulip's Markdown reads them within one line. Block markers stay
 * in front of them.
 */
const lineParts = /^([ \t]*(?:(?:[->]|\d+\.|#{1,6}) +)*)(\S(?:.*\S)?)/gm;

/** Rules for bold, italic and struck-through text. */
export function inlineStyleRules(converter: TurndownService): void {
  converter.addRule('face', {
    filter: (node) =>
      node.nodeName !== 'TD' &&
      node.nodeName !== 'TH' &&
      inlineStyles.some((face) => face.names.includes(node.nodeName) || isIn(face, node)),
    replacement: (content, node) => withInlineMarks(content, node as HTMLElement),
  });
}

/** Adds the element's marks to its text, except those that an ancestor adds already. */
export function withInlineMarks(content: string, node: HTMLElement): string {
  if (content.includes('```')) return content;
  return inlineStyles
    .filter((face) => isIn(face, node) && !isWithin(face, node))
    .reduce(
      (text, { mark }) => text.replace(lineParts, (_, before, line) => before + mark + line + mark),
      content,
    );
}
