import { describe, expect, it } from 'vitest';
import { parseProfileFields, profileLines } from './profile-lines';

const field = (id: number, type: number, more: object = {}) => ({
  id,
  type,
  order: 10 - id,
  name: `Field ${id}`,
  hint: '',
  field_data: '',
  ...more,
});
const nameOf = (id: number) => ({ 8: 'Grace', 9: 'Bo' })[id];
const accounts = { github: { url_pattern: 'https://github.com/%(username)s' } };
const reader = { nameOf, locale: 'en-GB', accounts };
const lines = (
  fields: unknown,
  values: Record<string, { value: string; rendered_value?: string }>,
) =>
  profileLines(parseProfileFields(fields), values, reader).map(({ id, text, href, html }) => [
    id,
    text,
    href,
    html,
  ]);

describe('profileLines', () => {
  it('formats each field by its type, in the organization’s order', () => {
    const fields = [
      field(1, 1),
      field(2, 2),
      field(3, 3, { field_data: '{"0":{"text":"Tea","order":"1"}}' }),
      field(4, 4),
      field(5, 5),
      field(6, 6),
    ];
    const values = {
      1: { value: '**short**', rendered_value: '<p><strong>short</strong></p>' },
      2: { value: '*long*', rendered_value: '<p><em>long</em></p>' },
      3: { value: '0' },
      4: { value: '1999-12-31' },
      5: { value: 'https://example.org/' },
      6: { value: '[8,9,77]' },
    };
    expect(lines(fields, values)).toEqual([
      [6, 'Grace and Bo', undefined, undefined],
      [5, 'https://example.org/', 'https://example.org/', undefined],
      [4, '31 December 1999', undefined, undefined],
      [3, 'Tea', undefined, undefined],
      [2, '*long*', undefined, '<p><em>long</em></p>'],
      [1, '**short**', undefined, '<p><strong>short</strong></p>'],
    ]);
  });

  it('links only to web pages, and leaves out fields without a value', () => {
    expect(lines([field(5, 5), field(1, 1)], { 5: { value: 'javascript:alert(1)' } })).toEqual([
      [5, 'javascript:alert(1)', undefined, undefined],
    ]);
    expect(lines('none', { 1: { value: 'x' } })).toEqual([]);
  });

  it('links to people whose names are known, and to external accounts', () => {
    const custom = '{"subtype":"custom","url_pattern":"https://people.example/%(username)s"}';
    const fields = [
      field(4, 7, { field_data: '{"subtype":"elsewhere"}' }),
      field(3, 7, { field_data: custom }),
      field(2, 7, { field_data: '{"subtype":"github"}' }),
      field(1, 6, { display_in_profile_summary: true }),
    ];
    const values = {
      1: { value: '[9,77]' },
      2: { value: 'ada' },
      3: { value: 'a b/c' },
      4: { value: 'ada' },
    };
    expect(lines(fields, values).map(([id, , href]) => [id, href])).toEqual([
      [4, undefined],
      [3, 'https://people.example/a%20b%2Fc'],
      [2, 'https://github.com/ada'],
      [1, undefined],
    ]);
    expect(profileLines(parseProfileFields(fields), values, reader).at(-1)).toMatchObject({
      people: [{ id: 9, name: 'Bo' }],
      isSummary: true,
    });
  });
});
