import { describe, expect, it } from 'vitest';
import { externalAccountKind, fieldChoiceData, fieldChoiceLines } from './profile-field-data';

const colours = JSON.stringify({
  0: { text: 'Red', order: '2' },
  1: { text: 'Blue', order: '1' },
});

describe('data of a profile field', () => {
  it('is converted to lines of choices in order', () => {
    expect(fieldChoiceLines(colours)).toBe('Blue\nRed');
    expect(fieldChoiceLines(undefined)).toBe('');
  });

  it('keeps the keys of choices that stay and gives new ones to others', () => {
    expect(fieldChoiceData('Red\n\n Green \nRed', colours)).toEqual({
      0: { text: 'Red', order: '1' },
      2: { text: 'Green', order: '2' },
    });
    expect(fieldChoiceData('One', undefined)).toEqual({ 0: { text: 'One', order: '1' } });
  });

  it('returns the type of an external account', () => {
    expect(externalAccountKind('{"subtype":"github"}')).toEqual({
      subtype: 'github',
      url_pattern: '',
    });
    expect(externalAccountKind('not JSON')).toEqual({ subtype: 'custom', url_pattern: '' });
  });
});
