import { expect, it } from 'vitest';
import migration from '../server/service/db/migrations/0001_fold_case.sql?raw';
import { foldCase } from './fold-case';

it('gives the same result in this browser as in the database, for every character that it changes', () => {
  const [, from = '', to = ''] = /translate\(signs,\s*'(.*)',\s*'(.*)'\)/.exec(migration) ?? [];
  const [signs, folds] = [[...from], [...to]];
  expect(signs.length).toBeGreaterThan(1400);
  expect(signs.map(foldCase)).toEqual(folds);
});
