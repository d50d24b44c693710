import type { MarkdownIt, StateBlock } from 'markdown-it';
import { lineOf, nest, wrap, type Rule } from './block-rule';

const tooDeep = 20;
/** So many spaces nest a list under another, also where its marker is wider. */
const nestingIndent = 2;

/** What CommonMark's blocks lack for the dialect, and a bound to their nesting. */
export function blockRules(markdown: MarkdownIt): void {
  const { ruler } = markdown.block;
  ruler.disable(['reference', 'lheading', 'html_block']);
  ruler.before('table', 'too_deep', asParagraph);
  wrap(markdown, 'list', (built) => (state, startLine, endLine, silent) => {
    // `1)` is no item of the dialect.
    if (/^\d+\)/.test(lineOf(state, startLine))) return false;
    // It may begin anywhere, and with any number: also right below a line of text.
    if (silent && /^\d\. +\S/.test(lineOf(state, startLine))) return true;
    if (!silent) indentNested(state, startLine, endLine);
    return built(state, startLine, endLine, silent);
  });
  wrap(markdown, 'blockquote', (built) => (state, startLine, endLine, silent) => {
    // A lone mark quotes nothing.
    const isLone = startLine + 1 >= endLine || state.isEmpty(startLine + 1);
    if (isLone && /^>[ \t]*$/.test(lineOf(state, startLine))) return false;
    if (!silent && quoteBelow(state, startLine, endLine)) return true;
    return built(state, startLine, endLine, silent);
  });
}

/** Marks without text quote the lines right below them. */
function quoteBelow(state: StateBlock, startLine: number, endLine: number): boolean {
  let first = startLine;
  while (first < endLine && /^>[ \t]*$/.test(lineOf(state, first))) first++;
  if (first === startLine || first >= endLine || state.isEmpty(first)) return false;
  if (lineOf(state, first).startsWith('>') || state.sCount[first]! < state.blkIndent) return false;
  let last = first;
  while (last < endLine && !state.isEmpty(last)) last++;
  nest(state, 'blockquote', 'blockquote', first - 1, last);
  state.line = last;
  return true;
}

/** Below so many levels the rest is one paragraph: nothing is lost, and nothing can grow. */
const asParagraph: Rule = (state, startLine, endLine, silent) => {
  if (silent || state.level < tooDeep) return false;
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || state.sCount[line]! >= state.blkIndent)) line++;
  state.push('paragraph_open', 'p', 1);
  const token = state.push('inline', '', 0);
  token.content = state.getLines(startLine, line, state.blkIndent, false).trim();
  token.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = line;
  return true;
};

const listMarker = /^(?:[*+-]|\d{1,9}\.)(?: |$)/;

/** Moves nested lists of a numbered list in, so that two spaces are enough. */
function indentNested(state: StateBlock, startLine: number, endLine: number): void {
  const base = state.sCount[startLine]!;
  /** Of the marker of the last item, dot and space included. */
  let width = 0;
  for (let line = startLine; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    const text = lineOf(state, line);
    const indent = state.sCount[line]! - base;
    const isItem = listMarker.test(text);
    if (indent < nestingIndent) {
      const [marker] = /^\d{1,9}\. /.exec(text) ?? [];
      if (line === startLine && !marker) return;
      if (!isItem) return;
      if (marker) width = marker.length;
    } else if (isItem && indent < width) {
      state.sCount[line] = base + width;
    }
  }
}
