import { expect, it } from 'vitest';
import { messagesToEvict, type EvictionCandidate } from './offline-message-updater.svelte';

const bounds = { unread: 3, starred: 2, ofEach: 2, all: 8 };
const message = (
  id: number,
  key: string,
  more: Partial<EvictionCandidate> = {},
): EvictionCandidate => ({
  id,
  key,
  isUnread: false,
  isStarred: false,
  ...more,
});

it('keeps the newest messages of each conversation', () => {
  const all = [1, 2, 3, 4].map((id) => message(id, id % 2 ? 'a' : 'b')).concat(message(5, 'a'));
  expect(messagesToEvict(all, new Set(), bounds)).toEqual([1]);
});

it('keeps unread and starred messages of any age, within limits', () => {
  const unread = [1, 2, 3, 4].map((id) => message(id, 'a', { isUnread: true }));
  const starred = [5, 6, 7].map((id) => message(id, 'a', { isStarred: true }));
  const all = [...unread, ...starred, message(8, 'a'), message(9, 'a')];
  expect(messagesToEvict(all, new Set(), bounds)).toEqual([5, 1]);
});

it('evicts the oldest of the others first, and recently opened conversations last', () => {
  const all = Array.from({ length: 10 }, (_, at) => message(at + 1, `topic ${at + 1}`));
  expect(messagesToEvict(all, new Set(['topic 1']), bounds)).toEqual([3, 2]);
});
