import { reactions } from '../db/schema/reactions';
import { ServiceFailure } from '../failure';
import type { OperationHandlers } from '../handler';
import { followOwnTopic, readTopicState } from '../messages/automatic-policy';
import { addHistoricalRows } from '../messages/flags';
import {
  announceReaction,
  findEarlierReaction,
  ownReaction,
  readEmoji,
} from '../messages/reactions';
import { accessMessage } from '../narrow/find';

export const reactionHandlers = {
  /** https://zulip.com/api/add-reaction */
  async addReaction(context, { message_id, ...given }) {
    const found = await accessMessage(context, message_id);
    const emoji =
      (await findEarlierReaction(context, message_id, given)) ?? (await readEmoji(context, given));
    const { emoji_name, emoji_code, reaction_type } = emoji;
    const [made] = await context.tx
      .insert(reactions)
      .values({ message_id, user_id: context.user.id, emoji_name, emoji_code, reaction_type })
      .onConflictDoNothing()
      .returning({ id: reactions.id });
    if (!made) throw new ServiceFailure('REACTION_ALREADY_EXISTS', 'Reaction already exists.');
    await addHistoricalRows(context, [message_id]);
    await announceReaction(context, 'add', found, emoji);
    const { row, stream } = found;
    if (stream) {
      const state = await readTopicState(context, stream, row.topic);
      await followOwnTopic(context, stream, row.topic, 'reacted', state);
    }
    return {};
  },

  /** https://zulip.com/api/remove-reaction */
  async removeReaction(context, { message_id, ...given }) {
    const found = await accessMessage(context, message_id);
    const wanted = given.emoji_code === undefined ? await readEmoji(context, given) : given;
    const [gone] = await context.tx
      .delete(reactions)
      .where(ownReaction(context, message_id, wanted))
      .returning();
    if (!gone) throw new ServiceFailure('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
    await announceReaction(context, 'remove', found, gone);
    return {};
  },
} satisfies Partial<OperationHandlers>;
