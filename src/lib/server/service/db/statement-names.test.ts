import { expect, it } from 'vitest';
import { StatementNames } from './statement-names';

it('names a few thousand statements, and keeps the names', () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 20_000 }, (_, at) => `select ${at}`);
  const given = texts.map((text) => names.of(text));
  expect(new Set(given).size).toBeLessThan(5000);
  expect(given[0]).toBe('s0');
  expect(texts.map((text) => names.of(text))).toEqual(given);
});
