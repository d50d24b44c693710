import { describe, expect, it } from 'vitest';
import { changesSince } from './changes-since';

describe('what was changed since', () => {
  const base = { name: 'Crew', hint: '', required: false };

  it('is what somebody has changed here, without blanks around it', () => {
    const here = { name: ' Crew', hint: 'Mine ', required: true };
    expect(changesSince(base, here, base)).toEqual({
      changes: { hint: 'Mine', required: true },
      disputed: [],
    });
  });

  it('is not what was changed elsewhere alone, or in the same way', () => {
    const now = { name: 'Watch', hint: 'Theirs', required: true };
    expect(changesSince(base, { ...base, name: 'Watch ', required: true }, now)).toEqual({
      changes: {},
      disputed: [],
    });
  });

  it('is disputed where it was changed in another way, too', () => {
    const now = { ...base, name: 'Watch' };
    expect(changesSince(base, { ...base, name: 'Shift', hint: 'Mine' }, now)).toEqual({
      changes: { name: 'Shift', hint: 'Mine' },
      disputed: ['name'],
    });
  });
});
