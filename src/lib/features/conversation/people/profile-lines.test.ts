import { describe, expect, it } from 'vitest';
import { profileLines } from './profile-lines';

const field = (id: number, type: number, more: object = {}) => ({
  ...{ id, type, order: 10 - id, name: `Field ${id}`, hint: '', field_data: '' },
  ...more,
});
const nameOf = (id: number) => ({ 8: 'Grace', 9: 'Bo' })[id];
const lines = (
  fields: unknown,
  values: Record<string, { value: string; rendered_value?: string }>,
) =>
  profileLines(fields, values, nameOf, 'en-GB').map(({ id, text, href, html }) => [
    id,
    text,
    href,
    html,
  ]);

describe('what somebody says of themselves', () => {
  it('is read by what kind of field it is, in the order of the organization', () => {
    const fields = [
      field(1, 1),
      field(2, 2),
      field(3, 3, { field_data: '{"0":{"text":"Tea","order":"1"}}' }),
      field(4, 4),
      field(5, 5),
      field(6, 6),
    ];
    const values = {
      1: { value: 'short' },
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
      [1, 'short', undefined, undefined],
    ]);
  });

  it('leads nowhere that is no page, and tells nothing where nothing is said', () => {
    expect(lines([field(5, 5), field(1, 1)], { 5: { value: 'javascript:alert(1)' } })).toEqual([
      [5, 'javascript:alert(1)', undefined, undefined],
    ]);
    expect(lines('none', { 1: { value: 'x' } })).toEqual([]);
  });
});
