import { describe, expect, it } from 'vitest';
import { scoreMatch } from './score-match';

describe('the match score', () => {
  it('ranks exact matches before beginnings, words, insides and letters in order', () => {
    const texts = ['God', 'Godwit', 'The god', 'Mangod', 'Go to drafts', 'A Go to drafts', 'No'];
    const ranked = texts.map((text) => scoreMatch('god', text));
    expect(ranked).toEqual([6, 5, 4, 3, 1, 0, 0]);
  });

  it('finds words in any order, ignoring case and accents', () => {
    expect(scoreMatch('theme dark', 'Dark theme')).toBe(2);
    expect(scoreMatch('MUNCHEN', 'München')).toBe(6);
    expect(scoreMatch('entwürfe', 'Entwurfe')).toBe(6);
  });

  it('finds everything for an empty query, and nothing if a letter is missing', () => {
    expect(scoreMatch('', 'Anything')).toBe(1);
    expect(scoreMatch('  ', 'Anything')).toBe(1);
    expect(scoreMatch('ж', 'Anything')).toBe(0);
  });
});
