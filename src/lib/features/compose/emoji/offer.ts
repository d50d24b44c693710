import { codeOf, emojiCode, emoticons } from '../../../api/emoji-names';
import { catalogue } from './catalogue';
import { findEmoji } from './find';
import { readRecent, readTone } from './taste';
import { toned } from './tones';

/** An emoji to complete, as the account would have it. */
export interface Offer {
  readonly key: string;
  readonly name: string;
  readonly sign: string;
}

const all = [...catalogue.values()].flat();

/** The best few for what is typed behind a colon. */
export function offersFor(account: string, query: string, most: number): readonly Offer[] {
  const tone = readTone(account);
  const wanted = query.toLocaleLowerCase();
  return findEmoji(all, query, readRecent(account), most).map(({ key, sign, names }) => ({
    key,
    // The name that is being typed, where it is one of several.
    name: names.find((name) => name.startsWith(wanted)) ?? names[0] ?? '',
    sign: toned(sign, tone),
  }));
}

/** What a typed face such as `:)` stands for. */
export function offerForFace(face: string): Offer | undefined {
  const name = emoticons.get(face);
  const code = name && emojiCode(name);
  const emoji = code && all.find(({ sign }) => codeOf(sign) === code);
  return emoji ? { key: emoji.key, name, sign: emoji.sign } : undefined;
}
