import { describe, expect, it } from 'vitest';
import { accountKind, choiceData, choiceLines } from './profile-data';

const colours = JSON.stringify({
  0: { text: 'Red', order: '2' },
  1: { text: 'Blue', order: '1' },
});

describe('data of a profile field', () => {
  it('is lines of choices, in their order', () => {
    expect(choiceLines(colours)).toBe('Blue\nRed');
    expect(choiceLines(undefined)).toBe('');
  });

  it('keeps the keys of choices that stay, and gives new ones to others', () => {
    expect(choiceData('Red\n\n Green \nRed', colours)).toEqual({
      0: { text: 'Red', order: '1' },
      2: { text: 'Green', order: '2' },
    });
    expect(choiceData('One', undefined)).toEqual({ 0: { text: 'One', order: '1' } });
  });

  it('tells the kind of an account elsewhere', () => {
    expect(accountKind('{"subtype":"github"}')).toEqual({ subtype: 'github', url_pattern: '' });
    expect(accountKind('not JSON')).toEqual({ subtype: 'custom', url_pattern: '' });
  });
});
