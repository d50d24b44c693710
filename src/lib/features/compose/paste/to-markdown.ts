import TurndownService from 'turndown';
import { pasteBlockRules } from './html/blocks';
import { inlineStyleRules } from './html/inline-styles';
import { pasteLinkRules } from './html/links';
import { pasteListRules } from './html/lists';
import { inlineStyleOf } from './html/node';
import { zulipHtmlRules } from './html/zulip-html';
import { isCodeEditorHtml, preparePastedHtml } from './html/prepare-pasted-html';

const converter = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  // A line's end is one, whatever stands before it.
  br: '',
});
// The dialect has no escapes: a backslash would be shown.
converter.escape = (text) => text;

/** What has nothing to read in it. */
const mute = new Set(
  'script style title meta link noscript iframe svg button select textarea template clipboard-copy'.split(
    ' ',
  ),
);
converter.remove(
  (node) =>
    mute.has(node.nodeName.toLowerCase()) ||
    node.hasAttribute('hidden') ||
    /display:none/.test(inlineStyleOf(node)),
);

for (const addTo of [
  inlineStyleRules,
  pasteListRules,
  pasteLinkRules,
  pasteBlockRules,
  zulipHtmlRules,
])
  addTo(converter);

interface Means {
  /** By the browser, which runs nothing of it. Tests without a browser bring their own. */
  readonly parse?: (html: string) => Document;
  /** Other people have the same name as this one: the id goes with it. */
  readonly isShared?: (user_id: number) => boolean;
}

/**
 * Copied HTML as Markdown of the dialect. It is read, never shown: scripts don't run and pictures
 * aren't fetched, and what comes out is text. Empty where the plain text says it all.
 */
export function toMarkdown(
  html: string,
  {
    parse = (html) => new DOMParser().parseFromString(html, 'text/html'),
    isShared = () => false,
  }: Means = {},
): string {
  const { body } = parse(html);
  if (isCodeEditorHtml(body)) return '';
  preparePastedHtml(body, isShared);
  return converter
    .turndown(body)
    .replace(/\u00a0/g, ' ')
    .replace(/^[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
