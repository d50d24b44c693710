import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEvent } from '../../../api/event-types';
import { toggleResolvedName } from '../../../writing/recipients/resolved-topic';
import { isSameTopic, topicMoveOf, locationAfterMoves, type TopicMove } from './topic-moves';

const at = (topic: string, stream_id = 5) => ({ stream_id, topic });
const event = (fields: object) =>
  parseEvent({ id: 1, type: 'update_message', message_ids: [1], ...fields });
const moved = { stream_id: 5, orig_subject: 'tea', propagate_mode: 'change_all' };

describe('the move that an event reports', () => {
  it('reads a new topic, a new channel, and both', () => {
    expect(topicMoveOf(event({ ...moved, subject: 'coffee' }))).toEqual({
      from: at('tea'),
      to: at('coffee'),
    });
    expect(topicMoveOf(event({ ...moved, new_stream_id: 6 }))?.to).toEqual(at('tea', 6));
    expect(topicMoveOf(event({ ...moved, new_stream_id: 6, subject: '' }))?.to).toEqual(at('', 6));
    const later = { ...moved, propagate_mode: 'change_later', subject: 'coffee' };
    expect(topicMoveOf(event(later))?.to).toEqual(at('coffee'));
  });

  it('is null for edited text, a single message, a change of case, and other events', () => {
    expect(topicMoveOf(event({ stream_id: 5, content: 'x' }))).toBeNull();
    expect(topicMoveOf(event({ ...moved, propagate_mode: 'change_one', subject: 'x' }))).toBeNull();
    expect(topicMoveOf(event({ ...moved, subject: 'TEA' }))).toBeNull();
    expect(topicMoveOf(parseEvent({ id: 1, type: 'heartbeat' }))).toBeNull();
  });
});

describe('the place after several moves', () => {
  it('follows moves in order, in any case, and there and back', () => {
    const moves: TopicMove[] = [
      { from: at('a'), to: at('b') },
      { from: at('x'), to: at('y') },
      { from: at('B'), to: at('c', 6) },
    ];
    expect(locationAfterMoves(at('A'), moves)).toEqual(at('c', 6));
    expect(locationAfterMoves(at('a', 7), moves)).toBeNull();
    expect(locationAfterMoves(at('a'), [...moves, { from: at('c', 6), to: at('a') }])).toBeNull();
  });

  it('is never the place itself, or one that no move leads to', () => {
    const place = fc.record({
      stream_id: fc.integer({ min: 1, max: 2 }),
      topic: fc.constantFrom('a', 'A', 'b', '✔ a', ''),
    });
    const moves = fc.array(fc.record({ from: place, to: place }), { maxLength: 8 });
    fc.assert(
      fc.property(place, moves, (from, all) => {
        const to = locationAfterMoves(from, all);
        if (to === null) return;
        expect(isSameTopic(from, to)).toBe(false);
        expect(all.map((move) => move.to)).toContain(to);
      }),
    );
  });
});

it('follows resolving and unresolving by the topic’s prefix', () => {
  expect(toggleResolvedName('tea')).toBe('✔ tea');
  expect(toggleResolvedName('✔ tea')).toBe('tea');
});
