import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ConversationPriority,
  UnreadConversation,
} from '../../writing/unread/unread-conversations';
import { holdInboxOrder, inboxItemsOf, type InboxItem, type SnoozeEntry } from './inbox-items';

const places = {
  channels: new Map([
    [1, { name: 'zoo', folder_id: 9 }],
    [2, { name: 'ash' }],
    [3, { name: 'Birch', folder_id: 9 }],
  ]),
  folders: [{ id: 9, name: 'Trees' }],
};

function unread(
  channel: number,
  ids: readonly number[],
  standing: ConversationPriority = 'plain',
  mentions: readonly number[] = [],
): UnreadConversation {
  const recipient = { type: 'stream', to: [channel], topic: String(ids[0]) } as const;
  return { key: `${channel} ${ids[0]}`, recipient, ids, mentions, priority: standing };
}

const rowsOf = (all: readonly UnreadConversation[], off: readonly SnoozeEntry[] = []) =>
  inboxItemsOf(all, new Map(off.map((one) => [one.key, one])), places, 100);
const shown = (rows: readonly InboxItem[]) => rows.map(({ key, section }) => `${section} ${key}`);

describe('inbox sections', () => {
  it('list mentions first, then followed topics, then folders, and leave out muted conversations', () => {
    const rows = rowsOf([
      unread(2, [5]),
      unread(1, [7]),
      unread(3, [3]),
      unread(3, [8]),
      unread(1, [1], 'followed'),
      unread(1, [2], 'muted'),
      unread(2, [4], 'muted', [4]),
    ]);
    expect(shown(rows)).toEqual([
      'me 2 4',
      'followed 1 1',
      'rest 3 8',
      'rest 3 3',
      'rest 1 7',
      'rest 2 5',
    ]);
  });

  it('list snoozed conversations last, until their time comes or a new mention arrives', () => {
    const all = [unread(2, [5]), unread(1, [7])];
    const off = { key: '2 5', until: 200, newest: 5 };
    expect(shown(rowsOf(all, [off]))).toEqual(['rest 1 7', 'later 2 5']);
    expect(shown(rowsOf(all, [{ ...off, until: 100 }]))).toEqual(['rest 1 7', 'rest 2 5']);
    const mentioned = { ...unread(2, [5, 9]), mentions: [9] };
    expect(shown(rowsOf([mentioned], [off]))).toEqual(['me 2 5']);
  });
});

describe('an inbox order that is held', () => {
  const keys = fc.uniqueArray(fc.nat(12), { minLength: 1 });
  const rowOf = (id: number) => unread(2, [id + 1]);

  it('keeps every row in place while messages arrive and are read, and loses none', () => {
    fc.assert(
      fc.property(keys, keys, keys, (first, second, decided) => {
        const before = rowsOf(first.map(rowOf));
        const live = rowsOf(second.map(rowOf));
        const done = new Set(decided.map((id) => rowOf(id).key));
        const { rows, waiting } = holdInboxOrder(live, before, (key) => done.has(key));
        const rowKeys = new Set(rows.map(({ key }) => key));
        const isLive = new Set(live.map(({ key }) => key));
        const kept = before.filter(({ key }) => !done.has(key) || isLive.has(key));
        if (kept.length > 0) {
          expect(rows.map(({ key }) => key)).toEqual(kept.map(({ key }) => key));
        }
        expect(live.filter(({ key }) => !rowKeys.has(key))).toHaveLength(waiting);
      }),
    );
  });
});
