import { describe, expect, it } from 'vitest';
import { narrowOf } from './narrow-of';

describe('what is typed to find messages', () => {
  it.each([
    ['', []],
    ['wind  "at noon"', [{ operator: 'search', operand: 'wind "at noon"' }]],
    [
      'stream:"design team" kites -has:link',
      [
        { operator: 'channel', operand: 'design team', negated: false },
        { operator: 'has', operand: 'link', negated: true },
        { operator: 'search', operand: 'kites' },
      ],
    ],
    ['at 10:30 note:well', [{ operator: 'search', operand: 'at 10:30 note:well' }]],
  ])('%s', (query, narrow) => {
    expect(narrowOf(query)).toEqual(narrow);
  });
});
