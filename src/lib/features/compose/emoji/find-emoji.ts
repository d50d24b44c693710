import { matchRank } from '../../../writing/recipients/rank-by-name';
import { spokenName, type Emoji } from './emoji-catalog';

/** Minimum score of a plausible match. Below it, the letters match by chance. */
const meant = 3;

/** How well an emoji matches a case-folded query and its words; 0 means not at all. */
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
 * Emoji with the query in a name or keyword, best first: exact names, then those in `recent` (keys,
 * the latest first), then names that start with it. Equal scores keep the given order. Returns at
 * most `most`.
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
