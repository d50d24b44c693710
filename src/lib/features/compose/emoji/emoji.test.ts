import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emojiCodeOf, emojiCode, emojiNames } from '../../../api/emoji-names';
import { emojiCatalog } from './emoji-catalog';
import { findEmoji } from './find-emoji';
import { cellAfter, gridRowOf, gridRowsOf } from './grid-rows';
import { customEmojiOf } from './custom-emoji';
import { withSkinTone, skinTones, emojiText } from './skin-tones';

const all = [...emojiCatalog().values()].flat();
const signs = (query: string, recent: string[] = [], most = 5) =>
  findEmoji(all, query, recent, most).map(({ sign }) => sign);

describe('the catalog', () => {
  it('has each emoji once, under names that the server maps to that emoji', () => {
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    for (const { sign, names } of all) {
      const code = emojiCodeOf(sign!);
      if (emojiNames(code).length > 0) for (const name of names) expect(emojiCode(name)).toBe(code);
    }
  });
});

describe('custom emoji', () => {
  const emoji = (id: string, values: object) => ({
    [id]: {
      id,
      name: `own_${id}`,
      source_url: `/x/${id}.png`,
      still_url: null,
      deactivated: false,
      author_id: 1,
      ...values,
    },
  });

  it('are the active ones whose images are on this server', () => {
    const known = {
      ...emoji('2', { name: 'zebra' }),
      ...emoji('1', { name: 'ant', still_url: '/x/still.png' }),
      ...emoji('3', { deactivated: true }),
      ...emoji('4', { source_url: 'https://elsewhere.example/x.png' }),
      ...emoji('5', { source_url: '//elsewhere.example/x.png' }),
    };
    const own = customEmojiOf(known);
    expect(own.map(({ key }) => key)).toEqual(['realm/1', 'realm/2', 'extra/zulip']);
    expect(own[0]?.picture).toEqual({ url: '/x/1.png', still: '/x/still.png' });
    expect(own.map((one) => emojiText(one, 3))).toEqual([':ant:', ':zebra:', ':zulip:']);
    expect(customEmojiOf(undefined)).toEqual([]);
  });
});

describe('the search', () => {
  it('puts a whole name first, whatever was used recently', () => {
    expect(signs('smile')[0]).toBe('🙂');
    expect(signs('cat', ['😸'])[0]).toBe('🐈');
    expect(signs('+1')[0]).toBe('👍');
  });

  it('then puts recently used emoji, the latest first, if they plausibly match', () => {
    expect(signs('hear', ['💔', '😍', '🎉']).slice(0, 2)).toEqual(['💔', '😍']);
    expect(signs('hear', ['🎉'])).not.toContain('🎉');
  });

  it('finds by alias, word, description and several words in any order', () => {
    expect(signs('working on')).toEqual(['🛠️']);
    expect(signs('hooray')).toContain('🎉');
    expect(signs('face crying')).toContain('😢');
    expect(signs('Drapeau')).toEqual([]);
    expect(signs('  ')).toEqual([]);
  });

  it('finds every emoji by each of its names', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), (emoji) => {
        for (const name of emoji.names) {
          expect(findEmoji(all, name, [], 12).map(({ key }) => key)).toContain(emoji.key);
        }
      }),
    );
  });
});

describe('skin tones', () => {
  it('apply to every person in an emoji, if Unicode has such a sequence', () => {
    expect(withSkinTone('👍', 3)).toBe('👍🏽');
    expect(withSkinTone('☝️', 1)).toBe('☝🏻');
    expect(withSkinTone('👩‍🚀', 5)).toBe('👩🏿‍🚀');
    expect(withSkinTone('🧑‍🤝‍🧑', 2)).toBe('🧑🏼‍🤝‍🧑🏼');
    expect(withSkinTone('🤝', 2)).toBe('🤝🏼');
    for (const sign of ['🎉', '👨‍👩‍👧', '🇩🇪', '👍']) expect(withSkinTone(sign, 0)).toBe(sign);
    for (const sign of ['🎉', '👨‍👩‍👧', '🇩🇪']) expect(withSkinTone(sign, 4)).toBe(sign);
  });

  it('never produce a sequence that doesn’t exist', () => {
    const isSign = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
    const made = all.flatMap(({ sign }) => skinTones.map((tone) => withSkinTone(sign!, tone)));
    expect(made.filter((sign) => !isSign.test(sign))).toEqual([]);
  });
});

describe('moving in the grid', () => {
  const sections = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 3 }).map((sizes) =>
    sizes.map((size, at) => ({
      id: String(at),
      title: `Section ${at}`,
      items: Array.from({ length: size }, (_, item) => item),
    })),
  );
  const press = { ctrl: false, isLeftToRight: true, page: 4 };

  it('keeps every cell and starts each section on a new row', () => {
    fc.assert(
      fc.property(sections, fc.integer({ min: 1, max: 12 }), (given, columns) => {
        const rows = gridRowsOf(given, columns);
        expect(rows.flatMap(({ items }) => items)).toEqual(given.flatMap(({ items }) => items));
        for (const [at, row] of rows.entries()) {
          for (const [column] of row.items.entries())
            expect(gridRowOf(rows, row.first + column)).toBe(at);
        }
      }),
    );
  });

  it('reaches every cell and leaves only at the top', () => {
    fc.assert(
      fc.property(sections, fc.integer({ min: 1, max: 12 }), (given, columns) => {
        const rows = gridRowsOf(given, columns);
        const count = rows.reduce((sum, { items }) => sum + items.length, 0);
        const keys = [
          'ArrowRight',
          'ArrowLeft',
          'ArrowUp',
          'ArrowDown',
          'Home',
          'End',
          'PageDown',
          'PageUp',
        ];
        for (let cell = 0; cell < count; cell++) {
          for (const key of keys) {
            const to = cellAfter(rows, cell, { ...press, key });
            expect(to).toBeLessThan(count);
            expect(to).toBeGreaterThanOrEqual(
              key === 'ArrowUp' && gridRowOf(rows, cell) === 0 ? -1 : 0,
            );
          }
          expect(cellAfter(rows, cell, { ...press, key: 'ArrowRight' })).toBe(
            Math.min(cell + 1, count - 1),
          );
        }
      }),
    );
  });

  it('follows the arrow’s direction, also from right to left', () => {
    const rows = gridRowsOf([{ id: 'a', title: 'A', items: [...'abcdefgh'] }], 3);
    const rtl = { ...press, isLeftToRight: false };
    expect(cellAfter(rows, 4, { ...rtl, key: 'ArrowRight' })).toBe(3);
    expect(cellAfter(rows, 5, { ...press, key: 'ArrowDown' })).toBe(7);
    expect(cellAfter(rows, 4, { ...press, key: 'Home' })).toBe(3);
    expect(cellAfter(rows, 4, { ...press, key: 'End', ctrl: true })).toBe(7);
    expect(cellAfter(rows, 4, { ...press, key: 'q' })).toBeUndefined();
  });
});
