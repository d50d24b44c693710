import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeAll } from './escape';
import { renderStateOf } from './state';

/** Schemes that a link can have. Everything else stays text. */
const allowed = /^(?:https?:\/\/[^/\s]|(?:mailto|sms|tel):[^\s])/i;
const webPage = /^https?:\/\//i;
/** Links within this server, by path or fragment. */
const local = /^(?:\/(?!\/)|#)/;
/** Top-level domains that are more common as file extensions. */
const fileEndings = /\.(?:md|py|rs|sh|pl|ps|so|mov|zip|cc|pm|vi)$/i;
/** Present in every URL or email address: a dot between other characters, `@` or `://`. */
const maybeLink = /[^\s.]\.[^\s.]|@|:\/\//;
const image = /\.(?:png|jpe?g|gif|webp|bmp|avif)$/i;

/** Whether rendered text can link to this URL. */
export function isAllowedLink(url: string): boolean {
  return allowed.test(url) || local.test(url);
}

export function markdownLinkRules(markdown: MarkdownIt): void {
  // Images become links: nothing is loaded from elsewhere without a click.
  markdown.disable('image');
  markdown.validateLink = isAllowedLink;
  markdown.normalizeLinkText = (url) => url;
  const { linkify } = markdown;
  linkify.set({ fuzzyLink: true, urlAuth: true });
  linkify.add('ftp:', null);
  linkify.normalize = (match) => {
    // A colon after a URL belongs to the sentence.
    let end = 0;
    while (match.text.at(-1 - end) === ':') end++;
    if (end > 0 && match.url.endsWith(':')) {
      match.lastIndex -= end;
      for (const key of ['raw', 'text', 'url'] as const) match[key] = match[key].slice(0, -end);
    }
    if (match.schema === '') match.url = `https://${match.url}`;
    if (match.schema === 'mailto:' && !/^mailto:/i.test(match.url))
      match.url = `mailto:${match.url}`;
  };
  // Most texts have no links, and the library's own search is most of the cost of plain text.
  const test = linkify.test.bind(linkify);
  linkify.test = (text) => maybeLink.test(text) && test(text);
  markdown.core.ruler.after('linkify', 'links', ({ tokens, env, Token: TokenOf }) => {
    const { references } = renderStateOf(env);
    for (const { children } of tokens) {
      children?.forEach((token, index) => {
        if (token.type !== 'link_open') return;
        if (token.markup === 'linkify' && isNoLink(children, index)) return unlink(children, index);
        const end = wordless(children, index);
        if (end > 0 && token.attrGet('href')) {
          const text = new TokenOf('text', '', 0);
          text.content = String(token.attrGet('href'));
          children.splice(index + 1, end - index - 1, text);
        }
        makeLocal(token, references.baseUrl);
      });
    }
  });
  markdown.core.ruler.push('previews', previews);
}

/**
 * Index of the end of a link without visible text, which then shows its URL. 0 if it has visible
 * text.
 */
function wordless(tokens: readonly Token[], index: number): number {
  for (let at = index + 1; at < tokens.length; at++) {
    const { type, content } = tokens[at]!;
    if (type === 'link_close') return at;
    if (type !== 'text' && type !== 'softbreak') return 0;
    if (/[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(content)) return 0;
  }
  return 0;
}

/** Matches that people don't mean as links: file names, and parts of other URLs. */
function isNoLink(tokens: readonly Token[], index: number): boolean {
  const href = String(tokens[index]!.attrGet('href'));
  const text = tokens[index + 1]!.content;
  const before = tokens[index - 1]?.type === 'text' ? tokens[index - 1]!.content : '';
  const after = tokens[index + 3]?.type === 'text' ? tokens[index + 3]!.content : '';
  if (href.startsWith('mailto:')) return after.startsWith('/');
  return isNoAddress(text, before);
}

function isNoAddress(text: string, before: string): boolean {
  if (/^https?:/i.test(text)) return false;
  return text.startsWith('//') || fileEndings.test(text.split('/', 1)[0]!) || /[/@]$/.test(before);
}

/** URLs of web pages in a line of plain text, for `topic_links`. */
export function webAddressesIn(linkify: MarkdownIt['linkify'], line: string) {
  if (!maybeLink.test(line)) return [];
  return (linkify.match(line) ?? [])
    .filter(({ index, text, url }) => webPage.test(url) && !isNoAddress(text, line.slice(0, index)))
    .map(({ index, text, url }) => ({ start: index, end: index + text.length, url }));
}

function unlink(tokens: Token[], index: number): void {
  for (const at of [index, index + 2]) {
    const token = tokens[at]!;
    token.type = 'text';
    token.tag = '';
    token.nesting = 0;
    token.content = '';
  }
}

/** Reduces a link to a conversation on this server to its fragment. */
function makeLocal(token: Token, baseUrl: string | undefined): void {
  const href = String(token.attrGet('href'));
  if (baseUrl === undefined || !href.startsWith(`${baseUrl}/`)) return;
  const path = href.slice(baseUrl.length);
  if (path.startsWith('/#')) token.attrSet('href', path.slice(1));
  else if (path.startsWith('/user_uploads/')) token.attrSet('href', path);
}

/** Shows uploaded images below the paragraph that links to them. */
function previews(state: StateCore): void {
  if (renderStateOf(state.env).references.showsPictures === false) return;
  const tokens: Token[] = [];
  let pending = new Set<string>();
  for (const token of state.tokens) {
    tokens.push(token);
    for (const child of token.children ?? []) {
      if (child.type !== 'link_open') continue;
      const href = String(child.attrGet('href'));
      if (href.startsWith('/user_uploads/') && image.test(href)) pending.add(href);
    }
    if (token.type !== 'paragraph_close') continue;
    for (const href of pending) {
      const preview = new state.Token('html_safe', '', 0);
      preview.content = previewHtml(href, token.hidden);
      tokens.push(preview);
    }
    pending = new Set();
  }
  state.tokens = tokens;
}

function previewHtml(href: string, isInItem: boolean): string {
  const name = decode(href.slice(href.lastIndexOf('/') + 1));
  const url = escapeAll(href);
  return `<div class="message_inline_image"><a href="${url}" title="${escapeAll(name)}"><img src="${url}"></a></div>${isInItem ? '' : '\n'}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
