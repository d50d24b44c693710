import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import BellRing from '@lucide/svelte/icons/bell-ring';
import Check from '@lucide/svelte/icons/check';
import CheckCheck from '@lucide/svelte/icons/check-check';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import Clock from '@lucide/svelte/icons/clock';
import CodeXml from '@lucide/svelte/icons/code-xml';
import Copy from '@lucide/svelte/icons/copy';
import Flag from '@lucide/svelte/icons/flag';
import Eye from '@lucide/svelte/icons/eye';
import FileDiff from '@lucide/svelte/icons/file-diff';
import FolderOutput from '@lucide/svelte/icons/folder-output';
import Forward from '@lucide/svelte/icons/forward';
import CopyLink from '@lucide/svelte/icons/link';
import Unread from '@lucide/svelte/icons/message-square-dot';
import MessagesSquare from '@lucide/svelte/icons/messages-square';
import NotepadText from '@lucide/svelte/icons/notepad-text';
import Pencil from '@lucide/svelte/icons/pencil';
import PenLine from '@lucide/svelte/icons/pen-line';
import Quote from '@lucide/svelte/icons/quote';
import Reply from '@lucide/svelte/icons/reply';
import ShoppingBasket from '@lucide/svelte/icons/shopping-basket';
import SmilePlus from '@lucide/svelte/icons/smile-plus';
import Star from '@lucide/svelte/icons/star';
import StarOff from '@lucide/svelte/icons/star-off';
import Trash from '@lucide/svelte/icons/trash-2';
import User from '@lucide/svelte/icons/user';
import Undo from '@lucide/svelte/icons/undo-2';
import { m } from '$lib/paraglide/messages';
import type { Message } from '../../api/read-messages';
import { shownShortcut, type AppAction } from '../../client/actions/action-registry.svelte';
import { appKeys } from '../../client/actions/app-keys';
import { markedCountOf } from '../../client/read-marks/read-mark';
import { recipientOfMessage } from '../../features/conversation/apply-event-to-messages';
import { editObstacleLabel } from '../../features/conversation/edit-obstacle-labels';
import type { MessageNarrow } from '../../features/conversation/list/message-narrow';
import {
  editObstacle,
  hasVisibleHistory,
  canDeleteMessage,
  canReportMessages,
  canResolveMessageTopic,
  canShowSeenDialog,
  movePermissionsOf,
  type MessagePermissionContext,
} from '../../features/conversation/message-permissions';
import type { OpenMessageDialog } from '../../features/conversation/MessageActionDialogs.svelte';
import type { IconComponent } from '../../ui/icon';
import type { MenuItem } from '../../ui/menu-item';
import { isResolved } from '../../writing/recipients/resolved-topic';
import type { MessageActions } from './message-actions.svelte';

interface MessageMenuLine {
  readonly id: string;
  readonly title: string;
  readonly icon: IconComponent;
  readonly keys: string | readonly string[];
  readonly run: (message: Message) => unknown;
  readonly enabled?: boolean;
  /** If text of the message is selected, uses only that. */
  readonly takesSelection?: boolean;
  readonly danger?: boolean;
}

/** One action, or none if it is not available. */
const line = (
  id: string,
  title: string,
  icon: IconComponent,
  keys: MessageMenuLine['keys'],
  run: MessageMenuLine['run'] | undefined | false,
  more: Partial<MessageMenuLine> = {},
): readonly MessageMenuLine[] =>
  run ? [{ ...more, id: `message-${id}`, title, icon, keys, run }] : [];

/**
 * Actions in groups, in menu order with the most used first. Shortcuts are Zulip's where it has
 * one.
 */
