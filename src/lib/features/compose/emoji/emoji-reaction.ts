import { emojiCodeOf } from '../../../api/emoji-names';
import type { Emoji } from './emoji-catalog';

/** An emoji in the form that reactions use. https://zulip.com/api/add-reaction */
export function emojiReactionOf({ key, sign, names }: Emoji) {
  const emoji_name = names[0] ?? '';
  if (sign !== null) {
    return { emoji_name, emoji_code: emojiCodeOf(sign), reaction_type: 'unicode_emoji' } as const;
  }
  const [kind, emoji_code = ''] = key.split('/');
  const reaction_type = kind === 'realm' ? 'realm_emoji' : 'zulip_extra_emoji';
  return { emoji_name, emoji_code, reaction_type } as const;
}
