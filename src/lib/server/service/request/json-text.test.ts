import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parameters';

describe('parseJson', () => {
  it('reads everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        // JavaScript writes an integer above 1e21 with an exponent, which isn't an integer in this
        // API.
        fc.pre(!/\d[eE]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '')));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('doesn’t turn a number written as a fraction into an integer', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('.0', '.000', 'e0', 'E+0', '.0e-0'), (n, tail) => {
        const [value] = parseJson(`[${n}${tail}]`) as [number];
        expect(Number.isInteger(value)).toBe(false);
        expect(value).toBeCloseTo(n, 5);
      }),
    );
  });

  it('leaves numbers inside strings alone', () => {
    expect(parseJson('{"5.0":"1e3 \\" 2.0","a":[1,"\\\\",3.0]}')).toEqual({
      '5.0': '1e3 " 2.0',
      a: [1, '\\', 3.0000000000000004],
    });
  });

  it('reads texts of many megabytes', () => {
    const long = 'x\n"'.repeat(2_000_000);
    expect(parseJson(JSON.stringify([long, 1]))).toEqual([long, 1]);
  });

  it('accepts nothing that JSON.parse rejects', () => {
    const sign = fc.constantFrom(...'0123456789.eE+-[]{},:"\\ t');
    fc.assert(
      fc.property(fc.string({ unit: sign }), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        if (valid) parseJson(text);
        else expect(() => parseJson(text)).toThrow(SyntaxError);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['brackets', '['.repeat(101) + ']'.repeat(101)],
    ['entries', `[${'1,'.repeat(50_001)}1]`],
    ['fields', `[${'{"a":1},'.repeat(30_000)}1]`],
  ])('refuses more %s than any parameter has', (_what, text) => {
    expect(() => parseJson(text)).toThrow(RangeError);
  });

  it('counts nothing inside strings', () => {
    const text = ',:['.repeat(100_000);
    expect(parseJson(JSON.stringify(text))).toBe(text);
  });

  it.each(['', '{', 'tru', '01.0', '-01.0', '1.0.0', '01', '5.', "'x'", '"\n"'])(
    'refuses %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );
});
