import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../writing/rank';
import { match, wantedOf } from './match';
import { findPlaces, type PlaceSource } from './places';

interface Item {
  readonly name: string;
  readonly weight: number;
}

const sourceOf = (items: readonly Item[], sign?: '#' | '@'): PlaceSource =>
  ({
    ...(sign && { sign }),
    items,
    textOf: ({ name }: Item) => name,
    weightOf: ({ weight }: Item) => weight,
    placeOf: ({ name }: Item) => ({ id: name, title: name, section: '', run: () => undefined }),
  }) as unknown as PlaceSource;

const item = (name: string, weight = 0): Item => ({ name, weight });
const titles = (sources: readonly PlaceSource[], query: string, sign?: string) =>
  findPlaces(sources, wantedOf(query), 10, sign).map(({ found }) => found.title);

describe('places of several kinds', () => {
  const channels = sourceOf([item('design', 200), item('Redesign'), item('desk')], '#');
  const people = sourceOf([item('Desmond', 100), item('Ada de Sousa', 990)], '@');

  it('are one list: the whole, beginnings, words, insides', () => {
    expect(titles([channels, people], 'design')).toEqual(['design', 'Redesign']);
    expect(titles([channels, people], 'de')).toEqual([
      'design',
      'Desmond',
      'desk',
      'Ada de Sousa',
      'Redesign',
    ]);
  });

  it('are told apart by a sign', () => {
    expect(titles([channels, people], 'de', '@')).toEqual(['Desmond', 'Ada de Sousa']);
    expect(titles([channels, people], '', '#')).toEqual(['design', 'desk', 'Redesign']);
  });
});

it('finds what a full sort finds', () => {
  const items = fc.array(
    fc.record({
      name: fc.string({ unit: fc.constantFrom('a', 'b', 'É', ' ') }),
      weight: fc.nat({ max: 999 }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(items, items, fc.constantFrom('a', 'ab', 'b é', ''), (one, other, query) => {
      const scoreOf = ({ name, weight }: Item) => match(query, name) * 1000 + weight;
      const sorted = [...one, ...other]
        .filter(({ name }) => match(query, name) > 0)
        .toSorted((a, b) => scoreOf(b) - scoreOf(a) || (fold(a.name) < fold(b.name) ? -1 : 1));
      const found = findPlaces([sourceOf(one), sourceOf(other)], wantedOf(query), 7);
      expect(found.map(({ score }) => score)).toEqual(sorted.slice(0, 7).map(scoreOf));
    }),
  );
});
