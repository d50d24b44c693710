import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, highlightHits, foldedWordsOf, type HighlightTerms } from './highlight-hits';

const marks = (given: Partial<Record<keyof HighlightTerms, string[]>>): HighlightTerms => ({
  words: new Set(given.words ?? []),
  phrases: given.phrases ?? [],
  tokens: given.tokens ?? [],
});
const hit = (text: string) => `<span class="highlight">${text}</span>`;

describe('markHits', () => {
  it.each([
    ['<p>Harbour, harbours</p>', { words: ['harbour'] }, `<p>${hit('Harbour')}, harbours</p>`],
    [
      '<a title="harbour > x">harbour</a>',
      { words: ['harbour'] },
      `<a title="harbour > x">${hit('harbour')}</a>`,
    ],
    ['a &amp; b &lt;', { words: ['amp', 'lt', 'b'] }, `a &amp; ${hit('b')} &lt;`],
    ['AT&amp;T and AT&amp;TS', { tokens: ['at&amp;t'] }, `${hit('AT&amp;T')} and AT&amp;TS`],
    ['a &amp; b', { phrases: ['amp'] }, 'a &amp; b'],
    ['to be or not', { phrases: ['be or'] }, `to ${hit('be or')} not`],
    ['catalogue cat', { words: ['cat'], phrases: ['cat'] }, `${hit('cat')}alogue ${hit('cat')}`],
    ['<b>har</b>bour', { words: ['harbour'] }, '<b>har</b>bour'],
    ['<math><mi>x</mi></math> x', { words: ['x'] }, `<math><mi>x</mi></math> ${hit('x')}`],
    ['ÉTÉ été', { words: ['été'] }, `${hit('ÉTÉ')} ${hit('été')}`],
    ['nothing', {}, 'nothing'],
  ])('%s', (html, given, expected) => {
    expect(highlightHits(html, marks(given))).toBe(expected);
  });

  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map(escapeHtml);
  const html = fc
    .array(
      fc.oneof(
        text,
        fc.constantFrom('<p>', '</p>', '<br>', '<a href="/x?a=b&amp;c" title="\'>">', '</a>', '<'),
      ),
    )
    .map((parts) => parts.join(''));

  it('adds nothing but its spans, and none inside a tag or an entity', () => {
    fc.assert(
      fc.property(html, fc.array(text), (whole, parts) => {
        const known = [...foldedWordsOf(whole)];
        const literals = parts.filter(Boolean).map((part) => part.toLowerCase());
        const marked = highlightHits(
          whole,
          marks({ words: known, phrases: literals, tokens: literals }),
        );
        expect(marked.replaceAll(/<span class="highlight">|<\/span>/g, '')).toBe(whole);
        expect(marked).not.toMatch(/<span class="highlight">(?:(?!<\/span>).)*<span/s);
        const entities = (value: string) => value.match(/&(?:amp|lt|gt|quot);/g)?.length ?? 0;
        expect(entities(marked)).toBe(entities(whole));
        const tags = (value: string) => value.match(/<a href="[^"]*" title="[^"]*">/g)?.length ?? 0;
        expect(tags(marked)).toBe(tags(whole));
      }),
    );
  });
});
