import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertedText } from './long-paste';

it('finds the pasted text with any text around it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, old, tail, added) => {
      const before = {
        value: head + old + tail,
        start: head.length,
        end: head.length + old.length,
      };
      expect(insertedText(before, head + added + tail)).toBe(added);
    }),
  );
});

it('finds nothing when something else has changed', () => {
  expect(insertedText({ value: 'abc', start: 1, end: 1 }, 'xyz or more')).toBe('');
  expect(insertedText({ value: 'abc', start: 1, end: 1 }, 'a')).toBe('');
});
