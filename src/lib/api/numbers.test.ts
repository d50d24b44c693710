import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ApiOperation } from './define-operation';
import { operations } from './operations';

interface Anything {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** All number schemas within a schema, each with its path. */
function numbersIn(schema: Anything, place: string): [string, v.GenericSchema][] {
  if (schema.type === 'number') return [[place, schema as unknown as v.GenericSchema]];
  const inside: [string, unknown][] = [
    ...['wrapped', 'item', 'value'].map((part): [string, unknown] => ['', schema[part]]),
    ...((schema['options'] ?? schema['items'] ?? []) as unknown[]).map(
      (each, index): [string, unknown] => [`|${index}`, each],
    ),
    ...Object.entries((schema['entries'] ?? {}) as object).map(
      ([name, each]): [string, unknown] => [`.${name}`, each],
    ),
    ...((schema['pipe'] ?? []) as unknown[]).slice(1).map((each): [string, unknown] => ['', each]),
  ];
  return inside.flatMap(([name, each]) =>
    typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'schema'
      ? numbersIn(each as unknown as Anything, place + name)
      : [],
  );
}

const numbers = Object.entries(operations as Record<string, ApiOperation>).flatMap(
  ([id, { params }]) =>
    Object.entries(params).flatMap(([name, { schema }]) =>
      numbersIn(schema as unknown as Anything, `${id}.${name}`),
    ),
);

describe('numbers in requests', () => {
  it('are found by this test', () => {
    expect(numbers.length).toBeGreaterThan(50);
  });

  it.each(numbers)('%s rejects numbers that can’t be stored exactly', (_place, schema) => {
    for (const value of [2 ** 53, -(2 ** 53), 1e20, 1e29, 1e300, Infinity, -Infinity, NaN]) {
      expect(v.is(schema, value), String(value)).toBe(false);
    }
    expect(v.is(schema, 1)).toBe(true);
  });
});
