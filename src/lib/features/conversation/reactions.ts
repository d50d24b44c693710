import type { Message } from '../../api/read-messages';

type Given = Message['reactions'][number];

const types = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;

/** One emoji under a message, with those who gave it. */
export interface Reaction extends Pick<Given, 'emoji_name' | 'emoji_code'> {
  readonly reaction_type: (typeof types)[number];
  readonly people: readonly number[];
}

/** In the order in which they were first given. */
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

/** The character of a Unicode emoji, by its code points in hex; null where it is none. */
export function signOf({ reaction_type, emoji_code }: Reaction): string | null {
  if (reaction_type !== 'unicode_emoji') return null;
  const points = emoji_code.split('-').map((hex) => parseInt(hex, 16));
  if (points.some((point) => !(point <= 0x10ffff))) return null;
  // The selector asks for the coloured form of characters that have two.
  return `${String.fromCodePoint(...points)}${points.length === 1 ? '\ufe0f' : ''}`;
}
