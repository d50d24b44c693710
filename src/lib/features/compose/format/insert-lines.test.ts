import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertLines } from '../../../views/compose-box/write-lines';

it('puts lines on lines of their own and keeps the text around them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n') });
  fc.assert(
    fc.property(text, text, text, (before, selected, after) => {
      const value = before + selected + after;
      const end = before.length + selected.length;
      const edit = insertLines({ value, start: before.length, end }, 'QUOTE');
      const next = value.slice(0, edit.from) + edit.insert + value.slice(edit.to);
      expect(next.split('\n')).toContain('QUOTE');
      expect(next.replace(/\n?QUOTE\n{1,2}/, '').length).toBeLessThanOrEqual(value.length);
      expect(next.startsWith(before)).toBe(true);
      expect(next.endsWith(after)).toBe(true);
      // Text typed next starts on its own line.
      expect(next.slice(0, edit.start).endsWith('QUOTE\n')).toBe(true);
      expect(['', '\n']).toContain(next.slice(edit.start, edit.start + 1));
    }),
  );
});
