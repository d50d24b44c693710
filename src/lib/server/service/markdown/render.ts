import MarkdownIt from 'markdown-it';
import { markdownBlockRules } from './blocks';
import { channelRule } from './channels';
import { codeRules } from './code';
import { isTooCostly } from './too-costly';
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
