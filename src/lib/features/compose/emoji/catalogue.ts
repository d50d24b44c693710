import { gemoji } from 'gemoji';
import { codeOf, emojiNames } from '../../../api/emoji-names';
import { fold } from '../../../writing/rank';

export interface Emoji {
  /** Tells it from all others, also in what this device remembers. */
  readonly key: string;
  /** The sign itself, which every server understands; null for one of the organization's own. */
  readonly sign: string | null;
  /** Of one of the organization's own: addresses, `still` where it moves. */
  readonly picture: { readonly url: string; readonly still: string | null } | null;
  /** As written between colons, the usual one first; never empty. */
  readonly names: readonly string[];
  /** Folded, for the search: names with spaces, and other words for the same thing. */
  readonly spoken: readonly string[];
  readonly words: readonly string[];
}

export const groups = [
  'smileys',
  'people',
  'nature',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const;
export type Group = (typeof groups)[number];

const groupOf: Readonly<Record<string, Group>> = {
  'Smileys & Emotion': 'smileys',
  'People & Body': 'people',
  'Animals & Nature': 'nature',
  'Food & Drink': 'food',
  'Travel & Places': 'travel',
  Activities: 'activities',
  Objects: 'objects',
  Symbols: 'symbols',
  Flags: 'flags',
};

let made: ReadonlyMap<Group, readonly Emoji[]> | undefined;

/** All Unicode emoji in the order of Unicode, by group; made when first asked for. */
export function catalogue(): ReadonlyMap<Group, readonly Emoji[]> {
  return (made ??= new Map(groups.map((group) => [group, emojiOf(group)])));
}

function emojiOf(group: Group): readonly Emoji[] {
  return gemoji
    .filter(({ category }) => groupOf[category] === group)
    .map(({ emoji, names: known, tags, description }): Emoji => {
      const own = emojiNames(codeOf(emoji));
      const names = own.length > 0 ? own : known;
      const spoken = names.map(spokenName);
      const others = [...known.map(spokenName), ...tags, description].map(fold);
      const words = [...new Set(others)].filter((word) => !spoken.includes(word));
      return { key: emoji, sign: emoji, picture: null, names, spoken, words };
    });
}

/** A name as people say it. */
export function spokenName(name: string): string {
  return fold(name.replaceAll('_', ' '));
}
