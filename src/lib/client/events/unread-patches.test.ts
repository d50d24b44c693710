import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMessage, aState } from '../../../../tests/support/state';
import { parseEvent } from '../../api/event-types';
import type { RegisterState } from '../../api/register';
import { applyEvent } from './event-tables';

const person = (id: number) => ({ id, email: '', full_name: '', is_mirror_dummy: false });
const direct = (id: number, ...ids: number[]) => ({
  ...aMessage(id, { type: 'private', display_recipient: ids.map(person), subject: '' }),
  stream_id: undefined,
});
const empty = { pms: [], streams: [], huddles: [] };
const nothing = aState({ user_id: 3, unread_msgs: empty });

const come = (message: object, flags: string[] = []) => ({ type: 'message', message, flags });
const read = (...messages: number[]) => ({
  type: 'update_message_flags',
  op: 'add',
  flag: 'read',
  messages,
});

function after(state: RegisterState, ...events: object[]) {
  return events.reduce<RegisterState>(
    (now, event, id) => applyEvent(now, parseEvent({ type: '', ...event, id })),
    state,
  );
}
const unreadAfter = (...events: object[]) => after(nothing, ...events).unread_msgs;

describe('the unread messages', () => {
  it('grow by conversation, whatever the case of a topic, and not by the user’s own messages', () => {
    const unread = unreadAfter(
      come(aMessage(1)),
      come(aMessage(2, { subject: 'Logo' })),
      come(aMessage(3), ['read']),
      come(direct(4, 3, 8)),
      come(direct(5, 3)),
      come(direct(6, 9, 3, 8)),
      come(direct(7, 3, 8, 9)),
    );
    expect(unread).toEqual({
      streams: [{ stream_id: 5, topic: 'logo', unread_message_ids: [1, 2] }],
      pms: [
        { other_user_id: 8, unread_message_ids: [4] },
        { other_user_id: 3, unread_message_ids: [5] },
      ],
      huddles: [{ user_ids_string: '3,8,9', unread_message_ids: [6, 7] }],
    });
  });

  it.each([
    ['İZMİR', 'izmir'],
    ['ΛΟΓΟΣ', 'λογος'],
    ['ΟΔΟΣ 4', 'οδοσ 4'],
  ])('count %s and %s as one topic, as the server does', (one, other) => {
    const unread = unreadAfter(
      come(aMessage(1, { subject: one })),
      come(aMessage(2, { subject: other })),
    );
    expect(unread?.streams).toMatchObject([{ unread_message_ids: [1, 2] }]);
  });

  it('shrink by what is read or deleted, or to nothing; another flag changes nothing', () => {
    const some = [come(aMessage(1)), come(aMessage(2)), come(direct(4, 3, 8))];
    expect(unreadAfter(...some, read(1, 4))?.streams[0]?.unread_message_ids).toEqual([2]);
    expect(unreadAfter(...some, read(1, 2, 4))).toEqual(empty);
    const all = { ...read(), all: true };
    expect(unreadAfter(...some, all)).toEqual(empty);
    const gone = { type: 'delete_message', message_ids: [1, 2], message_type: 'stream' };
    expect(unreadAfter(...some, gone)?.streams).toEqual([]);
    const before = after(nothing, ...some);
    const starred = { ...read(1), flag: 'starred' };
    expect(after(before, starred).unread_msgs).toBe(before.unread_msgs);
    expect(after(before, read(99)).unread_msgs).toBe(before.unread_msgs);
  });

  it('grow by what is marked as unread', () => {
    const message_details = {
      1: { type: 'stream', stream_id: 5, topic: 'logo' },
      4: { type: 'private', user_ids: [8] },
      5: { type: 'private', user_ids: [] },
    };
    const marked = { ...read(1, 4, 5), op: 'remove', message_details };
    expect(unreadAfter(marked)).toEqual({
      streams: [{ stream_id: 5, topic: 'logo', unread_message_ids: [1] }],
      pms: [
        { other_user_id: 8, unread_message_ids: [4] },
        { other_user_id: 3, unread_message_ids: [5] },
      ],
      huddles: [],
    });
  });

  it('include mentions of the user until they are read, and again when unread', () => {
    const some = [come(aMessage(1), ['mentioned']), come(aMessage(2)), come(direct(4, 3, 8))];
    expect(unreadAfter(...some)?.mentions).toEqual([1]);
    expect(unreadAfter(...some, read(1))?.mentions).toEqual([]);
    const all = come(aMessage(3), ['topic_wildcard_mentioned']);
    expect(unreadAfter(...some, all)?.mentions).toEqual([1, 3]);
    const message_details = { 1: { type: 'stream', stream_id: 5, topic: 'logo', mentioned: true } };
    const again = { ...read(1), op: 'remove', message_details };
    expect(unreadAfter(...some, read(1), again)?.mentions).toEqual([1]);
    expect(unreadAfter(...some, read(1), again)?.streams[0]?.unread_message_ids).toEqual([1, 2]);
  });

  it('move with their messages, and messages that were read do not become unread', () => {
    const moved = {
      type: 'update_message',
      message_ids: [1, 2, 9],
      stream_id: 5,
      new_stream_id: 6,
      orig_subject: 'logo',
    };
    expect(unreadAfter(come(aMessage(1)), come(aMessage(2)), moved)?.streams).toEqual([
      { stream_id: 6, topic: 'logo', unread_message_ids: [1, 2] },
    ]);
    const edited = { type: 'update_message', message_id: 1, message_ids: [1], stream_id: 5 };
    expect(unreadAfter(come(aMessage(1)), edited)?.streams[0]?.unread_message_ids).toEqual([1]);
  });

  it('contain each message once, even if an event comes twice', () => {
    const event = fc.oneof(
      fc
        .record({ id: fc.nat(5), topic: fc.constantFrom('a', 'A', 'b') })
        .map(({ id, topic }) => come(aMessage(id, { subject: topic }))),
      fc.nat(5).map((id) => read(id)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const known = unreadAfter(...events, ...events.slice(-1))?.streams ?? [];
        for (const { unread_message_ids: ids } of known) {
          expect(ids.length).toBeGreaterThan(0);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }),
    );
  });
});
