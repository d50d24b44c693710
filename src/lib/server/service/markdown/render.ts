import MarkdownIt from 'markdown-it';
import { markdownBlockRules } from './blocks';
import { channelRule } from './channels';
import { codeRules } from './code';
import { emojiRules } from './emoji';
import { escapeText } from './escape';
import { fenceRule, spoilerHtml } from './fences';
import { inlineRules } from './inline';
import { linkifierRule } from './linkifiers';
import { markdownLinkRules, webAddressesIn } from './links';
import { mathRules } from './math';
import { mentionRule } from './mentions';
import {
  createRenderState,
  maxLinkifierSteps,
  noReferences,
  type CompiledLinkifiers,
  type MarkdownMentions,
  type MarkdownReferences,
} from './state';
import { tableRules } from './tables';
import { taskRule } from './tasks';
import { timeRule } from './times';

/**
 * A message has at most 10,000 code points. Texts up to this many UTF-16 units can use any markup.
 */
const asMessage = 20_000;
/** Limit for longer texts, in units of `weights`. Plain prose uses a quarter of it. */
const maxMarkupCharacters = 10_000;

/** How much work a character can cause. */
const weights = new Uint8Array(128);
weights['\n'.charCodeAt(0)] = 4;
for (const mark of '*_`~$[]<>&@#|') weights[mark.charCodeAt(0)] = 25;
for (const mark of '.:-+/0123456789') weights[mark.charCodeAt(0)] = 1;

/**
 * Whether a text is longer than any message and full of markup. Such a text is shown as written,
 * which costs less than rendering prose of its size.
 */
function isTooCostly(content: string): boolean {
  if (content.length <= asMessage) return false;
  let work = 0;
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at);
    if (code < 128) work += weights[code]!;
    else if (isPicture(code)) work += 25;
    if (work > maxMarkupCharacters) return true;
  }
  return false;
}

/** Symbols, and the first surrogates of emoji. */
function isPicture(code: number): boolean {
  return (code >= 0x2300 && code <= 0x2bff) || (code >= 0xd83c && code <= 0xd83e);
}

export interface RenderedMarkdown {
  /** Safe to show: no raw HTML, and only links that `isAllowedLink` accepts. */
  readonly html: string;
  readonly mentions: MarkdownMentions;
}

const markdown = new MarkdownIt('default', {
  html: false,
  linkify: true,
  breaks: true,
  typographer: false,
});
// The dialect has no backslash escapes: `C:\\*` is a path.
markdown.disable('escape');
for (const addTo of [
  inlineRules,
  markdownLinkRules,
  linkifierRule,
  markdownBlockRules,
  tableRules,
  taskRule,
  fenceRule,
  spoilerHtml,
  codeRules,
  mathRules,
  mentionRule,
  channelRule,
  timeRule,
  emojiRules,
]) {
  addTo(markdown);
}

/** Renders a message's Markdown. Pure: everything that it refers to comes from `references`. */
export function renderMarkdown(
  content: string,
  references: MarkdownReferences = noReferences,
): RenderedMarkdown {
  const state = createRenderState(references);
  const html = isTooCostly(content)
    ? `<p>${escapeText(content).replaceAll('\n', '<br>\n')}</p>`
    : markdown.render(content, { inkwell: state }).trimEnd();
  return { html, mentions: state.mentions };
}

/** Links of a topic, in order: URLs in it, and what linkifiers find in the rest. */
export function topicLinks(
  topic: string,
  linkifiers?: CompiledLinkifiers,
): { readonly text: string; readonly url: string }[] {
  const pages = webAddressesIn(markdown.linkify, topic);
  const found = linkifiers?.find(topic, 0, { linkifiers: maxLinkifierSteps }) ?? [];
  const parts = found.filter(
    (part) => !pages.some((page) => part.start < page.end && page.start < part.end),
  );
  return [...pages, ...parts]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

/** `/me` at the start makes a single paragraph a message about its sender. */
export function isMeMessage(content: string, html: string): boolean {
  return (
    content.startsWith('/me ') &&
    html.startsWith('<p>') &&
    html.endsWith('</p>') &&
    !content.includes('\n\n')
  );
}
