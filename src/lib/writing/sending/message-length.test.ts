import { describe, expect, it } from 'vitest';
import { messageLength } from './message-length';

describe('messageLength', () => {
  it('shows nothing for short texts', () => {
    expect(messageLength('hello', 10_000)).toMatchObject({ near: false, over: false });
  });

  it('allows the last character and refuses the next one', () => {
    expect(messageLength('x'.repeat(10_000), 10_000)).toMatchObject({ left: 0, over: false });
    expect(messageLength('x'.repeat(10_001), 10_000)).toMatchObject({ left: -1, over: true });
  });

  it('counts code points, not UTF-16 units', () => {
    expect(messageLength('🙂'.repeat(10_000), 10_000)).toMatchObject({ used: 10_000, over: false });
  });

  it('does not count whitespace at the ends, which the server drops', () => {
    expect(messageLength(`${'x'.repeat(10_000)}  \n`, 10_000).over).toBe(false);
  });
});
