import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileLinkMarkdown,
  fileLinkLabel,
  fileLinksOf,
  swapFileLinks,
  replaceFileUrl,
  removeFileLink,
  renameFileLink,
} from './file-links';
import { spacedInsertion, resolveAnchor } from './engine/text-anchor';

const url = '/user_uploads/2/a1/x/map.png';

describe('links to files', () => {
  it('consist of the name without brackets and the URL', () => {
    expect(fileLinkMarkdown('plan [final].pdf', url)).toBe(`[plan final.pdf](${url})`);
  });

  it('can be parsed again with any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const [link, ...more] = fileLinksOf(`Look: ${fileLinkMarkdown(name, url)} there`);
        expect(more).toEqual([]);
        expect(link?.url).toBe(url);
        expect(link?.label).toBe(fileLinkLabel(name));
      }),
    );
  });

  it('point to another file everywhere, and keep their names', () => {
    const [old, other] = ['/user_uploads/2/old/x', '/user_uploads/2/new/longer'];
    const text = (to: string) => `A [plan](${to}), [b](${url}) and [the plan](${to})`;
    expect(replaceFileUrl(text(old), old, other)).toBe(text(other));
    expect(replaceFileUrl(text(old), '/user_uploads/2/none', other)).toBe(text(old));
  });

  it('can be renamed, swapped and removed without losing other text', () => {
    const text = `One ${fileLinkMarkdown('a', '/user_uploads/a')} two\n${fileLinkMarkdown('b', '/user_uploads/b')}\nend`;
    const [a, b] = fileLinksOf(text);
    if (!a || !b) throw new Error('two links');
    expect(renameFileLink(text, a, 'A map')).toContain('[A map](/user_uploads/a) two');
    expect(swapFileLinks(text, a, b)).toBe(swapFileLinks(text, b, a));
    expect(fileLinksOf(swapFileLinks(text, a, b)).map(({ label }) => label)).toEqual(['b', 'a']);
    expect(removeFileLink(text, a)).toBe(
      `One two\n${fileLinkMarkdown('b', '/user_uploads/b')}\nend`,
    );
    expect(removeFileLink(text, b)).toBe(
      `One ${fileLinkMarkdown('a', '/user_uploads/a')} two\nend`,
    );
  });
});

describe('the place of a link', () => {
  it('stays between the same words when text is added before or after', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, after, more) => {
        const anchor = { offset: before.length, text: before + after };
        expect(resolveAnchor(anchor, before + after + more)).toBeLessThanOrEqual(
          (before + after + more).length,
        );
        if (after !== '') {
          const at = resolveAnchor(anchor, `${more}|${before}${after}`);
          const today = `${more}|${before}${after}`;
          expect([before.length, today.length - after.length, today.length]).toContain(at);
        }
      }),
    );
    expect(resolveAnchor({ offset: 4, text: 'See  now' }, 'Hello. See  now')).toBe(11);
    expect(resolveAnchor({ offset: 4, text: 'See  now' }, 'See  now and then')).toBe(4);
  });

  it('is the end when the text around it was rewritten', () => {
    expect(resolveAnchor({ offset: 4, text: 'See  now' }, 'Else')).toBe(4);
    expect(resolveAnchor({ offset: 4, text: 'See  now' }, 'Quite another text')).toBe(18);
  });

  it('separates words and links, and keeps every letter', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, seed) => {
        const at = seed % (text.length + 1);
        const piece = spacedInsertion(text, at, '[a](/user_uploads/a)');
        expect(piece.text.trim()).toBe('[a](/user_uploads/a)');
        const whole = text.slice(0, at) + piece.text + text.slice(at);
        expect(/\S\[a\]|\(\/user_uploads\/a\)\S/.test(whole)).toBe(false);
      }),
    );
  });
});
