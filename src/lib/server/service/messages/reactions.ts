import { and, eq, type SQL } from 'drizzle-orm';
import { emojiCode, emojiNames } from '../../../api/emoji-names';
import type { ServiceContext } from '../context';
import { reactions } from '../db/schema/reactions';
import { activeEmoji } from '../emoji/custom';
import { badRequest } from '../failure';
import type { AccessibleMessage } from '../narrow/find';
import { apiEmail } from '../users/email';
import { messageAudienceOf } from './audience';

/** An emoji in the API's form. */
export interface WireEmoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

export interface EmojiParams {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** The only emoji that is neither Unicode nor a custom one. */
const extra: WireEmoji = {
  emoji_name: 'zulip',
  emoji_code: 'zulip',
  reaction_type: 'zulip_extra_emoji',
};

/**
 * Finds the emoji of a request by code, or else by name. Custom emoji take precedence over standard
 * ones. Throws 400 for an unknown emoji.
 */
export async function readEmoji(
  context: ServiceContext,
  { emoji_name = '', emoji_code, reaction_type }: EmojiParams,
): Promise<WireEmoji> {
  const unknown = badRequest(`There is no emoji named '${emoji_name}'.`);
  if (emoji_name === extra.emoji_name && (emoji_code ?? extra.emoji_code) === extra.emoji_code) {
    if ((reaction_type ?? extra.reaction_type) !== extra.reaction_type) throw unknown;
    return extra;
  }
  if ((reaction_type ?? 'realm_emoji') === 'realm_emoji') {
    const [own] = await activeEmoji(context, [emoji_name]);
    const id = own && String(own.id);
    if (id !== undefined && (emoji_code ?? id) === id) {
      return { emoji_name, emoji_code: id, reaction_type: 'realm_emoji' };
    }
  }
  if ((reaction_type ?? 'unicode_emoji') !== 'unicode_emoji') throw unknown;
  const code = emoji_code ?? emojiCode(emoji_name);
  if (code === undefined || !emojiNames(code).includes(emoji_name)) throw unknown;
  return { emoji_name, emoji_code: code, reaction_type: 'unicode_emoji' };
}

/** An earlier reaction with this code. Its name is used for later ones too. */
export async function findEarlierReaction(
  { tx }: ServiceContext,
  message_id: number,
  { emoji_code, reaction_type = 'unicode_emoji' }: EmojiParams,
): Promise<WireEmoji | undefined> {
  if (emoji_code === undefined) return undefined;
  const [found] = await tx
    .select()
    .from(reactions)
    .where(
      and(
        eq(reactions.message_id, message_id),
        eq(reactions.emoji_code, emoji_code),
        eq(reactions.reaction_type, reaction_type),
      ),
    )
    .limit(1);
  return found;
}

/** Condition for the caller's reaction with an emoji. */
export function ownReaction({ user }: ServiceContext, message_id: number, emoji: EmojiParams): SQL {
  return and(
    eq(reactions.message_id, message_id),
    eq(reactions.user_id, user.id),
    eq(reactions.emoji_code, emoji.emoji_code ?? ''),
    eq(reactions.reaction_type, emoji.reaction_type ?? 'unicode_emoji'),
  )!;
}

/** Sends the event to everyone who has the message. */
export async function announceReaction(
  context: ServiceContext,
  op: 'add' | 'remove',
  { row, stream }: AccessibleMessage,
  { emoji_name, emoji_code, reaction_type }: WireEmoji,
): Promise<void> {
  const { user, baseUrl } = context;
  const { user_ids } = await messageAudienceOf(context, stream, [row.id], row.id);
  context.emit({
    payload: {
      type: 'reaction',
      op,
      user_id: user.id,
      user: {
        user_id: user.id,
        email: apiEmail(user, baseUrl),
        full_name: user.full_name,
        is_mirror_dummy: false,
      },
      message_id: row.id,
      emoji_name,
      emoji_code,
      reaction_type,
    },
    audience: user_ids,
    hidden: { public_stream: stream !== null && !stream.invite_only },
  });
}
