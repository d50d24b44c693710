import { foldCase } from '$lib/api/fold-case';
import type { MarkdownIt } from 'markdown-it';
import { escapeAll, escapeText } from './escape';
import { renderStateOf, type RenderState } from './state';

const pattern = /@(_?)(?:\*\*([^*\n]+)\*\*|\*([^*\n]+)\*)/y;
const streamWildcards = new Set(['all', 'everyone', 'channel', 'stream']);

/**
 * Inline rule for `@**Name**`, `@**Name|id**`, `@*group*`. Unknown names stay text. Mentions in
 * quotes are silent.
 */
export function mentionRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'mention', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x40) return false;
    pattern.lastIndex = state.pos;
    const match = pattern.exec(state.src);
    if (!match) return false;
    const [whole, underscore, name, group = ''] = match;
    if (state.pos + whole.length > state.posMax) return false;
    const render = renderStateOf(state.env);
    const isSilent = underscore === '_' || render.isQuoted;
    const html = name ? userMention(name, isSilent, render) : groupMention(group, isSilent, render);
    if (html === null) return false;
    if (!silent) state.push('html_safe', '', 0).content = html;
    state.pos += whole.length;
    return true;
  });
  markdown.core.ruler.at('inline', ({ tokens, md, env }) => {
    const render = renderStateOf(env);
    let depth = 0;
    for (const { type, content, children } of tokens) {
      if (type === 'blockquote_open') depth++;
      else if (type === 'blockquote_close') depth--;
      render.isQuoted = depth > 0;
      if (type === 'inline') md.inline.parse(content, md, env, children ?? []);
    }
  });
}

function userMention(name: string, silent: boolean, render: RenderState): string | null {
  const { mentions } = render;
  const kind = silent ? ' silent' : '';
  if (streamWildcards.has(name)) {
    if (!silent) mentions.stream_wildcard = true;
    return span(`user-mention channel-wildcard-mention${kind}`, 'data-user-id="*"', silent, name);
  }
  if (name === 'topic') {
    if (!silent) mentions.topic_wildcard = true;
    return span(`topic-mention${kind}`, '', silent, name);
  }
  const user = findUser(name, render);
  if (!user) return null;
  if (!silent) mentions.user_ids.add(user.id);
  return span(`user-mention${kind}`, `data-user-id="${user.id}"`, silent, user.full_name);
}

/** `Name`, `Name|12` or `|12`. If both are given, both must match. */
function findUser(name: string, { names }: RenderState) {
  const bar = name.lastIndexOf('|');
  const id = bar === -1 ? '' : name.slice(bar + 1);
  if (!/^\d+$/.test(id)) return names.users(name);
  const user = names.usersById.get(Number(id));
  const wanted = foldCase(name.slice(0, bar));
  return wanted === '' || (user && foldCase(user.full_name) === wanted) ? user : undefined;
}

function groupMention(name: string, isSilent: boolean, render: RenderState): string | null {
  const group = render.names.groups(name);
  if (!group) return null;
  const silent = isSilent || group.deactivated === true;
  if (!silent) render.mentions.group_ids.add(group.id);
  const kind = silent ? ' silent' : '';
  return span(`user-group-mention${kind}`, `data-user-group-id="${group.id}"`, silent, group.name);
}

function span(classes: string, attribute: string, silent: boolean, name: string): string {
  const more = attribute === '' ? '' : ` ${attribute}`;
  return `<span class="${escapeAll(classes)}"${more}>${silent ? '' : '@'}${escapeText(name)}</span>`;
}