function groupsOf(
  message: Message,
  actions: MessageActions,
  around: MessagePermissionContext,
  now: number,
): readonly (readonly MessageMenuLine[])[] {
  const obstacle = editObstacle(message, around, now);
  const moves = movePermissionsOf(message, around, now);
  const { sender_id, flags, subject } = message;
  const isOwn = sender_id === around.user_id;
  const isStarred = flags.includes('starred');
  const place = recipientOfMessage(message, around.user_id);
  const isDirect = place.type === 'private' && place.to.length === 1;
  const keys = appKeys;
  const asks = (action: string) => m.ui_asks({ action });
  const ask = (kind: OpenMessageDialog['kind']) => () => actions.ask(kind, message);
  const { open, quote, reply, chooseReaction, forward, replyLater, followUp, collect } = actions;
  const { readTo, unreadFrom, copyText, copyLink } = actions;
  const directly = !isOwn && !isDirect && actions.replyDirectly;
  const remind = actions.canRemind && actions.remind;
  const silent = isOwn && actions.canRemindIfNoReply && actions.remindIfNoReply;
  const snippet = actions.canSaveSnippet && actions.saveSnippet;
  const starTitle = isStarred ? m.conversation_unstar() : m.conversation_star();
  const starIcon = isStarred ? StarOff : Star;
  const sourceKeys = obstacle === null ? keys.viewSource : [keys.edit, keys.viewSource];
  const history = hasVisibleHistory(message, around) && actions.showHistory;
  const seen = canShowSeenDialog(message, around) && ask('seen');
  const edit = isOwn && actions.edit;
  const editTitle = obstacle
    ? // The disabled item says why the text can't be edited.
      m.conversation_edit_not({ reason: editObstacleLabel(obstacle, around) })
    : m.ui_edit();
  const enabled = obstacle === null;
  const move = (moves.topic || moves.channel) && ask('move');
  const resolve = canResolveMessageTopic(message, around, now) && actions.resolve;
  const resolveTitle = isResolved(subject) ? m.conversation_unresolve() : m.conversation_resolve();
  const resolveIcon = isResolved(subject) ? CircleDashed : CircleCheck;
  const report = !isOwn && canReportMessages(around) && ask('report');
  const remove = canDeleteMessage(message, around, now) && ask('delete');
  const selects = { takesSelection: true };
  const answer = [
    line('open', m.conversation_open_this(), MessagesSquare, keys.showConversation, open),
    line('quote', m.conversation_quote(), Quote, keys.quote, quote, selects),
    line('reply', m.conversation_reply(), Reply, keys.reply, reply),
    line('react', m.conversation_react(), SmilePlus, keys.react, chooseReaction),
    line('reply-directly', m.conversation_reply_directly(), User, keys.replyDirectly, directly),
    line('forward', asks(m.conversation_forward()), Forward, keys.forward, forward, selects),
    line('reply-later', m.conversation_reply_later(), PenLine, keys.toDraft, replyLater),
    line('follow-up', asks(m.conversation_follow_up()), Clock, keys.followUp, followUp),
    line('collect', m.conversation_collect(), ShoppingBasket, keys.collect, collect, selects),
  ];
  const keep = [
    line('star', starTitle, starIcon, [keys.save, keys.saveMessage], actions.star),
    line('remind', asks(m.conversation_remind()), AlarmClock, keys.chooseTime, remind),
    line('silent', asks(m.conversation_silent()), BellRing, keys.remindIfSilent, silent),
    line('snippet', asks(m.ui_save_as_snippet()), NotepadText, keys.saveAsSnippet, snippet),
    line('read-to', m.conversation_read_to(), CheckCheck, keys.markReadToHere, readTo),
    line('unread-from', m.conversation_unread_from(), Unread, keys.markUnreadFromHere, unreadFrom),
  ];
  const look = [
    line('copy', m.ui_copy_text(), Copy, keys.copy, copyText),
    line('link', m.ui_copy_link(), CopyLink, keys.copyLink, copyLink),
    line('source', m.conversation_source(), CodeXml, sourceKeys, ask('source')),
    line('history', m.conversation_history_view(), FileDiff, keys.viewHistory, history),
    line('seen', m.conversation_seen_view(), Eye, keys.viewReaders, seen),
  ];
  const change = [
    line('edit', editTitle, Pencil, enabled ? keys.edit : [], edit, { enabled }),
    line('move', asks(m.conversation_move()), FolderOutput, keys.move, move),
    line('resolve', resolveTitle, resolveIcon, keys.resolve, resolve),
    line('report', asks(m.conversation_report()), Flag, keys.report, report),
  ];
  const end = [
    line('delete', asks(m.ui_delete()), Trash, keys.remove[1], remove, { danger: true }),
  ];
  return [answer, keep, look, change, end].map((lines) => lines.flat());
}

/** Actions of a message for the palette, with shortcuts while it has the focus. */
export function messageShortcuts(
  message: Message,
  ...rest: readonly [actions: MessageActions, around: MessagePermissionContext, now: number]
): readonly AppAction[] {
  return groupsOf(message, ...rest)
    .flat()
    .map(({ keys, run, ...line }) => ({
      ...line,
      shortcut: keys,
      section: m.conversation_message(),
      run: () => void run(message),
    }));
}

/** The same actions as menu items. */
export function messageMenu(
  message: Message,
  ...rest: readonly [actions: MessageActions, around: MessagePermissionContext, now: number]
): readonly MenuItem[] {
  return groupsOf(message, ...rest)
    .filter((group) => group.length > 0)
    .flatMap((group, at) =>
      group.map(({ keys, run, ...item }, place) => ({
        ...item,
        keys: shownShortcut({ shortcut: keys }),
        divider: at > 0 && place === 0,
        run: () => void run(message),
      })),
    );
}

export function readActions(unread: number, actions: MessageActions): readonly AppAction[] {
  const section = m.conversation_title();
  const last = actions.lastReadMark;
  return [
    {
      id: 'conversation-read',
      title: m.ui_mark_read(),
      icon: Check,
      shortcut: appKeys.markRead,
      section,
      enabled: unread > 0,
      run: () => actions.readTo(),
    },
    {
      id: 'conversation-read-undo',
      title: m.conversation_read_undo({ count: last ? markedCountOf(last) : 0 }),
      icon: Undo,
      section,
      enabled: last !== undefined,
      run: () => actions.undoReadMark(),
    },
  ];
}

/** The reply shortcut when no message has the focus: moves to the conversation's compose box. */
export function replyAction(narrow: MessageNarrow, actions: MessageActions): readonly AppAction[] {
  if (narrow.kind !== 'conversation') return [];
  return [
    {
      id: 'conversation-answer',
      title: m.conversation_reply(),
      icon: Reply,
      shortcut: appKeys.reply,
      section: m.conversation_title(),
      run: () => actions.write(narrow.recipient),
    },
  ];
}
