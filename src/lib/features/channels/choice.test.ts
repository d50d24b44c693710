import { describe, expect, it } from 'vitest';
import {
  chosenCount,
  plainChoice,
  readChoice,
  withFlag,
  withoutFacets,
  withValue,
  writeChoice,
} from './choice';

describe('the address of a list of channels', () => {
  it('says nothing where nothing is chosen', () => {
    expect(writeChoice(plainChoice)).toBe('');
    expect(readChoice('')).toEqual(plainChoice);
  });

  it('is read as it was written', () => {
    const choice = {
      ...{ show: 'archived' as const, sort: 'traffic' as const },
      values: { folder: ['3', 'none'], privacy: ['web'] },
      flags: ['muted' as const, 'post' as const],
    };
    const search = '?show=archived&sort=traffic&folder=3,none&privacy=web&is=muted,post';
    expect(writeChoice(choice)).toBe(search);
    expect(readChoice(search)).toEqual(choice);
  });

  it.each(['?show=mine&sort=colour', '?privacy=constructor&is=nice', '?folder=-1,x,', '?show'])(
    'is without what is not known: %s',
    (search) => expect(readChoice(search)).toEqual(plainChoice),
  );
});

it('is narrowed and widened one by one, or at once', () => {
  const busy = withValue(plainChoice, 'traffic', 'busy', true);
  const pinned = withFlag(withValue(busy, 'traffic', 'some', true), 'pinned', true);
  expect(chosenCount(pinned)).toBe(3);
  expect(withValue(busy, 'traffic', 'busy', false)).toEqual(plainChoice);
  expect(withoutFacets({ ...pinned, show: 'archived' })).toEqual({
    ...plainChoice,
    show: 'archived',
  });
});
