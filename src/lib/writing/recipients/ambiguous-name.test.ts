import { expect, it } from 'vitest';
import { aPerson } from '../../../../tests/support/state';
import { hasAmbiguousName } from './ambiguous-name';

it('finds people whose name can mean others, in any case and language', () => {
  const names = ['Sam Lee', 'SAM LEE', 'İrem', 'irem', 'All', 'topic', 'Ada'];
  const users = new Map(names.map((full_name, id) => [id, aPerson(id, { full_name })]));
  const shared = names.filter((_name, id) => hasAmbiguousName(id, users));
  expect(shared).toEqual(['Sam Lee', 'SAM LEE', 'İrem', 'irem', 'All', 'topic']);
  expect(hasAmbiguousName(99, users)).toBe(false);
});
