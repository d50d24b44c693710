import type { MarkdownIt, StateBlock } from 'markdown-it';
import { wrapBlockRule } from './block-rule';

/**
 * Replaces pipes that don't separate cells. Never in the source, because markdown-it removes it
 * first.
 */
const still = '\0';

/**
 * A pipe in code, in a mention or after a backslash doesn't separate cells. The dialect has no
 * escapes, so the backslash is shown.
 */
export function tableRules(markdown: MarkdownIt): void {
  wrapBlockRule(markdown, 'table', (built) => (state, startLine, endLine, silent) => {
    const { src, tokens } = state;
    const first = tokens.length;
    state.src = stilledSource(state);
    const isTable = built(state, startLine, endLine, silent);
    state.src = src;
    for (const token of tokens.slice(first)) token.content = token.content.replaceAll(still, '|');
    return isTable;
  });
  markdown.renderer.rules['th_open'] = markdown.renderer.rules['td_open'] = (tokens, index) => {
    const [, align] = /text-align:(\w+)/.exec(String(tokens[index]!.attrGet('style') ?? '')) ?? [];
    return `<${tokens[index]!.tag}${align ? ` style="text-align: ${align};"` : ''}>`;
  };
}

const stilledSources = new WeakMap<StateBlock, string>();

/** Computed once for all tables. Same length as the source. */
function stilledSource(state: StateBlock): string {
  let made = stilledSources.get(state);
  if (made === undefined) {
    made = state.src.split('\n').map(stilled).join('\n');
    stilledSources.set(state, made);
  }
  return made;
}

function stilled(row: string): string {
  if (!row.includes('|')) return row;
  const runs = Array.from(row.matchAll(/`+/g));
  const lengths = runs.map(([run]) => run.length);
  let made = '';
  let at = 0;
  for (let open = 0; open < runs.length; open++) {
    const close = lengths.indexOf(lengths[open]!, open + 1);
    if (close < 0) continue;
    const [start, end] = [runs[open]!.index, runs[close]!.index];
    made += row.slice(at, start) + row.slice(start, end).replaceAll('|', still);
    at = end;
    open = close;
  }
  return (made + row.slice(at))
    .replaceAll('\\|', `\\${still}`)
    .replaceAll(/(@_?\*\*[^*|]*)\|(?=\d+\*\*)/g, `$1${still}`);
}
