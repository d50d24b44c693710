import type { Message } from '../../api/read-messages';

type RawReaction = Message['reactions'][number];

const types = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;

/** A message's reaction: one emoji with the people who added it. */
export interface Reaction extends Pick<RawReaction, 'emoji_name' | 'emoji_code'> {
  readonly reaction_type: (typeof types)[number];
  readonly people: readonly number[];
}

/** In the order in which they were first added. */
export function reactionsOf({ reactions }: Message): readonly Reaction[] {
  const groups = new Map<string, Reaction & { people: number[] }>();
  for (const { emoji_name, emoji_code, reaction_type: type, user_id } of reactions) {
    const reaction_type = types.find((one) => one === type);
    if (!reaction_type) continue;
    const key = `${type} ${emoji_code}`;
    const group = groups.get(key) ?? { emoji_name, emoji_code, reaction_type, people: [] };
    group.people.push(user_id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Ids of the people who added this emoji. */
export function reactionPeopleOf(
  message: Message,
  emoji: Pick<Reaction, 'emoji_code' | 'reaction_type'>,
): readonly number[] {
  const given = reactionsOf(message).find(
    ({ emoji_code, reaction_type }) =>
      emoji_code === emoji.emoji_code && reaction_type === emoji.reaction_type,
  );
  return given?.people ?? [];
}
