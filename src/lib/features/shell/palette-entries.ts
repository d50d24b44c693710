import type { IconComponent } from '../../ui/icon';
import { foldedNameOf } from '../../writing/recipients/name-index';
import { scoreFoldedMatch, type PreparedQuery } from './score-match';

/** A destination listed in the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Its type or location. */
  readonly section: string;
  /** Shown before the title: an icon, or the icon of a channel or a person. */
  readonly icon?: IconComponent;
  readonly channel?: number;
  readonly person?: number;
  readonly run: () => void;
  /** A second destination, opened with Ctrl+Enter. */
  readonly other?: { readonly title: string; readonly run: () => void };
}

/** Many destinations of one type. Entries are only created for matches. */
export interface PaletteSource<T extends object = object> {
  /** Typed first, it limits results to sources with the same sign. */
  readonly sign?: '#' | '@';
  /** Must be the same array until something in it changes, because it is indexed once. */
  readonly items: readonly T[];
  readonly textOf: (item: T) => string;
  /** Breaks ties, 0 to 999: higher for more recently used. */
  readonly weightOf: (item: T) => number;
  readonly entryOf: (item: T) => PaletteEntry;
}

export interface ScoredEntry<T> {
  readonly found: T;
  /** Thousands: the match score. Below that: the weight. */
  readonly score: number;
}

const ready = new WeakMap<readonly object[], readonly string[]>();

function textsOf({ items, textOf }: PaletteSource): readonly string[] {
  let texts = ready.get(items);
  if (!texts) {
    texts = items.map((item) => foldedNameOf(item, textOf(item)));
    ready.set(items, texts);
  }
  return texts;
}

/** The few best entries of all sources, best first. Scans all of them without sorting. */
export function findPaletteEntries(
  sources: readonly PaletteSource[],
  wanted: PreparedQuery,
  most: number,
  sign?: string,
): readonly ScoredEntry<PaletteEntry>[] {
  const best: { source: PaletteSource; item: object; text: string; score: number }[] = [];
  for (const source of sources) {
    if (sign !== undefined && source.sign !== sign) continue;
    const { items, weightOf } = source;
    const texts = textsOf(source);
    for (let at = 0; at < items.length; at++) {
      const item = items[at]!;
      const text = texts[at]!;
      const fit = scoreFoldedMatch(wanted, text);
      if (fit === 0) continue;
      const score = fit * 1000 + weightOf(item);
      const last = best[most - 1];
      if (last && !isBefore(score, text, last)) continue;
      const place = best.findIndex((one) => isBefore(score, text, one));
      best.splice(place < 0 ? best.length : place, 0, { source, item, text, score });
      if (best.length > most) best.pop();
    }
  }
  return best.map(({ source, item, score }) => ({ found: source.entryOf(item), score }));
}

function isBefore(score: number, text: string, other: { score: number; text: string }): boolean {
  return score > other.score || (score === other.score && text < other.text);
}
