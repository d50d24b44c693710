import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { emojiCodeOf, emojiCode, emojiNames, emoticons } from '../../../api/emoji-names';
import { escapeAll } from './escape';
import { renderStateOf } from './state';

/**
 * Emoji that are neither Unicode nor custom but exist in every organization, with the URLs where
 * clients of this API expect their images.
 */
const extraEmoji: ReadonlyMap<string, string> = new Map([
  ['zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png'],
]);

const colon = 0x3a;
const named = /:([\w+-]{1,64}):/y;

const picture =
  '(?:[\\u2300-\\u{10ffff}](?<=\\p{Extended_Pictographic})|\\p{RI}\\p{RI}|[\\d#*](?=\\ufe0f?\\u20e3))[\\ufe0f\\u20e3\\p{Emoji_Modifier}]*';
/** Pictographs and joined sequences of them. Text symbols like © stay text. */
const pictures = new RegExp(`${picture}(?:\\u200d${picture})*`, 'gu');
const maybePicture = /[\u20e3\u2300-\uffff]/;

const around = '[\\s,.;?!()\\[\\]"\']';
const emoticon = new RegExp(`(?:[:;][)(|/DoOpP]|\\(:|<3|:'\\()(?=$|${around})`, 'g');
const beforeEmoticon = new RegExp(around);

/** `:name:`, Unicode emoji and, if the author's setting is on, emoticons. */
export function emojiRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'emoji', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== colon) return false;
    named.lastIndex = state.pos;
    const match = named.exec(state.src);
    const name = match?.[1];
    if (!match || !name || state.pos + match[0].length > state.posMax) return false;
    const picture = renderStateOf(state.env).names.emoji.get(name) ?? extraEmoji.get(name);
    const code = emojiCode(name);
    if (picture === undefined && code === undefined) return false;
    if (!silent) {
      state.push('html_safe', '', 0).content =
        picture === undefined ? emojiHtml(code!, name) : ownHtml(picture, name);
    }
    state.pos += match[0].length;
    return true;
  });
  markdown.core.ruler.push('emoji', ({ tokens, env, Token: TokenOf }: StateCore) => {
    const { translateEmoticons = false } = renderStateOf(env).references;
    for (const block of tokens) {
      if (!block.children) continue;
      if (!translateEmoticons && !maybePicture.test(block.content)) continue;
      block.children = block.children.flatMap((token) =>
        token.type === 'text' ? inText(token, translateEmoticons, TokenOf) : [token],
      );
    }
  });
}

function inText(token: Token, translateEmoticons: boolean, TokenOf: typeof Token): Token[] {
  const text = token.content;
  const found: { index: number; length: number; code: string; name: string }[] = [];
  if (maybePicture.test(text)) {
    for (const { 0: picture, index } of text.matchAll(pictures)) {
      const code = emojiCodeOf(picture);
      const [name] = emojiNames(code);
      if (name !== undefined) found.push({ index, length: picture.length, code, name });
    }
  }
  if (translateEmoticons) {
    for (const { 0: face, index } of text.matchAll(emoticon)) {
      // Not part of the pattern, which would test it at every character of the text.
      if (index > 0 && !beforeEmoticon.test(text[index - 1]!)) continue;
      const name = emoticons.get(face)!;
      found.push({ index, length: face.length, code: emojiCode(name)!, name });
    }
    found.sort((a, b) => a.index - b.index);
  }
  if (found.length === 0) return [token];
  const parts: Token[] = [];
  let at = 0;
  const push = (type: string, content: string) => {
    const part = new TokenOf(type, '', 0);
    part.content = content;
    part.level = token.level;
    parts.push(part);
  };
  for (const { index, length, code, name } of found) {
    if (index > at) push('text', text.slice(at, index));
    push('html_safe', emojiHtml(code, name));
    at = index + length;
  }
  if (at < text.length) push('text', text.slice(at));
  return parts;
}

function ownHtml(url: string, name: string): string {
  const title = escapeAll(name.replaceAll('_', ' '));
  return `<img alt=":${escapeAll(name)}:" class="emoji" src="${escapeAll(url)}" title="${title}">`;
}

function emojiHtml(code: string, name: string): string {
  const title = escapeAll(name.replaceAll('_', ' '));
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${escapeAll(name)}:</span>`;
}
