import type { ChannelFolder } from '../../api/channel-folders';
import type { RegisterState } from '../../api/register';
import { viewRows } from '../../features/drafts/engine/list';
import type { DraftView } from '../../features/drafts/engine/view';
import { inboxRows, type InboxRow } from '../../features/inbox/sections';
import { scheduledKeys } from '../../writing/conversation-key';
import type { Directory, Recipient } from '../../writing/recipient';
import { Standings, unreadConversations } from '../../writing/unread-conversations';
import { unreadCount } from '../../writing/unread-count';
import type { Place } from './place';

/** As many as a tall window shows. */
const mostRows = 20;

interface FirstList<Row> {
  /** What its page counts, of all that there is. */
  readonly count: number;
  readonly rows: readonly Row[];
}

export type FirstDraftList = FirstList<DraftView>;

export interface FirstInboxList extends FirstList<InboxRow> {
  readonly folders: readonly ChannelFolder[];
  /** By `conversationKey`. */
  readonly scheduled: ReadonlySet<string>;
}

/** What a page lists, of which the first rows are drawn before the app is there. */
export interface FirstLists {
  readonly drafts?: FirstDraftList;
  readonly inbox?: FirstInboxList;
}

const byRoute: Readonly<Record<string, keyof FirstLists>> = {
  '/(app)/drafts': 'drafts',
  '/(app)/inbox': 'inbox',
};

/** Undefined of a page without, or of which more is asked for than it begins with. */
export function listOf({ route, isDeep }: Place): keyof FirstLists | undefined {
  return isDeep ? undefined : byRoute[route];
}

export function listed(
  list: keyof FirstLists | undefined,
  state: RegisterState,
  directory: Directory,
  folders: readonly ChannelFolder[],
): FirstLists {
  if (list === 'drafts') return { drafts: draftsOf(state) };
  return list === 'inbox' ? { inbox: inboxOf(state, directory, folders) } : {};
}

function draftsOf({ drafts = [] }: RegisterState): FirstDraftList {
  const rows = viewRows(drafts);
  return { count: rows.length, rows: rows.slice(0, mostRows) };
}

/** As if nothing were put off, which only a device knows. */
function inboxOf(
  state: RegisterState,
  { user_id, subscriptions, channels }: Directory,
  folders: readonly ChannelFolder[],
): FirstInboxList {
  const { user_topics, muted_users, unread_msgs } = state;
  const own = [...subscriptions.values()];
  const standings = new Standings({ subscriptions: own, user_topics, muted_users });
  const unread = unreadConversations(unread_msgs, standings, user_id);
  const rows = inboxRows(unread, new Map(), { channels, folders }, 0);
  const { count } = unreadCount(unread, state.user_settings?.desktop_icon_count_display);
  return {
    count,
    rows: rows.slice(0, mostRows),
    folders,
    scheduled: scheduledKeys(state.scheduled_messages),
  };
}

/** To whom the rows go. */
export function recipientsOf({ drafts, inbox }: FirstLists): readonly Recipient[] {
  return [
    ...(drafts?.rows ?? []).map(({ body }) => body),
    ...(inbox?.rows ?? []).map(({ recipient }) => recipient),
  ];
}

/** Down to the first row with a name that is not known. */
export function withKnownRows({ drafts, inbox }: FirstLists, directory: Directory): FirstLists {
  const { users, channels } = directory;
  const isKnown = ({ type, to }: Recipient) =>
    to.every((id) => (type === 'stream' ? channels : users).has(id));
  const known = <Row>(rows: readonly Row[], recipientOf: (row: Row) => Recipient) => {
    const end = rows.findIndex((row) => !isKnown(recipientOf(row)));
    return end < 0 ? rows : rows.slice(0, end);
  };
  return {
    ...(drafts && { drafts: { ...drafts, rows: known(drafts.rows, ({ body }) => body) } }),
    ...(inbox && { inbox: { ...inbox, rows: known(inbox.rows, ({ recipient }) => recipient) } }),
  };
}
