import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../../tests/support/state';
import { matchesSearch, type SearchMatchContext } from './matches-search';

const here: SearchMatchContext = {
  own: 7,
  isMuted: (id) => id === 6,
  policyOf: (id, topic) => (id === 5 && topic === 'followed' ? 3 : topic === 'loud' ? 2 : 0),
  isPublic: (id) => id === 5,
};

const person = (id: number) => ({ id, email: '', full_name: '', is_mirror_dummy: false });
const inChannel = aMessage(1, {
  content: '<p>Two <a href="/user_uploads/1/x.png">Kités</a> up</p>',
  subject: 'followed',
  flags: ['starred'],
});
const direct = aMessage(2, {
  type: 'private',
  stream_id: undefined as never,
  display_recipient: [person(7), person(8)],
  flags: ['read', 'mentioned'],
});
const muted = aMessage(3, { stream_id: 6, subject: '✔ quiet' });

describe('a search in this device’s cache', () => {
  it.each([
    ['channel', 5, [1]],
    ['channels', 'public', [1]],
    ['topic', 'FOLLOWED', [1]],
    ['dm', [8], [2]],
    ['dm', [8, 9], []],
    ['dm-including', [8], [2]],
    ['dm-including', [9], []],
    ['sender', 8, [1, 2, 3]],
    ['id', 2, [2]],
    ['is', 'dm', [2]],
    ['is', 'starred', [1]],
    ['is', 'mentioned', [2]],
    ['is', 'unread', [1, 3]],
    ['is', 'resolved', [3]],
    ['is', 'followed', [1]],
    ['is', 'muted', [3]],
    ['has', 'link', [1]],
    ['has', 'attachment', [1]],
    ['has', 'image', []],
    ['in', 'home', [1, 2]],
    ['search', 'kites the', [1]],
    ['search', '"two kites"', [1]],
    ['search', '"kites two"', []],
    ['search', 'the', []],
    ['search', 'href', []],
    ['with', 1, []],
  ])('%s: %s', (operator, operand, ids) => {
    const found = (negated: boolean) =>
      [inChannel, direct, muted]
        .filter((message) => matchesSearch([{ operator, operand, negated }], message, here))
        .map(({ id }) => id);
    expect(found(false)).toEqual(ids);
    expect(found(true)).toEqual([1, 2, 3].filter((id) => !(ids as number[]).includes(id)));
  });
});
