import { describe, expect, it } from 'vitest';
import { pageAt } from './hash-pages';
import { placeOf } from './narrow-link';

describe('a page of another client', () => {
  it.each([
    ['#user/7', '/people/7'],
    ['#user/7/profile', '/people/7'],
    ['#channels/1/name/settings', '/channels/1/settings'],
    ['#channels/1/name/subscribers', '/channels/1/people'],
    ['#channels/1/name/constructor', '/channels/1'],
    ['#streams/1', '/channels/1'],
    ['#channels/new', '/channels/new'],
    ['#streams/all', '/channels'],
    ['#channels', '/channels'],
    ['#recent', '/recent'],
    ['#inbox', '/inbox'],
  ])('%s is %s', (hash, page) => {
    expect(pageAt(hash)).toBe(page);
    expect(placeOf(hash, 3)).toBe(page);
  });

  it.each(['#', '#constructor', '#user/x', '#settings/profile', '#user'])(
    '%s is none here',
    (hash) => {
      expect(pageAt(hash)).toBeUndefined();
    },
  );
});
