import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt';

const space = { kind: 'plain', text: ' ' } as const;
/** As a single line, like in rows. */
const runs = (content: string) =>
  excerpt(content).flatMap((line, at) => (at > 0 ? [space, ...line] : line));
const text = (content: string) =>
  runs(content)
    .map((segment) => segment.text)
    .join('');

describe('excerpt', () => {
  it.each([
    ['plain words', [['plain', 'plain words']]],
    [
      '**bold** and *it*',
      [
        ['strong', 'bold'],
        ['plain', ' and '],
        ['emphasis', 'it'],
      ],
    ],
    ['2 * 3 * 4', [['plain', '2 * 3 * 4']]],
    [
      'ask @**Desdemona|12** now',
      [
        ['plain', 'ask '],
        ['mention', '@Desdemona'],
        ['plain', ' now'],
      ],
    ],
    ['#**design>new logo**', [['mention', '#design › new logo']]],
    [
      'see [the plan](https://a.example/x)',
      [
        ['plain', 'see '],
        ['link', 'the plan'],
      ],
    ],
    [
      '[a [b](/c)',
      [
        ['plain', '[a '],
        ['link', 'b'],
      ],
    ],
    ['`a``b`', [['code', 'a``b']]],
    ['![](/user_uploads/2/ab/photo.png)', [['link', '/user_uploads/2/ab/photo.png']]],
    [
      '`a*b*c` ~~no~~',
      [
        ['code', 'a*b*c'],
        ['plain', ' '],
        ['strike', 'no'],
      ],
    ],
    [
      '> said\nyes',
      [
        ['quote', 'said'],
        ['plain', ' '],
        ['plain', 'yes'],
      ],
    ],
    [
      '```py\nx = 1\n```\nthen',
      [
        ['code', 'x = 1'],
        ['plain', ' '],
        ['plain', 'then'],
      ],
    ],
    [
      '## Title\n- one',
      [
        ['plain', 'Title'],
        ['plain', ' '],
        ['plain', 'one'],
      ],
    ],
  ])('reads %j', (content, expected) => {
    expect(runs(content).map(({ kind, text }) => [kind, text])).toEqual(expected);
  });

  it('keeps what looks like HTML as text', () => {
    expect(text('<b>x</b> <img src=x onerror=alert(1)>')).toBe(
      '<b>x</b> <img src=x onerror=alert(1)>',
    );
  });

  it('is short and has no line breaks for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (content) => {
        expect(text(content)).not.toContain('\n');
        expect(text(content).length).toBeLessThanOrEqual(700);
      }),
    );
  });

  it('reads hostile repetition in linear steps', () => {
    for (const piece of ['**', '[', '`', '*a', '~~', '||', '@**']) {
      expect(text(piece.repeat(20_000)).length).toBeLessThanOrEqual(600);
    }
  });
});
