import {
  findPaletteEntries,
  type PaletteSource,
} from '../../src/lib/features/shell/palette-entries';
import { prepareQuery } from '../../src/lib/features/shell/score-match';
import { atMost, quantile, reported } from './figures';
import type { Figure } from './figures';

const rows = 10_000;
const rounds = 200;
/** Milliseconds per frame. */
const frame = 16;

const words = 'Anna Bo Carla Dmitri Eva Fátima Georg Hanna Ivo Jana Karl Léna'.split(' ');
export const nameOf = (at: number) =>
  `${words[at % 12]} ${words[(at * 7) % 11]}son ${((at * 7919) % rows).toString(36)}`;

interface Row {
  readonly at: number;
  readonly name: string;
}

function sourceOf(kind: string, textOf: (row: Row) => string): PaletteSource {
  const items = Array.from({ length: rows }, (_, at) => ({ at, name: nameOf(at) }));
  const source: PaletteSource<Row> = {
    items,
    textOf,
    weightOf: ({ at }) => at % 900,
    entryOf: ({ at, name }) => ({
      id: `${kind} ${at}`,
      title: name,
      section: kind,
      run: () => undefined,
    }),
  };
  return source as unknown as PaletteSource;
}

/** Cost of a key in the palette among 10,000 entries of each kind, and of the first key. */
export function measure(): Promise<Figure[]> {
  const sources = [
    sourceOf('channel', ({ name }) => name),
    sourceOf('topic', ({ at, name }) => `${name} ${nameOf(at * 3)}`),
    sourceOf('person', ({ name }) => name),
    sourceOf('draft', ({ at, name }) =>
      `${name} writes: ${nameOf(at + 1)}, ${nameOf(at + 2)}. `.repeat(3),
    ),
    sourceOf('snippet', ({ name }) => name),
  ];
  const start = performance.now();
  findPaletteEntries(sources, prepareQuery('a'), 50);
  const first = performance.now() - start;
  const keys: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const name = nameOf(round * 31);
    for (let length = 1; length <= 6; length++) {
      const before = performance.now();
      findPaletteEntries(sources, prepareQuery(name.slice(0, length)), 50);
      keys.push(performance.now() - before);
    }
  }
  return Promise.resolve([
    atMost('palette.key', quantile(keys, 0.95), 'ms p95', frame),
    reported('palette.longest_key', Math.max(...keys), 'ms'),
    reported('palette.first_key', first, 'ms'),
  ]);
}
