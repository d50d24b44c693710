import TurndownService from 'turndown';
import { blockRules } from './html/blocks';
import { faceRules } from './html/faces';
import { linkRules } from './html/links';
import { listRules } from './html/lists';
import { styleOf } from './html/node';
import { ownRules } from './html/own';

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
    /display:none/.test(styleOf(node)),
);

for (const addTo of [faceRules, listRules, linkRules, blockRules, ownRules]) addTo(converter);

/**
 * Copied HTML as Markdown of the dialect. It is read, never shown: scripts don't run and pictures
 * aren't fetched, and what comes out is text.
 */
export function toMarkdown(html: string): string {
  return converter
    .turndown(fragmentOf(html))
    .replace(/\u00a0/g, ' ')
    .replace(/^[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Systems mark what was copied within its page. */
function fragmentOf(html: string): string {
  const mark = '<!--StartFragment-->';
  const start = html.indexOf(mark);
  const end = html.indexOf('<!--EndFragment-->', start);
  return start < 0 || end < 0 ? html : html.slice(start + mark.length, end);
}
