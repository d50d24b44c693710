import MarkdownIt from 'markdown-it';
import { blockRules } from './blocks';
import { channelRule } from './channels';
import { codeRules } from './code';
import { isTooCostly } from './cost';
import { emojiRules } from './emoji';
import { escapeText } from './escape';
import { fenceRule, spoilerHtml } from './fences';
import { inlineRules } from './inline';
import { linkRules, pagesIn } from './links';
import { mathRules } from './math';
import { mentionRule } from './mentions';
import { createRenderState, noReferences, type Mentions, type References } from './state';
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

/** What a topic links to, in its order: the addresses in it. */
export function topicLinks(topic: string): { readonly text: string; readonly url: string }[] {
  return pagesIn(markdown.linkify, topic);
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
