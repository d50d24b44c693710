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
  // A line break needs no characters before it.
  br: '',
});
// Zulip's Markdown has no escapes: a backslash would be shown.
converter.escape = (text) => text;

/** Elements without readable text. */
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
  /**
   * Defaults to the browser's parser, which runs no scripts. Tests without a browser pass their
   * own.
   */
  readonly parse?: (html: string) => Document;
  /** Whether other people share this user's name, so that the id is needed. */
  readonly isShared?: (user_id: number) => boolean;
}

/**
 * Copied HTML as Zulip Markdown. The HTML is parsed but never shown, so scripts don't run and
 * images aren't fetched. Empty if the plain text is enough.
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
