import { matchRank } from '../../../writing/recipients/rank-by-name';
import { spokenName, type Emoji } from './emoji-catalog';

/** From here on somebody may have meant it; below, the letters are there by chance. */
const meant = 3;

/** How well an emoji fits a folded query and its words; 0: not at all. */
function fit({ spoken, words }: Emoji, query: string, parts: readonly string[]): number {
  let best = 0;
  for (const [at, name] of spoken.entries()) {
    const hit = matchRank(query, name);
    const whole = name === query ? (at === 0 ? 9 : 8) : [0, 1, 5, 6][hit];
    best = Math.max(best, whole ?? 0);
  }
  for (const word of words) {
    const hit = matchRank(query, word);
    best = Math.max(best, word === query ? 4 : ([0, 1, meant, meant][hit] ?? 0));
  }
  if (best >= meant || parts.length < 2) return best;
  const everyPart = parts.every((part) =>
    [...spoken, ...words].some((text) => matchRank(part, text) > 1),
  );
  return everyPart ? meant : best;
}

/**
 * Emoji with the query in a name or a word for them, best first: a whole name, then those of `recent`
 * (keys, the last one first), then names that begin so. Of equal ones the given order holds. `most`
 * ends the list.
 */
export function findEmoji(
  all: Iterable<Emoji>,
  query: string,
  recent: readonly string[],
  most = Infinity,
): readonly Emoji[] {
  const wanted = spokenName(query);
  if (wanted === '') return [];
  const parts = wanted.split(/\s+/u);
  const lately = new Map(recent.map((key, at) => [key, 1 - at / recent.length]));
  const hits: { readonly emoji: Emoji; readonly score: number }[] = [];
  for (const emoji of all) {
    const hit = fit(emoji, wanted, parts);
    const use = lately.get(emoji.key) ?? 0;
    const isRecent = use > 0 && hit >= meant && hit < 8;
    if (hit > 0) hits.push({ emoji, score: (isRecent ? 7 : hit) + use / 2 });
  }
  return hits
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}
