import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { format, parse, parted, term, type Term } from './grammar';

const words = (operand: string) => term('search', operand);

describe('what is typed to find messages', () => {
  it.each<[string, readonly Term[]]>([
    ['', []],
    [' \t ', []],
    ['wind  "at noon"', [words('wind "at noon"')]],
    ['wind "at noon', [words('wind "at noon"')]],
    ['at 10:30 note:well', [words('at 10:30 note:well')]],
    ['channel: x', [words('channel: x')]],
    [
      'stream:"design team" kites -has:links',
      [term('channel', 'design team'), term('has', 'link', true), words('kites')],
    ],
    ['Channel:Design', [term('channel', 'Design')]],
    ['topic:""', [term('topic', '')]],
    ['topic:"say \\"hi\\" \\\\o/"', [term('topic', 'say "hi" \\o/')]],
    ['topic:"new logo', [term('topic', 'new logo')]],
    ['pm-with:ada,bo group-pm-with:7', [term('dm', 'ada,bo'), term('dm-including', '7')]],
    ['from:me is:private', [term('sender', 'me'), term('is', 'dm')]],
    ['streams:Public in:home', [term('channels', 'public'), term('in', 'home')]],
    ['-kites -"at noon"', [term('search', 'kites', true), term('search', '"at noon"', true)]],
    ['search:kites -search:"a b"', [term('search', 'a b', true), words('kites')]],
    ['- -- "" -""', [words('- -- -""')]],
    ['a\u0000b\nc', [words('a b c')]],
    ['\ud800x', [words('\ufffdx')]],
    ['near:12 with:13 id:14', [term('near', '12'), term('with', '13'), term('id', '14')]],
  ])('%s', (query, terms) => {
    expect(parse(query)).toEqual(terms);
  });

  it('is written with its words at the end', () => {
    expect(format([words('kites'), term('channel', 'a b'), term('has', 'link', true)])).toBe(
      'channel:"a b" -has:link kites',
    );
    expect(parted(parse('kites has:link wind'))).toEqual({
      pills: [term('has', 'link')],
      words: 'kites wind',
    });
  });
});

const bits = fc.constantFrom(
  ...['channel:', '-', '"', '\\', ' ', 'is:', 'topic:', 'search:', 'x', 'é', ':', '\u0000', ','],
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
    operand: typed.map((text) => parse(`topic:"${text.replace(/["\\]/g, '\\$&')}"`)[0]?.operand),
    negated: fc.boolean(),
  })
  .filter(
    ({ operator, operand }) => operand !== undefined && (operand !== '' || operator === 'topic'),
  );

describe('any text', () => {
  it('is written the same, however often it is read', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const once = format(parse(text));
        expect(format(parse(once))).toBe(once);
        expect(parse(once)).toEqual(parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('holds any operand', () => {
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 5 }), (terms) => {
        expect(parse(format(terms as Term[]))).toEqual(terms);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['"', '-', 'a:', 'channel:"\\', ' "', 'is: ', '-"'])(
    'is read at once, %s a hundred thousand times',
    (bit) => {
      const once = format(parse(bit.repeat(100_000)));
      expect(format(parse(once))).toBe(once);
    },
  );
});
