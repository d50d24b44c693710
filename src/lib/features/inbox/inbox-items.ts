import { foldCase } from '../../api/fold-case';
import type { ChannelFolder } from '../../api/channel-folders';
import type { MessageRecipient } from '../../writing/recipients/recipient';
import type { UnreadConversation } from '../../writing/unread/unread-conversations';

/** In display order. */
export const inboxSections = ['me', 'followed', 'rest', 'later'] as const;
export type InboxSection = (typeof inboxSections)[number];

/** A conversation with unread messages, waiting for the user to deal with it. */
export interface InboxItem {
  readonly key: string;
  readonly recipient: MessageRecipient;
  /**
   * Ids of its unread messages, ascending. Empty if it was read on another device while displayed.
   */
  readonly ids: readonly number[];
  readonly mentions: readonly number[];
  readonly section: InboxSection;
  /** In section `rest`: the folder's id, or null if it has none. */
  readonly folder: number | null;
  /** In section `later`: when the snooze ends, in UNIX seconds. */
  readonly until: number | undefined;
}

/** A snoozed conversation. A mention in a message newer than `newest` ends the snooze early. */
export interface SnoozeEntry {
  readonly key: string;
  /** When the snooze ends, in UNIX seconds. */
  readonly until: number;
  readonly newest: number;
}

export interface ChannelsAndFolders {
  readonly channels: ReadonlyMap<
    number,
    { readonly name: string; readonly folder_id?: number | null | undefined }
  >;
  /** In display order. */
  readonly folders: readonly Pick<ChannelFolder, 'id' | 'name'>[];
}

/** All unread conversations that aren't muted, in display order. `now`: UNIX seconds. */
export function inboxItemsOf(
  unread: readonly UnreadConversation[],
  snoozed: ReadonlyMap<string, SnoozeEntry>,
  places: ChannelsAndFolders,
  now: number,
): readonly InboxItem[] {
  const rank = new Map(places.folders.map(({ id }, at) => [id, at]));
  const bySection: Record<InboxSection, InboxItem[]> = {
    me: [],
    followed: [],
    rest: [],
    later: [],
  };
  for (const one of unread) {
    const { key, recipient, ids, mentions } = one;
    const section = sectionOf(one);
    if (section === undefined) continue;
    const folder = recipient.type === 'stream' ? folderOf(recipient, places, rank) : null;
    const off = snoozed.get(key);
    const isLater = off !== undefined && isSnoozed(one, off, now);
    bySection[isLater ? 'later' : section].push({
      ...{ key, recipient, ids, mentions, folder },
      section: isLater ? 'later' : section,
      until: isLater ? off.until : undefined,
    });
  }
  const newest = ({ ids }: InboxItem) => ids.at(-1) ?? 0;
  const newestFirst = (a: InboxItem, b: InboxItem) => newest(b) - newest(a);
  const rankOf = ({ folder }: InboxItem) => (folder === null ? Infinity : (rank.get(folder) ?? 0));
  const nameOf = ({ recipient }: InboxItem) =>
    foldCase(places.channels.get(recipient.to[0] ?? 0)?.name ?? '');
  bySection.me.sort(newestFirst);
  bySection.followed.sort(newestFirst);
  bySection.rest.sort((a, b) => {
    const [one, other] = [rankOf(a), rankOf(b)];
    if (one !== other) return one < other ? -1 : 1;
    return compare(nameOf(a), nameOf(b)) || newestFirst(a, b);
  });
  bySection.later.sort((a, b) => (a.until ?? 0) - (b.until ?? 0) || newestFirst(a, b));
  return inboxSections.flatMap((section) => bySection[section]);
}

/** Whether the snooze is still in effect. `now`: UNIX seconds. */
export const isSnoozed = (
  { mentions }: UnreadConversation,
  off: SnoozeEntry,
  now: number,
): boolean => off.until > now && !mentions.some((id) => id > off.newest);

/** Undefined for muted conversations that don't mention the user. */
function sectionOf({ priority: standing, mentions }: UnreadConversation): InboxSection | undefined {
  if (standing === 'direct' || mentions.length > 0) return 'me';
  if (standing === 'muted') return undefined;
  return standing === 'followed' ? 'followed' : 'rest';
}

function folderOf(
  { to }: MessageRecipient,
  { channels }: ChannelsAndFolders,
  rank: ReadonlyMap<number, number>,
) {
  const id = channels.get(to[0] ?? 0)?.folder_id ?? null;
  return id !== null && rank.has(id) ? id : null;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The displayed rows, and the number of rows that are held back. */
export interface InboxListing {
  readonly rows: readonly InboxItem[];
  readonly waiting: number;
}

/**
 * Keeps the order the rows had when the user started working through them: new conversations are
 * held back, and those read elsewhere stay in place without messages. `before`: the rows at that
 * time; if empty, the live order is used.
 */
export function holdInboxOrder(
  live: readonly InboxItem[],
  before: readonly InboxItem[],
  isDone: (key: string) => boolean,
): InboxListing {
  if (before.length === 0) return { rows: live, waiting: 0 };
  const now = new Map(live.map((row) => [row.key, row]));
  const later: InboxItem[] = [];
  const rows = before.flatMap((old) => {
    const row = now.get(old.key);
    if (isDone(old.key) && row?.section !== old.section) {
      // A conversation snoozed here appears immediately under `later`. One that comes back through
      // a new message is held back like any new one.
      if (row?.section === 'later') {
        later.push(row);
        now.delete(old.key);
      }
      return [];
    }
    now.delete(old.key);
    if (!row) return { ...old, ids: [], mentions: [] };
    return { ...row, section: old.section, folder: old.folder, until: old.until };
  });
  // No row is left that could move.
  if (rows.length + later.length === 0) return { rows: live, waiting: 0 };
  return { rows: [...rows, ...later], waiting: now.size };
}
