import { describe, expect, it } from 'vitest';
import { rankByName } from './rank-by-name';

const names = ['design', 'Designers', 'redesign', 'product design', 'Café'];
const by = (query: string, weight?: (name: string) => number) =>
  rankByName(names, query, (name) => name, weight);

describe('rank', () => {
  it('puts beginnings first, then beginnings of words, then the rest', () => {
    expect(by('design')).toEqual(['design', 'Designers', 'product design', 'redesign']);
  });

  it('does not care for case and accents', () => {
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
  ])('finds by %s what is called %s, in whatever language the browser is', (query, name) => {
    expect(rankByName([name], query, (one) => one)).toEqual([name]);
  });

  it('lets weight decide among equals', () => {
    expect(by('design', (name) => (name === 'Designers' ? 1 : 0))[0]).toBe('Designers');
  });

  it('gives all in order for no query', () => {
    expect(by('')).toEqual(['Café', 'design', 'Designers', 'product design', 'redesign']);
  });
});
