import type { Reminder } from '../../api/reminders';
import type { DraftView } from '../../features/drafts/engine/view';
import type { Item } from '../../features/scheduled/messages/item';
import type { Recipient } from '../../writing/recipient';
import type { Body } from '../../writing/body';

/** What has not gone out yet, of whatever kind, as a list of all of it needs it. */
export type Entry = { readonly key: string; readonly body: Body } & (
  | { readonly kind: 'draft'; readonly draft: DraftView }
  | { readonly kind: 'scheduled'; readonly item: Item }
  | { readonly kind: 'reminder'; readonly reminder: Reminder }
);

/** In the order of the page. */
export const groups = ['failed', 'sending', 'scheduled', 'reminder', 'draft'] as const;
export type Group = (typeof groups)[number];

const ofDraft = new WeakMap<DraftView, Entry>();
const ofItem = new WeakMap<Item, Entry>();
const ofReminder = new WeakMap<Reminder, Entry>();

/** The same entry for the same draft, so that only what has changed is drawn anew. */
export function draftEntry(draft: DraftView): Entry {
  let entry = ofDraft.get(draft);
  if (!entry) {
    entry = { kind: 'draft', key: keyOf('draft', draft.key), body: draft.body, draft };
    ofDraft.set(draft, entry);
  }
  return entry;
}

/** A draft of nothing but files, which goes out when they are there: listed by their names. */
export function filesEntry(draft: string, recipient: Recipient, names: readonly string[]): Entry {
  const body = { ...recipient, to: [...recipient.to], content: names.join(', ') };
  const view: DraftView = {
    ...{ key: draft, body, updatedAt: 0, sync: 'local', reason: null, sending: null },
    ...{ conflicted: false, conflictOf: null, revived: false, removed: false, held: false },
  };
  return { kind: 'draft', key: keyOf('draft', draft), body, draft: view };
}

export function scheduledEntry(item: Item): Entry {
  let entry = ofItem.get(item);
  if (!entry) {
    entry = { kind: 'scheduled', key: keyOf('scheduled', item.key), body: item.body, item };
    ofItem.set(item, entry);
  }
  return entry;
}

/** Searched by the text that will remind, which quotes the message. */
export function reminderEntry(reminder: Reminder): Entry {
  let entry = ofReminder.get(reminder);
  if (!entry) {
    const key = keyOf('reminder', String(reminder.reminder_id));
    const body = {
      type: 'private',
      to: reminder.to,
      topic: '',
      content: reminder.content,
    } as const;
    entry = { kind: 'reminder', key, body, reminder };
    ofReminder.set(reminder, entry);
  }
  return entry;
}

/** Names an entry of any kind, such as `scheduled-12`. */
export function keyOf(kind: Entry['kind'], key: string): string {
  return `${kind}-${key}`;
}

/** The key within its kind; undefined where `key` names one of another kind. */
export function keyWithin(kind: Entry['kind'], key: string | undefined): string | undefined {
  return key?.startsWith(`${kind}-`) ? key.slice(kind.length + 1) : undefined;
}

/** What a draft that goes out by itself waits for; null when it does not. */
export type Waiting = (draft: string) => 'files' | 'person' | null;

/** `now`: UNIX seconds. */
export function groupOf(entry: Entry, now: number, waiting: Waiting): Group {
  switch (entry.kind) {
    case 'draft': {
      const state = entry.draft.sending?.state;
      const awaited = waiting(entry.draft.key);
      if (awaited) return awaited === 'person' ? 'failed' : 'sending';
      if (state === undefined) return 'draft';
      return state === 'failed' || state === 'unknown' ? 'failed' : 'sending';
    }
    case 'scheduled':
      if (entry.item.failed) return 'failed';
      return entry.item.timestamp <= now ? 'sending' : 'scheduled';
    case 'reminder':
      return entry.reminder.failed ? 'failed' : 'reminder';
  }
}

/** The entries of each group, in the order in which they came. */
export function grouped(
  entries: readonly Entry[],
  now: number,
  waiting: Waiting,
): Readonly<Record<Group, readonly Entry[]>> {
  const found: Record<Group, Entry[]> = {
    failed: [],
    sending: [],
    scheduled: [],
    reminder: [],
    draft: [],
  };
  for (const entry of entries) found[groupOf(entry, now, waiting)].push(entry);
  return found;
}

/** Keys of the drafts among them. */
export function draftsOf(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => (entry.kind === 'draft' ? [entry.draft.key] : []));
}

export function itemsOf(entries: readonly Entry[]): readonly Item[] {
  return entries.flatMap((entry) => (entry.kind === 'scheduled' ? [entry.item] : []));
}

export function remindersOf(entries: readonly Entry[]): readonly Reminder[] {
  return entries.flatMap((entry) => (entry.kind === 'reminder' ? [entry.reminder] : []));
}
