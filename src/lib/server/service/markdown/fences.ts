import type { MarkdownIt, StateBlock } from 'markdown-it';
import { nestBlocks } from './block-rule';
import { indentationOffset } from './blocks';

interface Opener {
  /** The run of backticks or tildes. The same run alone on a line closes the block. */
  readonly fence: string;
  readonly language: string;
  /** A spoiler's header. */
  readonly header: string;
}

/**
 * A language, in braces or after a dot, followed by a header, as other servers parse them. A
 * spoiler's header can contain code too.
 */
const opener = /^(`{3,}|~{3,}) *(?:\{?\.?([\w+,./#-]+)(?![\w+,./#-]) *((?=[^ ~`])[^~`]*)?)?$/;
const spoilerOpener = /^(`{3,}|~{3,}) *\{?\.?(spoiler)(?![\w+,./#-]) *(\S.*)$/i;
const quoteNames = new Set(['quote', 'quoted']);

/**
 * Block rule for fenced code, quotes, spoilers and formulas. A block ends at the next line with the
 * same run, or at the end of the text. Quotes and spoilers contain blocks, including fenced ones.
 */
export function fenceRule(markdown: MarkdownIt): void {
  markdown.block.ruler.at(
    'fence',
    (state, startLine, endLine, silent) => {
      if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
      const found = openerOf(lineOf(state, startLine));
      if (!found) return false;
      if (silent) return true;
      const last = containerEnd(state, startLine, endLine);
      const close = isContainer(found)
        ? matchingClose(state, found, startLine, last)
        : nextClose(state, found.fence, startLine, last);
      if (quoteNames.has(found.language)) {
        nestBlocks(state, 'blockquote', 'blockquote', startLine, close);
      } else if (found.language === 'spoiler') {
        spoiler(state, found.header, startLine, close);
      } else {
        const token = state.push(found.language === 'math' ? 'math_block' : 'fence', '', 0);
        token.info = found.language;
        const indent = state.sCount[startLine]! - indentationOffset(state, startLine);
        token.content = state.getLines(startLine + 1, close, indent, true);
      }
      state.line = Math.min(close + 1, last);
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}

function openerOf(line: string): Opener | null {
  const first = line.charCodeAt(0);
  if (first !== 0x60 && first !== 0x7e) return null;
  const [, fence, language = '', header = ''] = opener.exec(line) ?? spoilerOf(line) ?? [];
  if (fence === undefined) return null;
  const kind = language.toLowerCase();
  return { fence, language: isWord(kind) ? kind : language, header: header.trim() };
}

function spoilerOf(line: string): RegExpExecArray | null {
  const found = spoilerOpener.exec(line);
  // Three backticks in a header are inline code, so no block starts here.
  return found?.[1]!.startsWith('`') && found[3]!.includes('```') ? null : found;
}

const isWord = (name: string) => name === 'spoiler' || name === 'math' || quoteNames.has(name);

function isContainer({ language }: Opener): boolean {
  return language === 'spoiler' || quoteNames.has(language);
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
}

/** Where the surrounding list item or quote ends. */
function containerEnd(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || state.sCount[line]! >= state.blkIndent)) line++;
  return line;
}

function nextClose(state: StateBlock, fence: string, startLine: number, last: number): number {
  let line = startLine + 1;
  while (line < last && !(isFence(state, line) && lineOf(state, line) === fence)) line++;
  return line;
}

/** The closing line of a quote or spoiler. Skips fenced blocks inside it. */
function matchingClose(state: StateBlock, found: Opener, startLine: number, last: number): number {
  const open = [found];
  for (let line = startLine + 1; line < last; line++) {
    if (!isFence(state, line)) continue;
    const text = lineOf(state, line);
    const inner = open.at(-1)!;
    if (text === inner.fence) {
      open.pop();
      if (open.length === 0) return line;
    } else if (isContainer(inner)) {
      const next = openerOf(text);
      if (next) open.push(next);
    }
  }
  return last;
}

function isFence(state: StateBlock, line: number): boolean {
  const code = state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!);
  return code === 0x60 || code === 0x7e;
}

function spoiler(state: StateBlock, header: string, startLine: number, close: number): void {
  state.push('spoiler_open', '', 0);
  if (header !== '') {
    state.push('paragraph_open', 'p', 1);
    const token = state.push('inline', '', 0);
    token.content = header;
    token.children = [];
    state.push('paragraph_close', 'p', -1);
  }
  nestBlocks(state, 'spoiler_content', '', startLine, close);
}

/** Renders the blocks of this file, except code and formulas. */
export function spoilerHtml(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules['spoiler_open'] = () => '<div class="spoiler-block"><div class="spoiler-header">\n';
  rules['spoiler_content_open'] = () => '</div><div class="spoiler-content" aria-hidden="true">\n';
  rules['spoiler_content_close'] = () => '</div></div>\n';
}
