import { operatorFor } from '../../../api/narrow';
import type { Channel } from '../../../api/channel';
import { encodeHashPart } from '../../../client/navigation/narrow-link';

/** Characters that would end the short form of a reference or be read as formatting in it. */
const unfit = /[`>*&]|\$\$|\[|\]/;
/** Other servers read this after a topic as a message id. */
const numbered = /@\d+$/;

/**
 * Markdown that points to a channel or topic: `#**channel>topic**`, or a link if a name has
 * characters that this form can't hold. The link uses the operators of the server's feature level.
 * https://zulip.com/help/link-to-a-message-or-conversation
 */
export function channelReference(
  channel: Pick<Channel, 'stream_id' | 'name'>,
  topic: string | undefined,
  level: number,
): string {
  if (!unfit.test(channel.name) && !(topic && (unfit.test(topic) || numbered.test(topic)))) {
    return `#**${channel.name}${topic === undefined ? '' : `>${topic}`}**`;
  }
  const words = topic === undefined ? channel.name : `${channel.name} > ${topic}`;
  const text = `#${words}`.replace(/[[\]`*\\$&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const slug = encodeHashPart(channel.name.replaceAll(' ', '-'));
  const end = topic === undefined ? '' : `/topic/${encodeHashPart(topic)}`;
  return `[${text}](#narrow/${operatorFor('channel', level)}/${channel.stream_id}-${slug}${end})`;
}

/** `@**name**`, with the id if several people share the name. `@_` notifies no one. */
export function userMention(
  user: { readonly user_id: number; readonly full_name: string },
  isShared: boolean,
  isSilent: boolean,
): string {
  return `@${isSilent ? '_' : ''}**${user.full_name}${isShared ? `|${user.user_id}` : ''}**`;
}
