import type { Channel } from '../../../api/channel';
import { decodeHashPart } from '../../../client/navigation/narrow-link';
import { channelReference } from '../completion/references';

/**
 * The reference for a link into the organization: to a channel, a topic, or a message. Null for any
 * other text. https://zulip.com/help/link-to-a-message-or-conversation
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
  // Browsers encode some characters of a hash in their own way.
  const topic = slug === undefined ? undefined : decodeHashPart(slug);
  if (topic === null) return null;
  const written = channelReference(channel, topic, level);
  if (near === undefined || !url.hash.includes('/near/')) return written;
  return written.startsWith('#**') && topic ? `${written.slice(0, -2)}@${near}**` : null;
}
