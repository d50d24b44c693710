import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasUnfilledPlaceholder } from '../../writing/sending/unfilled-placeholder';
import {
  autoFilledNames,
  fillPlaceholders,
  unfilledPlaceholders,
  parsePlaceholders,
  placeholderPattern,
} from './placeholders';

const fill = (content: string, values = {}) => fillPlaceholders(parsePlaceholders(content), values);

/** Escapes the text so that the snippet produces exactly this text. */
const literal = (text: string) =>
  text.replace(
    placeholderPattern,
    (_whole, ...[open, word, close]: string[]) => `{${open}${word}${close}}`,
  );

/** Random texts full of potential placeholders. */
const piece = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom('{', '}', '{{', '}}', '\n', '|', ':', 'ask:', 'choose: a|b', ' '),
  fc.constantFrom(...autoFilledNames, 'cursor', 'Date', '{ask: x}', '{{ask: x}}', '{choose: |}'),
);
const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('parsePlaceholders', () => {
  it('leaves braces alone that are not placeholders', () => {
    for (const text of [
      '{"a": 1}',
      '\\frac{a}{b}',
      '{{ name }}',
      '{ask}',
      '{ask: }',
      '{choose: |}',
    ]) {
      expect(parsePlaceholders(text)).toEqual([{ kind: 'text', text }]);
    }
  });

  it('reads questions and options', () => {
    expect(parsePlaceholders('No {ask: Order number}, {Choose: red| blue |red|}.')).toEqual([
      { kind: 'text', text: 'No ' },
      {
        kind: 'blank',
        placeholder: { kind: 'ask', label: 'Order number' },
        source: '{ask: Order number}',
      },
      { kind: 'text', text: ', ' },
      {
        kind: 'blank',
        placeholder: { kind: 'choose', options: ['red', 'blue'] },
        source: '{Choose: red| blue |red|}',
      },
      { kind: 'text', text: '.' },
    ]);
  });

  it('reads doubled braces as literal braces', () => {
    expect(fill('{{date}} {{{time}}} {{ask: x}}').text).toBe('{date} {{time}} {ask: x}');
    expect(fill('{{date}', { date: 'today' }).text).toBe('{today');
  });

  it('returns any escaped text unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(fill(literal(text)).text).toBe(text);
      }),
    );
  });

  it('loses no character outside placeholders', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parts = parsePlaceholders(text);
        const kept = parts.map((part) => (part.kind === 'text' ? part.text : part.source)).join('');
        // Only doubled braces make the text shorter, by one pair each.
        const doubled = [...text.matchAll(/\{/g)].length - [...kept.matchAll(/\{/g)].length;
        expect(text.length - kept.length).toBe(2 * doubled);
        expect(kept.replaceAll(/[{}]/g, '')).toBe(text.replaceAll(/[{}]/g, ''));
      }),
    );
  });
});

describe('fillPlaceholders', () => {
  it('fills in known values and asks for the rest', () => {
    const parts = parsePlaceholders('Hi {recipient}, {topic} is {ask: what}.');
    const made = fillPlaceholders(parts, { recipient: 'Ada' }, (name) => `the ${name}`);
    expect(made.text).toBe('Hi Ada, {ask: the topic} is {ask: what}.');
    expect(made.text.slice(...made.caret)).toBe('{ask: the topic}');
  });

  it('puts the caret at the first unfilled placeholder, otherwise at {cursor}', () => {
    expect(fill('a{cursor}b{ask: c}').caret).toEqual([2, 10]);
    expect(fill('a{cursor}b').caret).toEqual([1, 1]);
    expect(fill('ab').caret).toEqual([2, 2]);
  });

  it('does not parse the values that it fills in', () => {
    expect(fill('{selection}!', { selection: '{date} {{x}} $& {cursor}' }).text).toBe(
      '{date} {{x}} $& {cursor}!',
    );
  });

  it('leaves exactly the unfilled placeholders in the text', () => {
    fc.assert(
      fc.property(texts, (content) => {
        const parts = parsePlaceholders(content);
        const values = Object.fromEntries(autoFilledNames.map((name) => [name, '']));
        const { text, caret } = fillPlaceholders(parts, values);
        const rest = parts
          .map((part) =>
            part.kind === 'text'
              ? part.text
              : 'ask choose'.includes(part.placeholder.kind)
                ? part.source
                : '',
          )
          .join('');
        expect(text).toBe(rest);
        expect(caret[0]).toBeLessThanOrEqual(caret[1]);
        expect(caret[1]).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('unfilledPlaceholders', () => {
  it('finds the position of each', () => {
    const text = 'A {ask: b} {choose: c|d} {date} {{ask: e}}';
    expect(unfilledPlaceholders(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '{ask: b}',
      '{choose: c|d}',
      '{ask: e}',
    ]);
    expect(unfilledPlaceholders(text).map(({ options }) => options)).toEqual([[], ['c', 'd'], []]);
  });

  it('agrees with the check that holds a message back', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(hasUnfilledPlaceholder(text)).toBe(unfilledPlaceholders(text).length > 0);
      }),
    );
  });
});
