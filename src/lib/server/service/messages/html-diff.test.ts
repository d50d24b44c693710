import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blocks } from '../../../../../tests/corpora/markdown/blocks';
import { code } from '../../../../../tests/corpora/markdown/code';
import { links } from '../../../../../tests/corpora/markdown/links';
import { text } from '../../../../../tests/corpora/markdown/text';
import { htmlDiff } from './versions';

const came = (html: string) => `<span class="highlight_text_inserted">${html}</span>`;
const went = (html: string) => `<span class="highlight_text_deleted">${html}</span>`;

it('marks words as a real server of level 372 does', () => {
  const named = '<span class="user-mention" data-user-id="28">@New Name</span>';
  const before = `<p>hello <strong>there</strong> ${named}</p>`;
  expect(htmlDiff(before, '<p>hello changed</p>')).toBe(
    `<div><p>hello ${came('changed')} ${went(`<strong>there</strong> ${named}`)} </p></div>`,
  );
});

it.each([
  ['<p>a b</p>', '<p>a b</p>', '<p>a b</p>'],
  ['<p>a b</p>', '<p>a b c d</p>', `<p>a b ${came('c d')}</p>`],
  ['<p>a b c</p>', '<p>b c</p>', `<p>${went('a')} b c</p>`],
  ['<p>a</p>\n<p>b</p>', '<p>a</p>', `<p>a ${went('b')} </p>`],
  [
    '<p>a</p>',
    '<p>a</p>\n<p>b <em>c</em></p>',
    `<p>a</p>\n<p>${came('b')} <em>${came('c')}</em></p>`,
  ],
  [
    '<p><a href="/x">a</a></p>',
    '<p><a href="/y">b</a></p>',
    `<p><a href="/y">${came('b')} ${went('a')} </a></p>`,
  ],
  ['<p>a</p>', '', went('a')],
  ['', '<p>a</p>', `<p>${came('a')}</p>`],
])('%s → %s', (before, after, expected) => {
  expect(htmlDiff(before, after)).toBe(`<div>${expected}</div>`);
});

it('treats a formula as one word', () => {
  const formula = (x: string) =>
    `<span class="katex"><span class="katex-html"><span>${x} y</span></span></span>`;
  expect(htmlDiff(`<p>${formula('a')}</p>`, `<p>${formula('b')}</p>`)).toBe(
    `<div><p>${came(formula('b'))} ${went(formula('a'))} </p></div>`,
  );
});

const rendered = [...text, ...blocks, ...code, ...links].map(([, html]) => html);
const wholes = /^<(?:br|hr|img|input)\b|\/>$/;

/** Describes what is wrong with the elements, or returns null. */
function problem(html: string): string | null {
  const open: string[] = [];
  for (const [tag] of html.matchAll(/<(?:"[^"]*"|[^">])*>/g)) {
    const name = /^<\/?([\w-]+)/.exec(tag)?.[1] ?? '';
    if (wholes.test(tag)) continue;
    if (!tag.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return `</${name}> is out of place`;
  }
  return open.length === 0 ? null : `<${open.join('> <')}> stays open`;
}

/** All words except those inside the given mark. */
function wordsWithout(html: string, mark: string): string {
  let skipping = 0;
  let words = '';
  for (const [part] of html.matchAll(/<(?:"[^"]*"|[^">])*>|[^<]+/g)) {
    const isTag = part.startsWith('<');
    if (skipping > 0 && isTag && !wholes.test(part)) skipping += part.startsWith('</') ? -1 : 1;
    else if (skipping > 0) continue;
    else if (part === `<span class="${mark}">`) skipping = 1;
    else if (!isTag || wholes.test(part)) words += part;
  }
  return words.replaceAll(/\s+/g, '');
}

it('is well-formed and contains both texts', () => {
  const plain = (html: string) => wordsWithout(html, 'nothing');
  fc.assert(
    fc.property(fc.constantFrom(...rendered), fc.constantFrom(...rendered), (before, after) => {
      const diff = htmlDiff(before, after);
      expect(problem(diff)).toBeNull();
      expect(wordsWithout(diff, 'highlight_text_deleted')).toBe(plain(after));
      expect(wordsWithout(diff, 'highlight_text_inserted')).toBe(plain(before));
    }),
    { numRuns: 3000 },
  );
});
