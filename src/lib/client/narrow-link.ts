import { conversationHref } from './conversation-address';

/** As a hash spells a name, read back; null where it is no spelling of one. */
export function decoded(slug: string): string | null {
  try {
    return decodeURIComponent(slug.replaceAll('.', '%'));
  } catch {
    return null;
  }
}

/**
 * Where this app shows what a link within messages points to (`#narrow/channel/5-logo/topic/x`): a
 * channel, a topic, a message in it, direct messages. Undefined for what has no page.
 * https://zulip.com/help/link-to-a-message-or-conversation
 */
export function placeOf(fragment: string, own: number | undefined): string | undefined {
  const [, operator, name = '', rest = ''] =
    /^#narrow\/(channel|stream|dm|pm-with)\/([^/]+)((?:\/.*)?)$/.exec(fragment) ?? [];
  if (operator === undefined) return undefined;
  if (operator === 'dm' || operator === 'pm-with') {
    const [ids] = /^\d{1,15}(?:,\d{1,15})*/.exec(decoded(name) ?? '') ?? [];
    const people = [...new Set(ids?.split(',').map(Number))];
    const others = people.filter((id) => id !== own);
    const to = others.length > 0 ? others : people;
    return conversationHref({ type: 'private', to, topic: '' });
  }
  const [id] = /^\d{1,15}(?=$|-)/.exec(name) ?? [];
  if (id === undefined) return undefined;
  const [, slug] = /^\/(?:topic|subject)\/([^/]*)/.exec(rest) ?? [];
  if (slug === undefined) return `/channels/${id}`;
  const topic = decoded(slug);
  return topic === null ? undefined : conversationHref({ type: 'stream', to: [Number(id)], topic });
}
