import MarkdownIt from 'markdown-it';
import { blockRules } from './blocks';
import { channelRule } from './channels';
import { codeRules } from './code';
import { isTooCostly } from './cost';
import { emojiRules } from './emoji';
import { escapeText } from './escape';
import { fenceRule, spoilerHtml } from './fences';
import { inlineRules } from './inline';
import { linkifierRule } from './linkifiers';
import { linkRules, pagesIn } from './links';
import { mathRules } from './math';
import { mentionRule } from './mentions';
import {
  createRenderState,
  mostSteps,
  noReferences,
  type Linkifiers,
  type Mentions,
  type References,
} from './state';
import { tableRules } from './tables';
import { taskRule } from './tasks';
import { timeRule } from './times';

export interface Rendered {
  /** Safe to show: no raw HTML, links only to http, https and mailto. */
  readonly html: string;
  readonly mentions: Mentions;
}

const markdown = new MarkdownIt('default', {
  html: false,
  linkify: true,
  breaks: true,
  typographer: false,
});
// The dialect has no escapes: `C:\\*` is a path.
markdown.disable('escape');
for (const addTo of [
  inlineRules,
  linkRules,
  linkifierRule,
  blockRules,
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

/** Renders a message's Markdown. Pure: what it may refer to comes as `references`. */
export function render(content: string, references: References = noReferences): Rendered {
  const state = createRenderState(references);
  const html = isTooCostly(content)
    ? `<p>${escapeText(content).replaceAll('\n', '<br>\n')}</p>`
    : markdown.render(content, { inkwell: state }).trimEnd();
  return { html, mentions: state.mentions };
}

/** What a topic links to, in its order: the addresses in it, and what linkifiers find beside them. */
export function topicLinks(
  topic: string,
  linkifiers?: Linkifiers,
): { readonly text: string; readonly url: string }[] {
  const pages = pagesIn(markdown.linkify, topic);
  const found = linkifiers?.find(topic, 0, { linkifiers: mostSteps }) ?? [];
  const parts = found.filter(
    (part) => !pages.some((page) => part.start < page.end && page.start < part.end),
  );
  return [...pages, ...parts]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

/** `/me` at the start makes a message about oneself, if it is a single paragraph. */
export function isMeMessage(content: string, html: string): boolean {
  return (
    content.startsWith('/me ') &&
    html.startsWith('<p>') &&
    html.endsWith('</p>') &&
    !content.includes('\n\n')
  );
}
