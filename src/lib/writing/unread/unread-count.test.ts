import { describe, expect, it } from 'vitest';
import { unreadCount } from './unread-count';

describe('unreadCount', () => {
  const one = (priority: 'direct' | 'followed' | 'plain' | 'muted', ids: number, mentions = 0) => ({
    key: '',
    recipient: { type: 'stream', to: [5], topic: 'logo' } as const,
    priority,
    ids: Array.from({ length: ids }, (_, at) => at),
    mentions: Array.from({ length: mentions }, (_, at) => at),
  });
  const unread = [one('direct', 2), one('followed', 3, 1), one('plain', 4), one('muted', 5, 1)];

  it.each([
    [1, unread, { count: 10, some: false }],
    [2, unread, { count: 6, some: false }],
    [3, unread, { count: 4, some: false }],
    [4, unread, { count: 6, some: false }],
    [1, [one('plain', 1)], { count: 1, some: false }],
    [3, [one('plain', 1)], { count: 0, some: true }],
    [4, [one('plain', 1)], { count: 0, some: true }],
    [1, [one('muted', 1)], { count: 0, some: false }],
  ])('with the setting %i', (display, some, badge) => {
    expect(unreadCount(some, display)).toEqual(badge);
  });
});
