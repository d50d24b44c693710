import type TurndownService from 'turndown';
import { styleOf } from './node';

const faces = {
  // Office suites say it by style: a span that is bold, and a `b` that is not.
  bold: { mark: '**', names: ['STRONG', 'B'], style: /font-weight:(?:bold|[6-9]00)/ },
  slanted: { mark: '*', names: ['EM', 'I'], style: /font-style:(?:italic|oblique)/ },
  struck: { mark: '~~', names: ['DEL', 'S', 'STRIKE'], style: /line-through/ },
};
type Face = (typeof faces)[keyof typeof faces];
const isPlain = /font-(?:weight:(?:normal|[1-4]00)|style:normal)/;

const isIn = ({ names, style }: Face, node: HTMLElement) =>
  names.includes(node.nodeName)
    ? !isPlain.test(styleOf(node))
    : node.nodeName === 'SPAN' && style.test(styleOf(node));

function isWithin(face: Face, node: Node): boolean {
  for (let at = node.parentNode; at; at = at.parentNode) {
    if (at.nodeType === 1 && isIn(face, at as HTMLElement)) return true;
  }
  return false;
}

/** Each line of its own: so far the dialect reads marks. Those of blocks stay before them. */
const lineParts = /^([ \t]*(?:(?:[->]|\d+\.|#{1,6}) +)*)(\S(?:.*\S)?)/gm;

/** What is bold, slanted or struck through. */
export function faceRules(converter: TurndownService): void {
  converter.addRule('face', {
    filter: (node) => Object.values(faces).some((face) => isIn(face, node)),
    replacement: (content, node) =>
      content.includes('```')
        ? content
        : Object.values(faces)
            .filter((face) => isIn(face, node as HTMLElement) && !isWithin(face, node))
            .reduce(
              (text, { mark }) =>
                text.replace(lineParts, (_, before, line) => before + mark + line + mark),
              content,
            ),
  });
  converter.addRule('no face', {
    filter: (node) =>
      Object.values(faces).some(({ names }) => names.includes(node.nodeName)) &&
      isPlain.test(styleOf(node)),
    replacement: (content) => content,
  });
}
