import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileLink, linkLabel, linksOf, swapped, withFile, without, withLabel } from './links';
import { insertion, placeOf } from './engine/place';

const url = '/user_uploads/2/a1/x/map.png';

describe('links of files', () => {
  it('are the name without brackets and the address', () => {
    expect(fileLink('plan [final].pdf', url)).toBe(`[plan final.pdf](${url})`);
  });

  it('are found again whatever the name is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const [link, ...more] = linksOf(`Look: ${fileLink(name, url)} there`);
        expect(more).toEqual([]);
        expect(link?.url).toBe(url);
        expect(link?.label).toBe(linkLabel(name));
      }),
    );
  });

  it('lead to another file everywhere, and keep their names', () => {
    const [old, other] = ['/user_uploads/2/old/x', '/user_uploads/2/new/longer'];
    const text = (to: string) => `A [plan](${to}), [b](${url}) and [the plan](${to})`;
    expect(withFile(text(old), old, other)).toBe(text(other));
    expect(withFile(text(old), '/user_uploads/2/none', other)).toBe(text(old));
  });

  it('are renamed, swapped and taken out without a loss of other text', () => {
    const text = `One ${fileLink('a', '/user_uploads/a')} two\n${fileLink('b', '/user_uploads/b')}\nend`;
    const [a, b] = linksOf(text);
    if (!a || !b) throw new Error('two links');
    expect(withLabel(text, a, 'A map')).toContain('[A map](/user_uploads/a) two');
    expect(swapped(text, a, b)).toBe(swapped(text, b, a));
    expect(linksOf(swapped(text, a, b)).map(({ label }) => label)).toEqual(['b', 'a']);
    expect(without(text, a)).toBe(`One two\n${fileLink('b', '/user_uploads/b')}\nend`);
    expect(without(text, b)).toBe(`One ${fileLink('a', '/user_uploads/a')} two\nend`);
  });
});

describe('the place of a link', () => {
  it('stays between the words it was put between, whatever is written before or behind', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, after, more) => {
        const anchor = { offset: before.length, text: before + after };
        expect(placeOf(anchor, before + after + more)).toBeLessThanOrEqual(
          (before + after + more).length,
        );
        if (after !== '') {
          const at = placeOf(anchor, `${more}|${before}${after}`);
          const today = `${more}|${before}${after}`;
          expect([before.length, today.length - after.length, today.length]).toContain(at);
        }
      }),
    );
    expect(placeOf({ offset: 4, text: 'See  now' }, 'Hello. See  now')).toBe(11);
    expect(placeOf({ offset: 4, text: 'See  now' }, 'See  now and then')).toBe(4);
  });

  it('is the end when the text around it was written anew', () => {
    expect(placeOf({ offset: 4, text: 'See  now' }, 'Else')).toBe(4);
    expect(placeOf({ offset: 4, text: 'See  now' }, 'Quite another text')).toBe(18);
  });

  it('keeps words and links apart, and every letter', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, seed) => {
        const at = seed % (text.length + 1);
        const piece = insertion(text, at, '[a](/user_uploads/a)');
        expect(piece.text.trim()).toBe('[a](/user_uploads/a)');
        const whole = text.slice(0, at) + piece.text + text.slice(at);
        expect(/\S\[a\]|\(\/user_uploads\/a\)\S/.test(whole)).toBe(false);
      }),
    );
  });
});
