import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applied } from '../../../../../tests/support/applied';
import { insertTable, markdownTable, toggleBlock, toggleWidget } from './blocks';
import { renderMarkdown } from '../../../server/service/markdown/render';
import type { TextEdit, TextFieldState } from './text-edit';
import { toggleCode, toggleLink, toggleMark } from './inline';
import { continueLine, toggleLines, withoutTypedMark } from './lines';

/** `‹` and `›` mark the selection, `|` the caret. */
function field(text: string): TextFieldState {
  const start = text.search(/[‹|]/);
  const value = text.replace(/[‹›|]/g, '');
  const end = text.includes('›') ? text.indexOf('›') - 1 : start;
  return { value, start, end };
}

function shown({ value, start, end }: TextFieldState): string {
  return start === end
    ? `${value.slice(0, start)}|${value.slice(start)}`
    : `${value.slice(0, start)}‹${value.slice(start, end)}›${value.slice(end)}`;
}

const after = (text: string, edit: (field: TextFieldState) => TextEdit) =>
  shown(applied(field(text), edit(field(text))));

const bold = (one: TextFieldState) => toggleMark(one, '*', 2);
const italic = (one: TextFieldState) => toggleMark(one, '*', 1);
const strike = (one: TextFieldState) => toggleMark(one, '~', 2);

describe('marks', () => {
  it.each([
    [bold, 'a ‹b› c', 'a **‹b›** c'],
    [bold, 'a **‹b›** c', 'a ‹b› c'],
    [bold, 'a ‹**b**› c', 'a ‹b› c'],
    [bold, '*‹b›*', '***‹b›***'],
    [italic, '***‹b›***', '**‹b›**'],
    [italic, '**‹b›**', '***‹b›***'],
    [bold, '|', '**|**'],
    [bold, '**|**', '|'],
    [bold, 'a‹ b ›c', 'a **‹b›** c'],
    [bold, '‹- one\n\n  2. two \nthree›', '‹- **one**\n\n  2. **two** \n**three**›'],
    [bold, '‹**one**\n- **two**›', '‹one\n- two›'],
    [bold, '‹**one**\ntwo›', '‹**one**\n**two**›'],
    [italic, '‹**one**\ntwo›', '‹***one***\n*two*›'],
    [strike, '‹b›', '~~‹b›~~'],
    [toggleCode, '‹b›', '`‹b›`'],
    [toggleCode, '‹a`b›', '``‹a`b›``'],
    [toggleCode, '‹`›', '``‹ ` ›``'],
    [toggleCode, '‹`b`›', '‹b›'],
    [toggleLink, 'see ‹this›', 'see [this](|)'],
    [toggleLink, 'see ‹these\n\ntwo› words', 'see [these two](|) words'],
    [toggleLink, '‹https://example.com/a›', '[|](https://example.com/a)'],
    [toggleLink, 'see [th|is](https://example.com)', 'see ‹this›'],
  ])('case %#', (edit, before, wanted) => {
    expect(after(before, edit)).toBe(wanted);
  });

  it('leave tables and code between the lines alone', () => {
    const value = 'one\n```js\ntwo\n```\n| a | b |\nend';
    const all = { value, start: 0, end: value.length };
    expect(applied(all, bold(all)).value).toBe('**one**\n```js\ntwo\n```\n| a | b |\n**end**');
  });
});

describe('lines and blocks', () => {
  const bullets = (one: TextFieldState) => toggleLines(one, 'bullets');
  const numbers = (one: TextFieldState) => toggleLines(one, 'numbers');
  const quote = (one: TextFieldState) => toggleLines(one, 'quote');
  const block = (one: TextFieldState) => toggleBlock(one);
  it.each([
    [bullets, 'a|', '- a|'],
    [bullets, '- a|', 'a|'],
    [numbers, '‹a\n\nb›', '‹1. a\n\n2. b›'],
    [numbers, '‹- a\n- b›', '‹1. a\n2. b›'],
    [quote, '‹a\n\nb›', '‹> a\n> \n> b›'],
    [bullets, '|', '- |'],
    [block, 'x = 1|', '```|\nx = 1\n```'],
    [block, '```py|\nx = 1\n```', '‹x = 1›'],
    [block, '‹```\nx\n```›', '‹x›'],
    [block, 'a\n‹```js›\nb', 'a\n````|\n```js\n````\nb'],
    [(one: TextFieldState) => toggleBlock(one, 'spoiler'), 'a|', '```spoiler |\na\n```'],
    [(one: TextFieldState) => toggleBlock(one, 'math'), '‹a\nb›', '```math\n‹a\nb›\n```'],
    [(one: TextFieldState) => toggleWidget(one, '/poll'), 'Tea?|', '/poll Tea?|'],
    [(one: TextFieldState) => toggleWidget(one, '/poll'), '/poll Tea?|', 'Tea?|'],
    [(one: TextFieldState) => toggleWidget(one, '/todo'), '/poll Tea?|', '/todo Tea?|'],
    [
      (one: TextFieldState) => insertTable(one, { column: 'C' }),
      '|',
      '| ‹C 1› | C 2 |\n| --- | --- |\n|  |  |\n',
    ],
    [
      (one: TextFieldState) => insertTable(one, { column: 'C' }),
      'x ‹a\tb\n1\t2›',
      'x \n\n| ‹a› | b |\n| --- | --- |\n| 1 | 2 |\n',
    ],
    // Spreadsheets copy cells with quotes, and with line breaks in them, like this.
    [
      (one: TextFieldState) => insertTable(one, { column: 'C' }),
      '‹Size\tSays\n"5"" pipe"\t"said\n""hi"""›',
      '| ‹Size› | Says |\n| --- | --- |\n| 5" pipe | said "hi" |\n',
    ],
  ])('case %#', (edit, before, wanted) => {
    expect(after(before, edit)).toBe(wanted);
  });

  it('keeps the columns of a table, with any text in its cells', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '|', '`', '\\', '*', '\n', '&') });
    const row = fc.array(fc.oneof(text, fc.string()), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const { html } = renderMarkdown(markdownTable(rows));
        const width = Math.max(...rows.map((cells) => cells.length));
        expect(html.match(/<th>/g)).toHaveLength(width);
        expect(html.match(/<td>/g) ?? []).toHaveLength(width * (rows.length - 1));
      }),
    );
  });
});

