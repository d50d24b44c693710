import table from './emoji-names.json';

/**
 * What Unicode emoji are called in `:name:` and `emoji_name`. Large: browsers fetch it when somebody
 * looks for an emoji. The table has what servers of this API call them: names of their own, and for
 * the rest, up to Unicode 15.0, the short names and those keywords that stand for one emoji only
 * (https://cldr.unicode.org, annotations).
 */

/** Code and names: dash-separated hex of the code points, without the variation selector. */
const namesByCode = new Map<string, readonly string[]>();
const codeByName = new Map<string, string>();

for (const [code, text] of Object.entries<string>(table)) {
  const names = text.split(' ');
  namesByCode.set(code, names);
  for (const name of names) codeByName.set(name, code);
}

/** The `emoji_code` of Unicode text, such as `1f642`. */
export function emojiCodeOf(emoji: string): string {
  return [...emoji]
    .map((point) => point.codePointAt(0)!.toString(16).padStart(4, '0'))
    .filter((point) => point !== 'fe0f')
    .join('-');
}

/** The code of a Unicode emoji by any of its names. */
export function emojiCode(name: string): string | undefined {
  return codeByName.get(name);
}

/** All names of a Unicode emoji, the usual one first; empty for an unknown code. */
export function emojiNames(code: string): readonly string[] {
  return namesByCode.get(code) ?? [];
}

/** The names of all Unicode emoji by code, as clients load them from `server_emoji_data_url`. */
export function emojiData(): { code_to_names: Record<string, readonly string[]> } {
  return { code_to_names: Object.fromEntries(namesByCode) };
}

/** Typed faces that a message may be shown with as emoji, and the names of those. */
export const emoticons: ReadonlyMap<string, string> = new Map([
  [':)', 'smile'],
  ['(:', 'smile'],
  [':(', 'frown'],
  ['<3', 'heart'],
  [':|', 'neutral'],
  [':/', 'confused'],
  [';)', 'wink'],
  [':D', 'grinning'],
  [':o', 'open_mouth'],
  [':O', 'open_mouth'],
  [':p', 'stuck_out_tongue'],
  [':P', 'stuck_out_tongue'],
  [":'(", 'cry'],
]);
