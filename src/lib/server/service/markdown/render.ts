import MarkdownIt from 'markdown-it';
import {
  mentionRules,
  noReferences,
  type Mentions,
  type References,
  type RenderState,
} from './mentions';

export interface Rendered {
  /** Safe to show: no raw HTML, links only to http, https and mailto. */
  readonly html: string;
  readonly mentions: Mentions;
}

const safeLink = /^(https?:|mailto:|\/|#)/i;

const markdown = new MarkdownIt('default', { html: false, linkify: true, breaks: true });
markdown.validateLink = (url) => safeLink.test(url.trim()) && !url.trim().startsWith('//');
// Images are links: nothing is loaded from elsewhere without a click.
markdown.disable('image');
mentionRules(markdown);

/** Renders a message's Markdown. Pure: what it may refer to comes as `references`. */
export function render(content: string, references: References = noReferences): Rendered {
  const mentions: Mentions = {
    user_ids: new Set(),
    group_ids: new Set(),
    stream_wildcard: false,
    topic_wildcard: false,
  };
  const html = markdown
    .render(content, { inkwell: { references, mentions } satisfies RenderState })
    .trimEnd();
  return { html, mentions };
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
