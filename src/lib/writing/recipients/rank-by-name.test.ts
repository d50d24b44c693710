import { describe, expect, it } from 'vitest';
import { rankByName } from './rank-by-name';

const names = ['design', 'Designers', 'redesign', 'product design', 'Café'];
const by = (query: string, weight?: (name: string) => number) =>
  rankByName(names, query, (name) => name, weight);

describe('rankByName', () => {
  it('puts beginnings of names first, then beginnings of words, then the rest', () => {
    expect(by('design')).toEqual(['design', 'Designers', 'product design', 'redesign']);
  });

  it('ignores case and accents', () => {
    expect(by('CAFE')).toEqual(['Café']);
  });

  it.each([
    ['ines', 'Inês Carvalho'],
    ['Inbox', 'inbox'],
    ['irem', 'İrem'],
    ['isik', 'IŞIK'],
    ['ışık', 'Isik'],
    ['λόγος', 'ΛΟΓΟΣ'],
    ['οδοσ', 'Οδός'],
  ])('finds with %s the name %s, in any browser language', (query, name) => {
    expect(rankByName([name], query, (one) => one)).toEqual([name]);
  });

  it('uses weight to break ties', () => {
    expect(by('design', (name) => (name === 'Designers' ? 1 : 0))[0]).toBe('Designers');
  });

  it('returns everything in order for an empty query', () => {
    expect(by('')).toEqual(['Café', 'design', 'Designers', 'product design', 'redesign']);
  });
});
