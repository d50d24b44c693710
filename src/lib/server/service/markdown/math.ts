import type { MarkdownIt } from 'markdown-it';
import { escapeText } from './escape';
import { renderStateOf } from './state';

const dollar = 0x24;
/**
 * Inline formula: not next to letters, not starting with an underscore, with dollar signs written
 * as `\$`.
 */
const inLine = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\w$])/y;

/** Inline `$$…$$`, and the paragraphs of a block of formulas. */
export function mathRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'math', (state, silent) => {
    const { pos, src } = state;
    if (src.charCodeAt(pos) !== dollar || /[\w$]/.test(src[pos - 1] ?? '')) return false;
    inLine.lastIndex = pos;
    const [whole, tex] = inLine.exec(src) ?? [];
    if (whole === undefined || tex === undefined || pos + whole.length > state.posMax) return false;
    if (!silent) {
      const token = state.push('html_safe', '', 0);
      token.content = formula(tex, false, state.env) ?? texError(whole);
    }
    state.pos = pos + whole.length;
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
  // Even the shortest formula costs the engine something.
  const cost = tex.length + 15;
  if (cost > left.math) return null;
  left.math -= cost;
  return references.engines?.math?.(tex, display) ?? null;
}

function texError(source: string): string {
  return `<span class="tex-error">${escapeText(source)}</span>`;
}