describe('Enter', () => {
  it.each([
    ['- a|', '- a\n- |'],
    ['  * a|', '  * a\n  * |'],
    ['9. a|', '9. a\n10. |'],
    ['> a|', '> a\n> |'],
    ['> - a|', '> - a\n> - |'],
    ['- a\n- |', '- a\n|'],
    ['> - |', '> |'],
    ['> |', '|'],
    ['- a|b', '- a\n- |b'],
  ])('continues or ends %j', (before, wanted) => {
    const edit = continueLine(field(before));
    expect(edit && shown(applied(field(before), edit))).toBe(wanted);
  });

  it.each(['a|', '-a|', '```\n- a|', '- ‹a›', '**b|', '1.5|'])(
    'is a plain line break after %j',
    (before) => {
      expect(continueLine(field(before))).toBeNull();
    },
  );
});

describe('a space', () => {
  it.each([
    ['- a\n- -|', '- a\n- |'],
    ['> 1. a\n> 2. 2.|', '> 1. a\n> 2. |'],
  ])('removes the marker that was typed again in %j', (before, wanted) => {
    const edit = withoutTypedMark(field(before));
    expect(edit && shown(applied(field(before), edit))).toBe(wanted);
  });

  it.each([
    '- -|',
    'a\n- -|',
    '- a\n-|',
    '- a\n- |',
    '- a\n- b -|',
    '```\n- a\n- -|',
    '- a\n1. -|',
  ])('is a space after %j', (before) => expect(withoutTypedMark(field(before))).toBeNull());
});

describe('applying a command twice', () => {
  const texts = fc
    .array(
      fc.constantFrom('a', 'b c', ' ', '\n', '*', '**', '~~', '`', '$$', 'é', '🎉', '- ', '> '),
    )
    .map((parts) => parts.join(''));
  const fields = fc.tuple(texts, fc.nat(), fc.nat()).map(([value, one, other]): TextFieldState => {
    const [start, end] = [one % (value.length + 1), other % (value.length + 1)].sort(
      (a, b) => a - b,
    );
    return { value, start: start ?? 0, end: end ?? 0 };
  });
  const isInLine = ({ value, start, end }: TextFieldState) =>
    !value.slice(start, end).trim().includes('\n');
  const twice = (edit: (field: TextFieldState) => TextEdit, one: TextFieldState) => {
    const first = applied(one, edit(one));
    return applied(first, edit(first)).value;
  };

  it.each([
    ['bold', bold],
    ['italic', italic],
    ['strike', strike],
    ['math', (one: TextFieldState) => toggleMark(one, '$', 2)],
    ['poll', (one: TextFieldState) => toggleWidget(one, '/poll')],
  ])('restores the text with %s', (_, edit) => {
    fc.assert(
      fc.property(fields.filter(isInLine), (one) => void expect(twice(edit, one)).toBe(one.value)),
      { numRuns: 2000 },
    );
  });

  it('restores several lines without marks, with bold, italic and strike', () => {
    const free = fields.filter((one) => !isInLine(one) && !/[*~]/.test(one.value));
    for (const edit of [bold, italic, strike]) {
      fc.assert(fc.property(free, (one) => void expect(twice(edit, one)).toBe(one.value)));
    }
  });

  it.each(['``[`\n🎉]', '| a [| b |\n| c |]'])(
    'leaves a block alone when bold starts in the middle of its line: %s',
    (text) => {
      const value = text.replace(/[[\]]/g, '');
      const one = { value, start: text.indexOf('['), end: value.length };
      expect(applied(one, bold(one)).value).toBe(value);
    },
  );

  it('restores text that is not code, with code', () => {
    const free = fields.filter(
      ({ value, start, end }) => value[start - 1] !== '`' && value[end] !== '`',
    );
    fc.assert(fc.property(free, (one) => void expect(twice(toggleCode, one)).toBe(one.value)));
  });

  it('restores plain text, with quotes, lists and blocks', () => {
    const plain = fields.filter(({ value }) => !/[-*>`]/.test(value));
    for (const edit of [
      (one: TextFieldState) => toggleLines(one, 'quote'),
      (one: TextFieldState) => toggleLines(one, 'bullets'),
      (one: TextFieldState) => toggleLines(one, 'numbers'),
      (one: TextFieldState) => toggleBlock(one),
      (one: TextFieldState) => toggleBlock(one, 'spoiler'),
    ]) {
      fc.assert(fc.property(plain, (one) => void expect(twice(edit, one)).toBe(one.value)));
    }
  });
});
