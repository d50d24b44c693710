import type { MarkdownIt } from 'markdown-it';
import { escapeText } from './escape';
import { renderStateOf } from './state';

const dollar = 0x24;

/** `$$…$$` in a line and the paragraphs of a block of formulas. */
export function mathRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'math', (state, silent) => {
    const { pos, src } = state;
    if (src.charCodeAt(pos) !== dollar || src.charCodeAt(pos + 1) !== dollar) return false;
    if (src.charCodeAt(pos - 1) === dollar || src.charCodeAt(pos + 2) === dollar) return false;
    const end = src.indexOf('$', pos + 2);
    if (end === -1 || src.charCodeAt(end + 1) !== dollar) return false;
    if (src.charCodeAt(end + 2) === dollar || end + 2 > state.posMax) return false;
    const tex = src.slice(pos + 2, end);
    if (tex.includes('\n\n')) return false;
    if (!silent) {
      const token = state.push('html_safe', '', 0);
      token.content = formula(tex, false, state.env) ?? texError(`$$${tex}$$`);
    }
    state.pos = end + 2;
    return true;
  });
  markdown.renderer.rules['math_block'] = (tokens, index, _options, env) =>
    tokens[index]!.content.split('\n\n')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => `<p>${formula(part, true, env) ?? texError(part)}</p>\n`)
      .join('');
}

function formula(tex: string, display: boolean, env: unknown): string | null {
  const { references, left } = renderStateOf(env);
  // Even the shortest formula is work for the engine.
  const cost = tex.length + 15;
  if (cost > left.math) return null;
  left.math -= cost;
  return references.engines?.math?.(tex, display) ?? null;
}

function texError(source: string): string {
  return `<span class="tex-error">${escapeText(source)}</span>`;
}
