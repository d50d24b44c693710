import { operatorFor } from '../../../api/narrow';
import type { Channel } from '../../../api/channel';
import { encodeHashPart } from '../../../client/navigation/narrow-link';

/** Signs that would end the short form of a reference, or be read as formatting in it. */
const unfit = /[`>*&]|\$\$|\[|\]/;
/** What other servers read as the number of a message behind a topic. */
const numbered = /@\d+$/;

/**
 * Markdown that points to a channel or topic: `#**channel>topic**`, or a link where a name has signs
 * which that form can't hold, in the words of servers of this level.
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

/** `@**name**`; with the id where several people are called so. `@_` tells nobody. */
export function userMention(
  user: { readonly user_id: number; readonly full_name: string },
  isShared: boolean,
  isSilent: boolean,
): string {
  return `@${isSilent ? '_' : ''}**${user.full_name}${isShared ? `|${user.user_id}` : ''}**`;
}
