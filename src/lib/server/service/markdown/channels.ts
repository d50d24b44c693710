import type { MarkdownIt } from 'markdown-it';
import { emptyTopicName } from '../channels/topics';
import { escapeText, hashPart } from './escape';
import { renderStateOf, topicKey, type RenderState } from './state';

const pattern = /#\*\*([^*\n]+)\*\*/y;

/**
 * Inline rule for `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. Unknown
 * channels stay text. https://zulip.com/api/message-formatting
 */
export function channelRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'channel', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x23 || state.linkLevel > 0) return false;
    pattern.lastIndex = state.pos;
    const match = pattern.exec(state.src);
    if (!match) return false;
    const [whole, text = ''] = match;
    if (state.pos + whole.length > state.posMax) return false;
    const html = channelLink(text, renderStateOf(state.env));
    if (html === null) return false;
    if (!silent) state.push('html_safe', '', 0).content = html;
    state.pos += whole.length;
    return true;
  });
}

function channelLink(text: string, { names }: RenderState): string | null {
  const end = text.indexOf('>');
  const stream = names.streams(end === -1 ? text : text.slice(0, end));
  if (!stream) return null;
  const base = `/#narrow/channel/${stream.id}-${hashPart(stream.name.replaceAll(' ', '-'))}`;
  const label = `#${escapeText(stream.name)}`;
  if (end === -1) {
    return `<a class="stream" data-stream-id="${stream.id}" href="${base}">${label}</a>`;
  }
  const rest = text.slice(end + 1);
  const [, place = '', message_id] = /^([^@]*(?:@[^@]*)*)@(\d+)$/.exec(rest) ?? [];
  const topic = (message_id === undefined ? rest : place).trim();
  const shown = `${label} &gt; ${topic === '' ? `<em>${emptyTopicName}</em>` : escapeText(topic)}`;
  const href = `${base}/topic/${hashPart(topic)}`;
  if (message_id !== undefined) {
    return `<a class="message-link" href="${href}/near/${message_id}">${shown} @ 💬</a>`;
  }
  const last = names.topics.get(topicKey(stream.id, topic));
  const anchor = last === undefined ? '' : `${topic === '' ? '' : '/'}with/${last}`;
  return `<a class="stream-topic" data-stream-id="${stream.id}" href="${href}${anchor}">${shown}</a>`;
}
