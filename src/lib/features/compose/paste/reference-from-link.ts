import type { Channel } from '../../../api/channel';
import { decodeHashPart } from '../../../client/navigation/narrow-link';
import { channelReference } from '../completion/references';

/**
 * The reference that a link into the organization stands for: a channel, a topic, or a message in
 * it. Null for every other text. https://zulip.com/help/link-to-a-message-or-conversation
 */
export function referenceFromLink(
  text: string,
  origins: readonly (string | undefined)[],
  channels: ReadonlyMap<number, Channel>,
  level: number,
): string | null {
  const url = /^\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || !origins.includes(url.origin) || url.pathname !== '/') return null;
  const [, id, slug, near] =
    /^#narrow\/(?:channel|stream)\/(\d+)(?:[^\d/][^/]*)?(?:\/(?:topic|subject)\/([^/]*))?(?:\/(?:near|with)\/(\d+))?\/?$/.exec(
      url.hash,
    ) ?? [];
  const channel = channels.get(Number(id));
  if (!channel) return null;
  // The browser spells some signs of a hash its own way.
  const topic = slug === undefined ? undefined : decodeHashPart(slug);
  if (topic === null) return null;
  const written = channelReference(channel, topic, level);
  if (near === undefined || !url.hash.includes('/near/')) return written;
  return written.startsWith('#**') && topic ? `${written.slice(0, -2)}@${near}**` : null;
}
