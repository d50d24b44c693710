import type { MarkdownIt } from 'markdown-it';

/** What a text can refer to by name; loaded before rendering, so that rendering is pure. */
export interface References {
  /** By id and by lower-case full name. */
  readonly users: readonly { readonly id: number; readonly full_name: string }[];
  readonly groups: readonly { readonly id: number; readonly name: string }[];
  /** Channels that the sender may name. */
  readonly streams: readonly { readonly id: number; readonly name: string }[];
}

export const noReferences: References = { users: [], groups: [], streams: [] };

/** Whom a text calls; silent mentions do not count. */
export interface Mentions {
  readonly user_ids: Set<number>;
  readonly group_ids: Set<number>;
  /** `@**all**` and its other names. */
  stream_wildcard: boolean;
  /** `@**topic**` */
  topic_wildcard: boolean;
}

/** What the rules of this folder share during one rendering; travels in markdown-it's `env`. */
export interface RenderState {
  readonly references: References;
  readonly mentions: Mentions;
}

/** markdown-it keeps link definitions in `env.references`, so ours stands under its own key. */
export function renderStateOf(env: unknown): RenderState {
  return (env as { inkwell: RenderState }).inkwell;
}

const pattern = /@(_?)(\*\*([^*\n]+)\*\*|\*([^*\n]+)\*)/y;
const channelPattern = /#\*\*([^*\n]+)\*\*/y;
const streamWildcards = new Set(['all', 'everyone', 'channel', 'stream']);

/** Inline rules for `@**Name**`, `@*group*` and `#**channel**`; unknown names stay text. */
export function mentionRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'mention', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x40) return false;
    pattern.lastIndex = state.pos;
    const match = pattern.exec(state.src);
    if (!match) return false;
    const [whole, underscore, , name, group] = match;
    const render = renderStateOf(state.env);
    const html = name
      ? userMention(name, underscore === '_', render, escape)
      : groupMention(group ?? '', underscore === '_', render, escape);
    if (html === null) return false;
    if (!silent) state.push('html_safe', '', 0).content = html;
    state.pos += whole.length;
    return true;
  });
  markdown.inline.ruler.before('emphasis', 'channel', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x23) return false;
    channelPattern.lastIndex = state.pos;
    const match = channelPattern.exec(state.src);
    if (!match) return false;
    const [whole, text = ''] = match;
    const html = channelLink(text, renderStateOf(state.env), escape);
    if (html === null) return false;
    if (!silent) state.push('html_safe', '', 0).content = html;
    state.pos += whole.length;
    return true;
  });
  markdown.renderer.rules['html_safe'] = (tokens, index) => tokens[index]!.content;
  const escape = markdown.utils.escapeHtml;
}

type Escape = (text: string) => string;

function userMention(
  name: string,
  silent: boolean,
  { references, mentions }: RenderState,
  escape: Escape,
): string | null {
  const mark = silent ? '' : '@';
  const kind = silent ? ' silent' : '';
  if (streamWildcards.has(name)) {
    if (!silent) mentions.stream_wildcard = true;
    return `<span class="user-mention channel-wildcard-mention${kind}" data-user-id="*">${mark}${escape(name)}</span>`;
  }
  if (name === 'topic') {
    if (!silent) mentions.topic_wildcard = true;
    return `<span class="topic-mention${kind}">${mark}${escape(name)}</span>`;
  }
  const [, text, id] = /^(.*?)(?:\|(\d+))?$/.exec(name) ?? [];
  const wanted = text?.toLowerCase();
  const user = references.users.find(
    (candidate) =>
      (id === undefined || candidate.id === Number(id)) &&
      (!wanted || candidate.full_name.toLowerCase() === wanted),
  );
  if (!user) return null;
  if (!silent) mentions.user_ids.add(user.id);
  return `<span class="user-mention${kind}" data-user-id="${user.id}">${mark}${escape(user.full_name)}</span>`;
}

function groupMention(
  name: string,
  silent: boolean,
  { references, mentions }: RenderState,
  escape: Escape,
): string | null {
  const wanted = name.toLowerCase();
  const group = references.groups.find((candidate) => candidate.name.toLowerCase() === wanted);
  if (!group) return null;
  if (!silent) mentions.group_ids.add(group.id);
  const kind = silent ? ' silent' : '';
  return `<span class="user-group-mention${kind}" data-user-group-id="${group.id}">${silent ? '' : '@'}${escape(group.name)}</span>`;
}

function channelLink(text: string, { references }: RenderState, escape: Escape): string | null {
  const [name = '', ...rest] = text.split('>');
  const topic = rest.length > 0 ? rest.join('>') : undefined;
  const wanted = name.toLowerCase();
  const stream = references.streams.find((candidate) => candidate.name.toLowerCase() === wanted);
  if (!stream) return null;
  const base = `/#narrow/channel/${stream.id}-${hashPart(stream.name.replaceAll(' ', '-'))}`;
  if (topic === undefined) {
    return `<a class="stream" data-stream-id="${stream.id}" href="${base}">#${escape(stream.name)}</a>`;
  }
  return `<a class="stream-topic" data-stream-id="${stream.id}" href="${base}/topic/${hashPart(topic)}">#${escape(stream.name)} &gt; ${escape(topic)}</a>`;
}

/** Percent-encoding with dots for percent signs: the form that narrow links have. */
export function hashPart(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*.]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}
