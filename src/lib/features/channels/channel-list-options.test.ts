import { describe, expect, it } from 'vitest';
import {
  countActiveFilters,
  defaultListOptions,
  parseListOptions,
  withFlag,
  clearFilters,
  withFacetValue,
  formatListOptions,
} from './channel-list-options';

describe('the URL of a list of channels', () => {
  it('is empty for the default options', () => {
    expect(formatListOptions(defaultListOptions)).toBe('');
    expect(parseListOptions('')).toEqual(defaultListOptions);
  });

  it('is parsed back to the same options', () => {
    const choice = {
      show: 'archived' as const,
      sort: 'traffic' as const,
      values: { folder: ['3', 'none'], privacy: ['web'] },
      flags: ['muted' as const, 'post' as const],
    };
    const search = '?show=archived&sort=traffic&folder=3,none&privacy=web&is=muted,post';
    expect(formatListOptions(choice)).toBe(search);
    expect(parseListOptions(search)).toEqual(choice);
  });

  it.each(['?show=mine&sort=colour', '?privacy=constructor&is=nice', '?folder=-1,x,', '?show'])(
    'ignores unknown values: %s',
    (search) => expect(parseListOptions(search)).toEqual(defaultListOptions),
  );
});

it('adds and removes filters one by one, or all together', () => {
  const busy = withFacetValue(defaultListOptions, 'traffic', 'busy', true);
  const pinned = withFlag(withFacetValue(busy, 'traffic', 'some', true), 'pinned', true);
  expect(countActiveFilters(pinned)).toBe(3);
  expect(withFacetValue(busy, 'traffic', 'busy', false)).toEqual(defaultListOptions);
  expect(clearFilters({ ...pinned, show: 'archived' })).toEqual({
    ...defaultListOptions,
    show: 'archived',
  });
});
