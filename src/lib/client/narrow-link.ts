import { conversationHref, messageHref } from './conversation-address';

/** As a hash spells a name, read back; null where it is no spelling of one. */
export function decoded(slug: string): string | null {
  try {
    return decodeURIComponent(slug.replaceAll('.', '%'));
  } catch {
    return null;
  }
}

/** As hashes spell names: percent signs become dots. */
export function encoded(name: string): string {
  return encodeURIComponent(name)
    .replace(/[.'()*!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

/**
 * Where this app shows what a link within messages points to (`#narrow/channel/5-logo/topic/x`): a
 * channel, a topic, a message in it, direct messages. Undefined for what has no page.
 * https://zulip.com/help/link-to-a-message-or-conversation
 */
export function placeOf(fragment: string, own: number | undefined): string | undefined {
  const [, operator, name = '', rest = ''] =
    /^#narrow\/(channel|stream|dm|pm-with|near|id)\/([^/]+)((?:\/.*)?)$/.exec(fragment) ?? [];
  if (operator === undefined) return undefined;
  if (operator === 'near' || operator === 'id') {
    return /^\d{1,15}$/.test(name) ? messageHref(Number(name)) : undefined;
  }
  const [, id] = /\/(?:near|id)\/(\d{1,15})\/?$/.exec(rest) ?? [];
  const near = id === undefined ? undefined : Number(id);
  if (operator === 'dm' || operator === 'pm-with') {
    const [ids] = /^\d{1,15}(?:,\d{1,15})*/.exec(decoded(name) ?? '') ?? [];
    const people = [...new Set(ids?.split(',').map(Number))];
    const others = people.filter((id) => id !== own);
    const to = others.length > 0 ? others : people;
    return conversationHref({ type: 'private', to, topic: '' }, near);
  }
  const [channel] = /^\d{1,15}(?=$|-)/.exec(name) ?? [];
  if (channel === undefined) return undefined;
  const [, slug] = /^\/(?:topic|subject)\/([^/]*)/.exec(rest) ?? [];
  if (slug === undefined) return near === undefined ? `/channels/${channel}` : messageHref(near);
  const topic = decoded(slug);
  if (topic === null) return undefined;
  return conversationHref({ type: 'stream', to: [Number(channel)], topic }, near);
}
