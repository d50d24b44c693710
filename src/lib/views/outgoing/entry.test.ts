import { describe, expect, it } from 'vitest';
import { itemOf } from '../../features/scheduled/messages/item';
import type { DraftView } from '../../features/drafts/engine/view';
import { draftEntry, grouped, keyWithin, reminderEntry, scheduledEntry } from './entry';

const now = 1_800_000_000;

const draft = (key: string, state?: 'queued' | 'inflight' | 'checking' | 'failed' | 'unknown') =>
  draftEntry({
    key,
    body: { type: 'private', to: [8], topic: '', content: key },
    updatedAt: 0,
    sync: 'saved',
    reason: null,
    conflicted: false,
    conflictOf: null,
    revived: false,
    removed: false,
    held: false,
    sending: state ? { state, reason: null } : null,
  } satisfies DraftView);

const message = (scheduled_message_id: number, time: number, failed = false) =>
  scheduledEntry(
    itemOf({
      scheduled_message_id,
      type: 'private',
      to: [8],
      content: 'x',
      rendered_content: '',
      scheduled_delivery_timestamp: time,
      failed,
    } as Parameters<typeof itemOf>[0]),
  );

const reminder = (reminder_id: number, failed = false) =>
  reminderEntry({
    reminder_id,
    type: 'private',
    to: [7],
    content: '',
    rendered_content: '',
    scheduled_delivery_timestamp: now + 60,
    failed,
    reminder_target_message_id: 1,
  });

describe('grouped', () => {
  it('puts each under what becomes of it', () => {
    const groups = grouped(
      [
        draft('a'),
        draft('b', 'queued'),
        draft('c', 'failed'),
        draft('d', 'unknown'),
        draft('e', 'checking'),
        draft('f'),
        draft('g'),
        message(1, now + 1),
        message(2, now),
        message(3, now - 9, true),
        reminder(1),
        reminder(2, true),
      ],
      now,
      (key) => (key === 'f' ? 'files' : key === 'g' ? 'person' : null),
    );
    const keys = Object.fromEntries(
      Object.entries(groups).map(([group, found]) => [group, found.map(({ key }) => key)]),
    );
    expect(keys).toEqual({
      failed: ['draft-c', 'draft-d', 'draft-g', 'scheduled-3', 'reminder-2'],
      sending: ['draft-b', 'draft-e', 'draft-f', 'scheduled-2'],
      scheduled: ['scheduled-1'],
      reminder: ['reminder-1'],
      draft: ['draft-a'],
    });
  });
});

describe('keyWithin', () => {
  it('gives back the key of its own kind alone', () => {
    expect(keyWithin('draft', 'draft-a-b')).toBe('a-b');
    expect(keyWithin('scheduled', 'draft-12')).toBeUndefined();
    expect(keyWithin('scheduled', undefined)).toBeUndefined();
  });
});
