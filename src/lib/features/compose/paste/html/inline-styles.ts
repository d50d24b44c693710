import type TurndownService from 'turndown';
import { inlineStyleOf } from './node';

interface InlineStyle {
  readonly mark: string;
  readonly names: readonly string[];
  /** Office suites say it by style: a span that is bold, and a `b` that is not. */
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

/** Those whose style says how a text looks; that of a cell is applied where the table is made. */
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

/** Each line of its own: so far the dialect reads marks. Those of blocks stay before them. */
const lineParts = /^([ \t]*(?:(?:[->]|\d+\.|#{1,6}) +)*)(\S(?:.*\S)?)/gm;

/** What is bold, slanted or struck through. */
export function inlineStyleRules(converter: TurndownService): void {
  converter.addRule('face', {
    filter: (node) =>
      node.nodeName !== 'TD' &&
      node.nodeName !== 'TH' &&
      inlineStyles.some((face) => face.names.includes(node.nodeName) || isIn(face, node)),
    replacement: (content, node) => withInlineMarks(content, node as HTMLElement),
  });
}

/** A text with the marks of its element, but for those that are around it already. */
export function withInlineMarks(content: string, node: HTMLElement): string {
  if (content.includes('```')) return content;
  return inlineStyles
    .filter((face) => isIn(face, node) && !isWithin(face, node))
    .reduce(
      (text, { mark }) => text.replace(lineParts, (_, before, line) => before + mark + line + mark),
      content,
    );
}
