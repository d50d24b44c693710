import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQuery, parseQuery, splitTerms, makeTerm, type SearchTerm } from './query-grammar';

const words = (operand: string) => makeTerm('search', operand);

describe('a message search', () => {
  it.each<[string, readonly SearchTerm[]]>([
    ['', []],
    [' \t ', []],
    ['wind  "at noon"', [words('wind "at noon"')]],
    ['wind "at noon', [words('wind "at noon"')]],
    ['at 10:30 note:well', [words('at 10:30 note:well')]],
    ['channel: x', [words('channel: x')]],
    [
      'stream:"design team" kites -has:links',
      [makeTerm('channel', 'design team'), makeTerm('has', 'link', true), words('kites')],
    ],
    ['Channel:Design', [makeTerm('channel', 'Design')]],
    ['topic:""', [makeTerm('topic', '')]],
    ['topic:"say \\"hi\\" \\\\o/"', [makeTerm('topic', 'say "hi" \\o/')]],
    ['topic:"new logo', [makeTerm('topic', 'new logo')]],
    ['pm-with:ada,bo group-pm-with:7', [makeTerm('dm', 'ada,bo'), makeTerm('dm-including', '7')]],
    ['from:me is:private', [makeTerm('sender', 'me'), makeTerm('is', 'dm')]],
    ['streams:Public in:home', [makeTerm('channels', 'public'), makeTerm('in', 'home')]],
    [
      '-kites -"at noon"',
      [makeTerm('search', 'kites', true), makeTerm('search', '"at noon"', true)],
    ],
    ['search:kites -search:"a b"', [makeTerm('search', 'a b', true), words('kites')]],
    ['- -- "" -""', [words('- -- -""')]],
    ['a\u0000b\nc', [words('a b c')]],
    ['\ud800x', [words('\ufffdx')]],
    [
      'near:12 with:13 id:14',
      [makeTerm('near', '12'), makeTerm('with', '13'), makeTerm('id', '14')],
    ],
  ])('%s', (query, terms) => {
    expect(parseQuery(query)).toEqual(terms);
  });

  it('is formatted with its words at the end', () => {
    expect(
      formatQuery([words('kites'), makeTerm('channel', 'a b'), makeTerm('has', 'link', true)]),
    ).toBe('channel:"a b" -has:link kites');
    expect(splitTerms(parseQuery('kites has:link wind'))).toEqual({
      pills: [makeTerm('has', 'link')],
      words: 'kites wind',
    });
  });
});

const bits = fc.constantFrom(
  'channel:',
  '-',
  '"',
  '\\',
  ' ',
  'is:',
  'topic:',
  'search:',
  'x',
  'é',
  ':',
  '\u0000',
  ',',
);
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(bits, { maxLength: 20 }).map((all) => all.join('')),
);
const anyTerm = fc
  .record({
    operator: fc.constantFrom(
      'channel' as const,
      'topic' as const,
      'sender' as const,
      'dm' as const,
    ),
    operand: typed.map(
      (text) => parseQuery(`topic:"${text.replace(/["\\]/g, '\\$&')}"`)[0]?.operand,
    ),
    negated: fc.boolean(),
  })
  .filter(
    ({ operator, operand }) => operand !== undefined && (operand !== '' || operator === 'topic'),
  );

describe('any text', () => {
  it('is formatted the same however often it is parsed', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const once = formatQuery(parseQuery(text));
        expect(formatQuery(parseQuery(once))).toBe(once);
        expect(parseQuery(once)).toEqual(parseQuery(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps any operand', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 5 }), (terms) => {
        expect(parseQuery(formatQuery(terms as SearchTerm[]))).toEqual(terms);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['"', '-', 'a:', 'channel:"\\', ' "', 'is: ', '-"'])(
    'is parsed quickly with %s repeated a hundred thousand times',
    (bit) => {
      const once = formatQuery(parseQuery(bit.repeat(100_000)));
      expect(formatQuery(parseQuery(once))).toBe(once);
    },
  );
});
