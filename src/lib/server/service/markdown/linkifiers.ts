import type { MarkdownIt, Token } from 'markdown-it';
import { renderStateOf } from './state';

/**
 * Stands for an element before the text, so that the text doesn't count as the start of a line. It
 * isn't a character that can precede a link.
 */
const behind = '\u0003';

/** Applies the organization's linkifiers to all text outside links and code. */
export function linkifierRule(markdown: MarkdownIt): void {
  markdown.core.ruler.after('text_join', 'linkifiers', ({ tokens, env, Token: TokenOf }) => {
    const { references, left } = renderStateOf(env);
    const { linkifiers } = references;
    if (!linkifiers) return;
    for (const block of tokens) {
      if (!block.children) continue;
      let depth = 0;
      block.children = block.children.flatMap((token, index, all) => {
        if (token.type === 'link_open') depth++;
        if (token.type === 'link_close') depth--;
        if (token.type !== 'text' || depth > 0 || token.content === '') return [token];
        const before = all[index - 1];
        const isNew = !before || before.nesting === 1 || before.type === 'hardbreak';
        const line = isNew ? token.content : behind + token.content;
        const parts = linkifiers.find(line, isNew ? 0 : 1, left);
        if (parts.length === 0) return [token];
        const made: Token[] = [];
        const push = (type: string, tag: string, nesting: Token['nesting'], content = '') => {
          const one = new TokenOf(type, tag, nesting);
          one.content = content;
          one.level = token.level;
          made.push(one);
          return one;
        };
        let at = isNew ? 0 : 1;
        for (const { start, end, url } of parts) {
          if (start > at) push('text', '', 0, line.slice(at, start));
          push('link_open', 'a', 1).attrSet('href', url);
          push('text', '', 0, line.slice(start, end));
          push('link_close', 'a', -1);
          at = end;
        }
        if (at < line.length) push('text', '', 0, line.slice(at));
        return made;
      });
    }
  });
}
