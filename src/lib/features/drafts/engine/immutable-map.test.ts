import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ImmutableMap } from './immutable-map';

const changes = fc
  .array(fc.tuple(fc.integer({ max: 300, min: 0 }).map(String), fc.option(fc.nat())), {
    maxLength: 40,
  })
  .map((entries) => new Map(entries));

it('holds what a plain map holds after the same changes, now and later', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.array(changes, { maxLength: 20 }), (start, steps) => {
      const plain = new Map(Array.from({ length: start }, (_, index) => [String(index), index]));
      let table = ImmutableMap.of(plain);
      const versions: [ImmutableMap<number>, Map<string, number>][] = [];
      for (const step of steps) {
        table = table.with(step);
        for (const [key, value] of step) {
          if (value === null) plain.delete(key);
          else plain.set(key, value);
        }
        versions.push([table, new Map(plain)]);
      }
      for (const [version, expected] of versions) {
        expect(version.size).toBe(expected.size);
        for (const key of [...expected.keys(), '0', 'none']) {
          expect(version.get(key)).toBe(expected.get(key));
          expect(version.has(key)).toBe(expected.has(key));
        }
        const sorted = [...expected].sort();
        expect([...version].sort()).toEqual(sorted);
        expect([...version.keys()].sort()).toEqual(sorted.map(([key]) => key));
        expect([...version.values()].sort()).toEqual([...expected.values()].sort());
      }
    }),
    { numRuns: 30 },
  );
});

it('returns the keys that changed since an older map, or null if unknown', () => {
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.array(changes, { maxLength: 40 }),
      fc.nat(40),
      (start, steps, back) => {
        const entries = Array.from(
          { length: start },
          (_, index) => [String(index), index] as const,
        );
        const versions = [ImmutableMap.of(entries)];
        for (const step of steps)
          versions.push((versions.at(-1) ?? ImmutableMap.of<number>()).with(step));
        const from = Math.max(0, versions.length - 1 - back);
        const [older, newer] = [versions[from], versions.at(-1)];
        if (!older || !newer) return;
        const changed = newer.changedSince(older);
        if (changed)
          expect(changed).toEqual(new Set(steps.slice(from).flatMap((step) => [...step.keys()])));
        expect(newer.changedSince(newer)).toEqual(new Set());
        expect(newer.changedSince(ImmutableMap.of(entries))).toBeNull();
      },
    ),
  );
});

it('always knows the latest changes of a large map', () => {
  let table = ImmutableMap.of(
    Array.from({ length: 1000 }, (_, index) => [String(index), index] as const),
  );
  for (let round = 0; round < 100; round++) {
    const older = table;
    table = table.with(new Map([[String(round), round % 3 ? round : null]]));
    table = table.with(new Map([['x', round]]));
    expect(table.changedSince(older)).toEqual(new Set([String(round), 'x']));
  }
});
