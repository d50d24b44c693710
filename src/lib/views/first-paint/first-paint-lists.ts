import type { ChannelFolder } from '../../api/channel-folders';
import type { RegisterState } from '../../api/register';
import { viewServerRows } from '../../features/drafts/engine/list-view';
import type { DraftView } from '../../features/drafts/engine/draft-view';
import { inboxItemsOf, type InboxItem } from '../../features/inbox/inbox-items';
import { scheduledConversationKeys } from '../../writing/recipients/conversation-key';
import type { RecipientDirectory, MessageRecipient } from '../../writing/recipients/recipient';
import {
  ConversationPriorities,
  unreadConversations,
} from '../../writing/unread/unread-conversations';
import { unreadCount } from '../../writing/unread/unread-count';
import type { FirstPaintPage } from './first-paint-page';

/** As many rows as fit a tall window. */
const maxRows = 20;

interface FirstPaintList<Row> {
  /** The number shown on the page, for the whole list. */
  readonly count: number;
  readonly rows: readonly Row[];
}

export type FirstPaintDraftList = FirstPaintList<DraftView>;

export interface FirstPaintInboxList extends FirstPaintList<InboxItem> {
  readonly folders: readonly ChannelFolder[];
  /** Conversations with scheduled messages, by `conversationKey`. */
  readonly scheduled: ReadonlySet<string>;
}

/** The lists of pages, whose first rows are drawn before the app runs. */
export interface FirstPaintLists {
  readonly drafts?: FirstPaintDraftList;
  readonly inbox?: FirstPaintInboxList;
}

const byRoute: Readonly<Record<string, keyof FirstPaintLists>> = {
  '/(app)/drafts': 'drafts',
  '/(app)/inbox': 'inbox',
};

/**
 * Undefined for a page without a list, and if the URL asks for more than the page's start state.
 */
export function firstPaintListOf({
  route,
  isDeep,
}: FirstPaintPage): keyof FirstPaintLists | undefined {
  return isDeep ? undefined : byRoute[route];
}

export function buildFirstPaintLists(
  list: keyof FirstPaintLists | undefined,
  state: RegisterState,
  directory: RecipientDirectory,
  folders: readonly ChannelFolder[],
): FirstPaintLists {
  if (list === 'drafts') return { drafts: draftsOf(state) };
  return list === 'inbox' ? { inbox: inboxOf(state, directory, folders) } : {};
}

function draftsOf({ drafts = [] }: RegisterState): FirstPaintDraftList {
  const rows = viewServerRows(drafts);
  return { count: rows.length, rows: rows.slice(0, maxRows) };
}

/** Ignores snoozed conversations, which only devices know. */
function inboxOf(
  state: RegisterState,
  { user_id, subscriptions, channels }: RecipientDirectory,
  folders: readonly ChannelFolder[],
): FirstPaintInboxList {
  const { user_topics, muted_users, unread_msgs } = state;
  const own = [...subscriptions.values()];
  const standings = new ConversationPriorities({ subscriptions: own, user_topics, muted_users });
  const unread = unreadConversations(unread_msgs, standings, user_id);
  const rows = inboxItemsOf(unread, new Map(), { channels, folders }, 0);
  const { count } = unreadCount(unread, state.user_settings?.desktop_icon_count_display);
  return {
    count,
    rows: rows.slice(0, maxRows),
    folders,
    scheduled: scheduledConversationKeys(state.scheduled_messages),
  };
}

export function recipientsInLists({ drafts, inbox }: FirstPaintLists): readonly MessageRecipient[] {
  return [
    ...(drafts?.rows ?? []).map(({ body }) => body),
    ...(inbox?.rows ?? []).map(({ recipient }) => recipient),
  ];
}

/** Cuts the lists before the first row with an unknown name. */
export function withKnownRows(
  { drafts, inbox }: FirstPaintLists,
  directory: RecipientDirectory,
): FirstPaintLists {
  const { users, channels } = directory;
  const isKnown = ({ type, to }: MessageRecipient) =>
    to.every((id) => (type === 'stream' ? channels : users).has(id));
  const known = <Row>(rows: readonly Row[], recipientOf: (row: Row) => MessageRecipient) => {
    const end = rows.findIndex((row) => !isKnown(recipientOf(row)));
    return end < 0 ? rows : rows.slice(0, end);
  };
  return {
    ...(drafts && { drafts: { ...drafts, rows: known(drafts.rows, ({ body }) => body) } }),
    ...(inbox && { inbox: { ...inbox, rows: known(inbox.rows, ({ recipient }) => recipient) } }),
  };
}
