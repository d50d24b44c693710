import { describe, expect, it } from 'vitest';
import { encodeBody } from './envelope';
import { JsonList } from './json-list';

const listOf = (values: readonly object[]) => {
  const list = new JsonList();
  for (const value of values) list.add(value);
  return list;
};

const text = async (value: object) => Buffer.from((await encodeBody(value, null)).body).toString();

describe('a body with lists', () => {
  it.each([0, 1, 199, 200, 201, 1000])('is encoded like one with arrays of %i', async (count) => {
    const values = Array.from({ length: count }, (_, id) => ({ id, name: `é "${id}"`, no: null }));
    const body = { result: 'success', absent: undefined, nested: { a: [1] } };
    expect(await text({ ...body, values: listOf(values), last: 'x' })).toBe(
      JSON.stringify({ ...body, values, last: 'x' }),
    );
    expect(await text({ values: listOf(values), others: listOf(values) })).toBe(
      JSON.stringify({ values, others: values }),
    );
  });

  it('is encoded alike if an array is long, whatever is in it', async () => {
    const values = [undefined, 1, 'a', null, { b: undefined }, [], ...Array(2000).fill({ c: 1 })];
    expect(await text({ values, last: 1 })).toBe(JSON.stringify({ values, last: 1 }));
  });
});
