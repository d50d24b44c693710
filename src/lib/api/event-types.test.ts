import { describe, expect, it } from 'vitest';
import { parseEvent } from './event-types';

describe('parseEvent', () => {
  it('returns the variant and drops unknown keys', () => {
    const draft = { id: 4, type: 'stream', to: [7], topic: 'a', content: 'b', timestamp: 5 };
    const event = parseEvent({
      id: 3,
      type: 'drafts',
      op: 'update',
      draft: { ...draft, colour: 'blue' },
    });
    expect(event).toEqual({ kind: 'drafts/update', id: 3, draft });
  });

  it('returns an unknown type or op of a newer server as unknown', () => {
    expect(parseEvent({ id: 1, type: 'weather' })).toEqual({
      kind: 'unknown',
      id: 1,
      type: 'weather',
    });
    expect(parseEvent({ id: 2, type: 'drafts', op: 'merge' })).toMatchObject({ kind: 'unknown' });
    expect(parseEvent({ id: 2, type: 'toString' })).toMatchObject({ kind: 'unknown' });
  });

  it('reports where a known event has an unknown shape instead of throwing', () => {
    expect(parseEvent({ id: 9, type: 'drafts', op: 'remove', draft_id: 'x' })).toEqual({
      kind: 'unknown',
      id: 9,
      type: 'drafts/remove',
      problem: 'draft_id',
    });
  });
});
