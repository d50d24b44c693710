import { describe, expect, it } from 'vitest';
import { emptyBody } from './body';
import { recognise } from './outbox';

const body = { ...emptyBody, type: 'private' as const, to: [7], content: 'On my way ' };

describe('recognise', () => {
  it('knows the message by its text, as the server trims it', () => {
    const found = [
      { id: 11, content: 'Something else' },
      { id: 12, content: 'On my way' },
    ];
    expect(recognise({ body, after: 10 }, found)).toBe(12);
  });

  it('does not take an older message of the same words for it', () => {
    expect(recognise({ body, after: 12 }, [{ id: 12, content: 'On my way' }])).toBeNull();
  });

  it('finds nothing in an empty conversation', () => {
    expect(recognise({ body, after: 0 }, [])).toBeNull();
  });
});
