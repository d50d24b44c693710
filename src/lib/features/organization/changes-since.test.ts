import { describe, expect, it } from 'vitest';
import { changesSince } from './profile-field-edit.svelte';

describe('the changes since a base', () => {
  const base = { name: 'Crew', hint: '', required: false };

  it('are what the user has changed here, trimmed', () => {
    const here = { name: ' Crew', hint: 'Mine ', required: true };
    expect(changesSince(base, here, base)).toEqual({
      changes: { hint: 'Mine', required: true },
      disputed: [],
    });
  });

  it('leave out what changed only elsewhere, or in the same way', () => {
    const now = { name: 'Watch', hint: 'Theirs', required: true };
    expect(changesSince(base, { ...base, name: 'Watch ', required: true }, now)).toEqual({
      changes: {},
      disputed: [],
    });
  });

  it('are disputed if the value was also changed elsewhere to something else', () => {
    const now = { ...base, name: 'Watch' };
    expect(changesSince(base, { ...base, name: 'Shift', hint: 'Mine' }, now)).toEqual({
      changes: { name: 'Shift', hint: 'Mine' },
      disputed: ['name'],
    });
  });
});
