import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { typeInto } from './type-into';

function aField(value = ''): HTMLTextAreaElement {
  const field = document.createElement('textarea');
  field.value = value;
  document.body.append(field);
  onTestFinished(() => field.remove());
  field.focus();
  return field;
}

it('makes one change of 500 lines that a single undo reverts', () => {
  const lines = Array.from({ length: 500 }, (_, at) => `| ${at} | <b>&amp; "x"</b>  |`).join('\n');
  const field = aField('before after');
  field.setSelectionRange(7, 7);
  let changes = 0;
  field.addEventListener('input', () => changes++);
  typeInto(field, lines);
  expect(field.value).toBe(`before ${lines}after`);
  expect(changes).toBe(1);
  document.execCommand('undo');
  expect(field.value).toBe('before after');
});

it('types any text unchanged in place of the selection', () => {
  const field = aField();
  const parts =
    ' |\n|\t|a|&|<|>|"|\u00a0|\u200b|🎉|  |\n\n|&amp;|<b>|\u2028|\u000b|\u000c|&#10;|<!--|]]>|\u0001'.split(
      '|',
    );
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join(''));
  fc.assert(
    fc.property(text, text, text, text, (head, old, tail, added) => {
      field.value = head + old + tail;
      field.setSelectionRange(head.length, head.length + old.length);
      typeInto(field, added);
      expect(field.value).toBe(head + added + tail);
      if (old + added !== '') document.execCommand('undo');
      expect(field.value).toBe(head + old + tail);
    }),
  );
});
