import { gemoji } from 'gemoji';

/**
 * What Unicode emoji are called in `:name:` and `emoji_name`. Large: browsers fetch it when somebody
 * looks for an emoji. Names of the dialect where they differ from the library's come first here; the
 * first name of a code is shown.
 */
const own: Readonly<Record<string, readonly string[]>> = {
  '1f600': ['grinning'],
  '1f603': ['smiley'],
  '1f604': ['big_smile'],
  '1f642': ['smile'],
  '1f641': ['frown'],
  '1f610': ['neutral'],
  '1f615': ['oh_no', 'half_frown', 'concerned', 'confused'],
  '1f622': ['cry'],
  '1f60a': ['blush'],
  '1f609': ['wink'],
  '1f61b': ['stuck_out_tongue'],
  '1f62e': ['open_mouth'],
  '1f408': ['cat'],
  '1f431': ['kitten', 'cat_face'],
  '1f415': ['dog'],
  '1f436': ['puppy', 'dog_face'],
  '1f401': ['mouse'],
  '1f42d': ['dormouse', 'mouse_face'],
  '1f404': ['cow'],
  '1f42e': ['calf', 'cow_face'],
  '1f416': ['pig'],
  '1f437': ['piglet', 'pig_face'],
  '1f407': ['rabbit'],
  '1f430': ['bunny', 'rabbit_face'],
  '1f405': ['tiger'],
  '1f42f': ['tiger_cub', 'tiger_face'],
  '1f40e': ['horse', 'racehorse'],
  '1f434': ['pony', 'horse_face'],
  '1f44d': ['+1', 'thumbs_up', 'like'],
  '1f44e': ['-1', 'thumbs_down'],
  '1f373': ['cooking'],
  '1f384': ['holiday_tree', 'christmas_tree'],
  '1f389': ['tada'],
  '1f4a9': ['poop', 'shit', 'hankey'],
  '1f6e0': ['working_on_it', 'hammer_and_wrench', 'tools'],
  '1f916': ['robot'],
  '1f947': ['gold', 'first_place'],
  '1f948': ['silver', 'second_place'],
  '1f949': ['bronze', 'third_place'],
  '1f95d': ['kiwi'],
  '1f6d1': ['stop_sign', 'octagonal_sign'],
  '1f4af': ['100', 'hundred'],
  '1f44f': ['clap'],
  '1f64f': ['pray', 'please', 'please_and_thank_you'],
  '1f44b': ['wave'],
  '2705': ['check', 'all_good', 'approved', 'white_check_mark'],
  '2764': ['heart'],
};

/** Code and names: dash-separated hex of the code points, without the variation selector. */
const namesByCode = new Map<string, readonly string[]>();
const codeByName = new Map<string, string>();

for (const [code, names] of Object.entries(own)) add(code, names);
for (const { emoji, names } of gemoji) {
  const code = codeOf(emoji);
  if (!namesByCode.has(code)) {
    add(
      code,
      names.filter((name) => !codeByName.has(name)),
    );
  }
}

function add(code: string, names: readonly string[]): void {
  if (names.length === 0) return;
  namesByCode.set(code, names);
  for (const name of names) codeByName.set(name, code);
}

/** The `emoji_code` of Unicode text, such as `1f642`. */
export function codeOf(emoji: string): string {
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
