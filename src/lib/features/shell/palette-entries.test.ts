import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '../../writing/recipients/rank-by-name';
import { scoreMatch, prepareQuery } from './score-match';
import { findPaletteEntries, type PaletteSource } from './palette-entries';

interface Item {
  readonly name: string;
  readonly weight: number;
}

const sourceOf = (items: readonly Item[], sign?: '#' | '@'): PaletteSource =>
  ({
    ...(sign && { sign }),
    items,
    textOf: ({ name }: Item) => name,
    weightOf: ({ weight }: Item) => weight,
    entryOf: ({ name }: Item) => ({ id: name, title: name, section: '', run: () => undefined }),
  }) as unknown as PaletteSource;

const item = (name: string, weight = 0): Item => ({ name, weight });
const titles = (sources: readonly PaletteSource[], query: string, sign?: string) =>
  findPaletteEntries(sources, prepareQuery(query), 10, sign).map(({ found }) => found.title);

describe('destinations of several types', () => {
  const channels = sourceOf([item('design', 200), item('Redesign'), item('desk')], '#');
  const people = sourceOf([item('Desmond', 100), item('Ada de Sousa', 990)], '@');

  it('are one list: exact matches, then beginnings, words, and other matches', () => {
    expect(titles([channels, people], 'design')).toEqual(['design', 'Redesign']);
    expect(titles([channels, people], 'de')).toEqual([
      'design',
      'Desmond',
      'desk',
      'Ada de Sousa',
      'Redesign',
    ]);
  });

  it('are filtered by a sign', () => {
    expect(titles([channels, people], 'de', '@')).toEqual(['Desmond', 'Ada de Sousa']);
    expect(titles([channels, people], '', '#')).toEqual(['design', 'desk', 'Redesign']);
  });
});

it('finds the same as a full sort', () => {
  const items = fc.array(
    fc.record({
      name: fc.string({ unit: fc.constantFrom('a', 'b', 'É', ' ') }),
      weight: fc.nat({ max: 999 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(items, items, fc.constantFrom('a', 'ab', 'b é', ''), (one, other, query) => {
      const scoreOf = ({ name, weight }: Item) => scoreMatch(query, name) * 1000 + weight;
      const sorted = [...one, ...other]
        .filter(({ name }) => scoreMatch(query, name) > 0)
        .toSorted(
          (a, b) => scoreOf(b) - scoreOf(a) || (foldName(a.name) < foldName(b.name) ? -1 : 1),
        );
      const found = findPaletteEntries([sourceOf(one), sourceOf(other)], prepareQuery(query), 7);
      expect(found.map(({ score }) => score)).toEqual(sorted.slice(0, 7).map(scoreOf));
    }),
  );
});
