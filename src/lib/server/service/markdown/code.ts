import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeAll, escapeText } from './escape';
import { renderStateOf } from './state';

/** Renders code blocks as `codehilite`, and inline code with its spaces. */
export function codeRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('backticks', codeSpan);
  const { rules } = markdown.renderer;
  rules['code_inline'] = (tokens, index) => `<code>${escapeText(tokens[index]!.content)}</code>`;
  rules['code_block'] = (tokens, index, _options, env) =>
    codeBlock(tokens[index]!.content, '', env);
  rules['fence'] = (tokens, index, _options, env) =>
    codeBlock(tokens[index]!.content, tokens[index]!.info || usualLanguage(env), env);
}

/** The organization's default, for code blocks without a language. */
const usualLanguage = (env: unknown) => renderStateOf(env).references.codeLanguage ?? '';

function codeBlock(content: string, language: string, env: unknown): string {
  const { references, left } = renderStateOf(env);
  const text = content.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const engine = references.engines?.code;
  const name = language === '' ? '' : (engine?.nameOf(language) ?? language);
  let html: string | null = null;
  if (language !== '' && text.length <= left.code) {
    left.code -= text.length;
    html = engine?.highlight(text, language) ?? null;
  }
  const attribute = name === '' ? '' : ` data-code-language="${escapeAll(name)}"`;
  const lines = text === '' ? '' : `${html ?? escapeAll(text)}\n`;
  return `<div class="codehilite"${attribute}><pre><span></span><code>${lines}</code></pre></div>\n`;
}

/** Positions of a text's backtick runs by length, found in one pass. */
const runsOf = new WeakMap<StateInline, Map<number, number[]>>();

function codeSpan(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x60) return false;
  const start = state.pos;
  let open = start;
  while (state.src.charCodeAt(open) === 0x60) open++;
  const length = open - start;
  const close = nextRun(state, length, open);
  if (close === undefined || close + length > state.posMax) {
    if (!silent) state.pending += state.src.slice(start, open);
  } else if (!silent) {
    state.push('code_inline', 'code', 0).content = state.src.slice(open, close);
  }
  state.pos = close === undefined || close + length > state.posMax ? open : close + length;
  return true;
}

function nextRun(state: StateInline, length: number, from: number): number | undefined {
  let runs = runsOf.get(state);
  if (!runs) {
    runs = new Map();
    for (const { index, 0: run } of state.src.matchAll(/`+/g)) {
      const same = runs.get(run.length);
      if (same) same.push(index);
      else runs.set(run.length, [index]);
    }
    runsOf.set(state, runs);
  }
  const same = runs.get(length) ?? [];
  let low = 0;
  let high = same.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (same[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return same[low];
}
