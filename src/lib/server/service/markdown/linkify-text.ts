import type { MarkdownIt, Token } from 'markdown-it';
import { renderStateOf, type Linkifier } from './state';

/** Links what the organization's patterns find in text that is no link yet. */
export function linkifierRule(markdown: MarkdownIt): void {
  markdown.core.ruler.after('links', 'linkifiers', ({ tokens, env, Token: TokenOf, md }) => {
    const linkifiers = renderStateOf(env).references.engines?.linkifiers;
    if (!linkifiers) return;
    for (const block of tokens) {
      if (!block.children) continue;
      let inLink = 0;
      block.children = block.children.flatMap((token) => {
        if (token.type === 'link_open') inLink++;
        if (token.type === 'link_close') inLink--;
        if (token.type !== 'text' || inLink > 0) return [token];
        return split(token, matchesIn(token.content, linkifiers), TokenOf, md);
      });
    }
  });
}

interface Match {
  readonly index: number;
  readonly text: string;
  readonly url: string;
}

/** Matches that do not overlap: of two the one of the earlier pattern stays. */
function matchesIn(text: string, linkifiers: readonly Linkifier[]): Match[] {
  const found: Match[] = [];
  for (const linkifier of linkifiers) {
    const before = found.length;
    let from = 0;
    for (let match; (match = linkifier.next(text, from)); from = match.index + match.text.length) {
      const { index, text: own } = match;
      const taken = found
        .slice(0, before)
        .some(
          (other) => index < other.index + other.text.length && other.index < index + own.length,
        );
      if (!taken) found.push(match);
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

function split(
  token: Token,
  matches: readonly Match[],
  TokenOf: typeof Token,
  markdown: MarkdownIt,
): Token[] {
  const parts: Token[] = [];
  let at = 0;
  const push = (type: string, tag: string, nesting: -1 | 0 | 1, content = '') => {
    const part = new TokenOf(type, tag, nesting);
    part.content = content;
    part.level = token.level;
    parts.push(part);
    return part;
  };
  for (const { index, text, url } of matches) {
    const href = markdown.normalizeLink(url);
    if (!markdown.validateLink(href)) continue;
    if (index > at) push('text', '', 0, token.content.slice(at, index));
    push('link_open', 'a', 1).attrSet('href', href);
    push('text', '', 0, text);
    push('link_close', 'a', -1);
    at = index + text.length;
  }
  if (at < token.content.length) push('text', '', 0, token.content.slice(at));
  return parts;
}
