import { foldCase } from '../../../api/fold-case';
import type { CustomEmoji } from '../../../api/realm-emoji';
import { emojiCodeOf, emojiCode, emoticons } from '../../../api/emoji-names';
import { emojiCatalog, type Emoji } from './emoji-catalog';
import { findEmoji } from './find-emoji';
import { customEmojiOf } from './custom-emoji';
import { readRecentEmoji, readSkinTone } from './emoji-preferences';
import { emojiText, type SkinTone } from './skin-tones';

/** An emoji suggestion in the account's skin tone. */
export interface EmojiSuggestion {
  readonly emoji: Emoji;
  readonly tone: SkinTone;
  /** The name that matches the query. */
  readonly name: string;
  readonly text: string;
}

/** The account whose emoji are suggested. */
interface Whose {
  readonly id: string;
  readonly state: { readonly realm_emoji?: Readonly<Record<string, CustomEmoji>> } | null;
}

const usual = () => [...emojiCatalog().values()].flat();

/** The best matches for what is typed after a colon. */
export function emojiSuggestionsFor(
  { id, state }: Whose,
  query: string,
  most: number,
): readonly EmojiSuggestion[] {
  const tone = readSkinTone(id);
  const wanted = foldCase(query);
  const all = [...customEmojiOf(state?.realm_emoji), ...usual()];
  return findEmoji(all, query, readRecentEmoji(id), most).map((emoji) => ({
    emoji,
    tone,
    name: emoji.names.find((name) => name.startsWith(wanted)) ?? emoji.names[0] ?? '',
    text: emojiText(emoji, tone),
  }));
}

/** The emoji for a typed emoticon, like `:)`. */
export function emojiForEmoticon(face: string): EmojiSuggestion | undefined {
  const name = emoticons.get(face);
  const code = name && emojiCode(name);
  const emoji = code && usual().find(({ sign }) => emojiCodeOf(sign ?? '') === code);
  return name && emoji ? { emoji, tone: 0, name, text: emojiText(emoji, 0) } : undefined;
}
