import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { escapeText } from './escape';

/** Line breaks, strikethrough and emphasis of the dialect. */
export function inlineRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('newline', lineBreak);
  markdown.inline.ruler.at('strikethrough', strikethrough);
  // `_` has no meaning: it is part of names.
  const emphasis = markdown.inline.ruler.__rules__.find(({ name }) => name === 'emphasis')!.fn;
  markdown.inline.ruler.at('emphasis', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x2a) return false;
    const { length } = state.delimiters;
    if (!emphasis(state, silent)) return false;
    const run = state.delimiters.slice(length);
    // `** text **` is strong too. A single asterisk must touch its text.
    if (run.length === 2) for (const one of run) one.open = one.close = true;
    return true;
  });
  markdown.inline.ruler2.before('emphasis', 'in_one_line', inOneLine);
  markdown.core.ruler.push('strong_outside', strongOutside);
  markdown.renderer.rules['html_safe'] = (tokens, index) => tokens[index]!.content;
  markdown.renderer.rules['text'] = (tokens, index) => escapeText(tokens[index]!.content);
}

/** Keeps every line break, and the spaces around it. */
function lineBreak(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x0a) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos++;
  return true;
}

const struck = /~~[^~\n]+~~(?!~)/y;

/** `~~text~~`, spaces inside allowed. No other tilde can touch it from outside. */
function strikethrough(state: StateInline, silent: boolean): boolean {
  const { pos, posMax, src } = state;
  if (src.charCodeAt(pos) !== 0x7e || src.charCodeAt(pos - 1) === 0x7e) return false;
  struck.lastIndex = pos;
  const match = struck.exec(src);
  const end = pos + (match?.[0].length ?? 0);
  if (!match || end > posMax) return false;
  if (!silent) {
    state.push('del_open', 'del', 1);
    state.pos = pos + 2;
    state.posMax = end - 2;
    state.md.inline.tokenize(state);
    state.push('del_close', 'del', -1);
    state.posMax = posMax;
  }
  state.pos = end;
  return true;
}

/** Emphasis doesn't continue on the next line. */
function inOneLine({ tokens, delimiters, tokens_meta }: StateInline): boolean {
  let line = 0;
  const lines = tokens.map(({ type }) => (type === 'hardbreak' ? ++line : line));
  for (const list of [delimiters, ...tokens_meta.map((meta) => meta?.delimiters ?? [])]) {
    for (const one of list) {
      if (one.end >= 0 && lines[one.token] !== lines[list[one.end]!.token]) one.end = -1;
    }
  }
  return false;
}

/** Makes `***text***` strong outside and emphasis inside. CommonMark does the opposite. */
function strongOutside({ tokens }: StateCore): void {
  for (const block of tokens) {
    if (!block.children?.some(({ type }) => type === 'em_close')) continue;
    // Used asterisks leave empty text tokens.
    const children = block.children.filter(({ type, content }) => type !== 'text' || content);
    block.children = children;
    const open: number[] = [];
    children.forEach((token, index) => {
      if (token.type === 'em_open') open.push(index);
      if (token.type !== 'em_close') return;
      const start = open.pop();
      if (start === undefined) return;
      const [first, second] = [children[start], children[start + 1]];
      const before = children[index - 1];
      if (second?.type !== 'strong_open' || before?.type !== 'strong_close') return;
      if (first?.level !== token.level || second.level !== before.level) return;
      swap(children, start, start + 1);
      swap(children, index - 1, index);
    });
  }
}

function swap(tokens: Token[], a: number, b: number): void {
  const [first, second] = [tokens[a]!, tokens[b]!];
  [first.level, second.level] = [second.level, first.level];
  tokens[a] = second;
  tokens[b] = first;
}
