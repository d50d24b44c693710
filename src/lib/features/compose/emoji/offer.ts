import { foldCase } from '../../../api/fold-case';
import type { CustomEmoji } from '../../../api/realm-emoji';
import { codeOf, emojiCode, emoticons } from '../../../api/emoji-names';
import { catalogue, type Emoji } from './catalogue';
import { findEmoji } from './find';
import { ownEmoji } from './own';
import { readRecent, readTone } from './taste';
import { writtenAs, type Tone } from './tones';

/** An emoji to complete, as the account would have it. */
export interface Offer {
  readonly emoji: Emoji;
  readonly tone: Tone;
  /** The one of its names that fits. */
  readonly name: string;
  /** What stands for it in a text. */
  readonly text: string;
}

/** Whose emoji they are. */
interface Whose {
  readonly id: string;
  readonly state: { readonly realm_emoji?: Readonly<Record<string, CustomEmoji>> } | null;
}

const usual = () => [...catalogue().values()].flat();

/** The best few for what is typed behind a colon. */
export function offersFor({ id, state }: Whose, query: string, most: number): readonly Offer[] {
  const tone = readTone(id);
  const wanted = foldCase(query);
  const all = [...ownEmoji(state?.realm_emoji), ...usual()];
  return findEmoji(all, query, readRecent(id), most).map((emoji) => ({
    emoji,
    tone,
    name: emoji.names.find((name) => name.startsWith(wanted)) ?? emoji.names[0] ?? '',
    text: writtenAs(emoji, tone),
  }));
}

/** What a typed face such as `:)` stands for. */
export function offerForFace(face: string): Offer | undefined {
  const name = emoticons.get(face);
  const code = name && emojiCode(name);
  const emoji = code && usual().find(({ sign }) => codeOf(sign ?? '') === code);
  return name && emoji ? { emoji, tone: 0, name, text: writtenAs(emoji, 0) } : undefined;
}
