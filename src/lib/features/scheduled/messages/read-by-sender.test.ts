import { describe, expect, it } from 'vitest';
import { isReadBySender } from './outbox-kind';

describe('isReadBySender', () => {
  const to = (...ids: number[]) => ({ type: 'private' as const, to: ids, topic: '' });

  it('is true for channels and other people, and false for a note to self', () => {
    expect(isReadBySender({ type: 'stream', to: [5], topic: 'Logo' }, 7)).toBe(true);
    expect(isReadBySender(to(8), 7)).toBe(true);
    expect(isReadBySender(to(7, 8), 7)).toBe(true);
    expect(isReadBySender(to(7), 7)).toBe(false);
  });
});
