import { gemoji } from 'gemoji';
import { emojiCodeOf, emojiNames } from '../../../api/emoji-names';
import { foldName } from '../../../writing/recipients/rank-by-name';

export interface Emoji {
  /** Unique id, also used in this device's preferences. */
  readonly key: string;
  /** The Unicode character, which every server understands; null for custom emoji. */
  readonly sign: string | null;
  /** Image URLs of a custom emoji; `still` is set if it is animated. */
  readonly picture: { readonly url: string; readonly still: string | null } | null;
  /** Names as written between colons, the preferred one first; never empty. */
  readonly names: readonly string[];
  /** Case-folded for search: `spoken` are the names with spaces, `words` are other keywords. */
  readonly spoken: readonly string[];
  readonly words: readonly string[];
}

export const emojiGroups = [
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
export type EmojiGroup = (typeof emojiGroups)[number];

const groupOf: Readonly<Record<string, EmojiGroup>> = {
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

let made: ReadonlyMap<EmojiGroup, readonly Emoji[]> | undefined;

/** All Unicode emoji in Unicode order, by group; built on first use. */
export function emojiCatalog(): ReadonlyMap<EmojiGroup, readonly Emoji[]> {
  return (made ??= new Map(emojiGroups.map((group) => [group, emojiOf(group)])));
}

function emojiOf(group: EmojiGroup): readonly Emoji[] {
  return gemoji
    .filter(({ category }) => groupOf[category] === group)
    .map(({ emoji, names: known, tags, description }): Emoji => {
      const own = emojiNames(emojiCodeOf(emoji));
      const names = own.length > 0 ? own : known;
      const spoken = names.map(spokenName);
      const others = [...known.map(spokenName), ...tags, description].map(foldName);
      const words = [...new Set(others)].filter((word) => !spoken.includes(word));
      return { key: emoji, sign: emoji, picture: null, names, spoken, words };
    });
}

/** A name with spaces instead of underscores. */
export function spokenName(name: string): string {
  return foldName(name.replaceAll('_', ' '));
}
