import table from './emoji-names.json';

/**
 * Names of Unicode emoji, as used in `:name:` and `emoji_name`. The table is large, so browsers
 * only load it when the user looks for an emoji. It has the names used by servers of this API. For
 * the other emoji, up to Unicode 15.0, it has their short names and those keywords that identify a
 * single emoji (https://cldr.unicode.org, annotations).
 */

/**
 * Names by code. A code is the dash-separated hex of the code points, without variation selectors.
 */
const namesByCode = new Map<string, readonly string[]>();
const codeByName = new Map<string, string>();

for (const [code, text] of Object.entries<string>(table)) {
  const names = text.split(' ');
  namesByCode.set(code, names);
  for (const name of names) codeByName.set(name, code);
}

/** The `emoji_code` of a Unicode emoji, for example `1f642`. */
export function emojiCodeOf(emoji: string): string {
  return [...emoji]
    .map((point) => point.codePointAt(0)!.toString(16).padStart(4, '0'))
    .filter((point) => point !== 'fe0f')
    .join('-');
}

export function emojiCode(name: string): string | undefined {
  return codeByName.get(name);
}

/** All names of a Unicode emoji, the most common first; empty for an unknown code. */
export function emojiNames(code: string): readonly string[] {
  return namesByCode.get(code) ?? [];
}

/** The names of all Unicode emoji by code, in the format of `server_emoji_data_url`. */
export function emojiData(): { code_to_names: Record<string, readonly string[]> } {
  return { code_to_names: Object.fromEntries(namesByCode) };
}

/** Names of the emoji that can replace typed emoticons in a message. */
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
