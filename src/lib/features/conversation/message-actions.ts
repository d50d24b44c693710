import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import BellRing from '@lucide/svelte/icons/bell-ring';
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
import { m } from '$lib/paraglide/messages';
import type { Message } from '../../api/read-messages';
import type { AppAction } from '../../client/actions/action-registry.svelte';
import { appKeys } from '../../client/actions/app-keys';
import { formatShortcut } from '../../client/actions/shortcuts';
import type { IconComponent } from '../../ui/icon';
import type { MenuItem } from '../../ui/menu-item';
import { isResolved } from '../../writing/recipients/resolved-topic';
import {
  editObstacle,
  hasVisibleHistory,
  canDeleteMessage,
  canReportMessages,
  canResolveMessageTopic,
  canShowSeenDialog,
  movePermissionsOf,
  type MessagePermissionContext,
} from './message-permissions';
import { editObstacleLabel } from './edit-obstacle-labels';
import type { MessageNarrow } from './list/message-narrow';
import { recipientOfMessage } from './apply-event-to-messages';
import type { MessagePorts } from './message-ports';

type MessageHandler = (message: Message) => void;

/** Handlers of the actions on a message. */
export interface MessageActionHandlers {
  /** Opens the emoji picker beside the message. */
  readonly react: MessageHandler;
  readonly ports: MessagePorts;
  readonly edit: MessageHandler;
  readonly move: MessageHandler;
  readonly resolve: MessageHandler;
  readonly history: MessageHandler;
  /** Shows who reacted to it and who read it. */
  readonly seen: MessageHandler;
  /** Shows a person's card beside the pressed element. */
  readonly person: (user_id: number, anchor: HTMLElement) => void;
  readonly group: (group_id: number, anchor: HTMLElement) => void;
  /** Toggles the menu of all actions beside a button. */
  readonly menu: (message: Message, anchor: HTMLElement) => void;
  readonly source: MessageHandler;
  readonly report: MessageHandler;
  readonly copyLink: MessageHandler;
  readonly copyText: MessageHandler;
  readonly remove: MessageHandler;
  readonly star: MessageHandler;
  /** Marks all messages up to it as read. */
  readonly readTo: MessageHandler;
  /** Marks it and all later messages as unread. */
  readonly unreadFrom: MessageHandler;
  /** Shows it in its conversation; absent if that is already on screen. */
  readonly open?: MessageHandler | undefined;
}

interface Line {
  readonly id: string;
  readonly title: string;
  readonly icon: IconComponent;
  readonly keys: string | readonly string[];
  /** Absent if the action is not available. */
  readonly run: MessageHandler | undefined | false;
  readonly enabled?: boolean;
  /** If text of the message is selected, uses only that. */
  readonly takesSelection?: boolean;
  readonly danger?: boolean;
}

/**
 * Actions in groups, in menu order with the most used first. Shortcuts are Zulip's where it has
 * one.
 */
function groupsOf(
  message: Message,
  handlers: MessageActionHandlers,
  around: MessagePermissionContext,
  now: number,
): readonly Line[][] {
  const { ports } = handlers;
  const obstacle = editObstacle(message, around, now);
  const moves = movePermissionsOf(message, around, now);
  const { sender_id, flags, subject } = message;
  const isOwn = sender_id === around.user_id;
  const isStarred = flags.includes('starred');
  const place = recipientOfMessage(message, around.user_id);
  const isDirect = place.type === 'private' && place.to.length === 1;
  const editTitle = obstacle
    ? // The disabled item says why the text can't be edited.
      m.conversation_edit_not({ reason: editObstacleLabel(obstacle, around) })
    : m.ui_edit();
  const answer: Line[] = [
    ...line(
      'open',
      m.conversation_open_this(),
      MessagesSquare,
      appKeys.showConversation,
      handlers.open,
    ),
    ...line('quote', m.conversation_quote(), Quote, appKeys.quote, ports.quote, {
      takesSelection: true,
    }),
    ...line('reply', m.conversation_reply(), Reply, appKeys.reply, ports.reply),
    ...line('react', m.conversation_react(), SmilePlus, appKeys.react, handlers.react),
    ...line(
      ...([
        'reply-directly',
        m.conversation_reply_directly(),
        User,
        appKeys.replyDirectly,
      ] as const),
      !isOwn && !isDirect && ports.replyDirectly,
    ),
    ...line(
      'forward',
      m.ui_asks({ action: m.conversation_forward() }),
      Forward,
      appKeys.forward,
      ports.forward,
      {
        takesSelection: true,
      },
    ),
    ...line(
      'reply-later',
      m.conversation_reply_later(),
      PenLine,
      appKeys.toDraft,
      ports.replyLater,
    ),
    ...line(
      'follow-up',
      m.ui_asks({ action: m.conversation_follow_up() }),
      Clock,
      appKeys.followUp,
      ports.followUp,
    ),
    ...line('collect', m.conversation_collect(), ShoppingBasket, appKeys.collect, ports.collect, {
      takesSelection: true,
    }),
  ];
  const starTitle = isStarred ? m.conversation_unstar() : m.conversation_star();
  const keep: Line[] = [
    ...line(
      'star',
      starTitle,
      isStarred ? StarOff : Star,
      [appKeys.save, appKeys.saveMessage],
      handlers.star,
    ),
    ...line(
      'remind',
      m.ui_asks({ action: m.conversation_remind() }),
      AlarmClock,
      appKeys.chooseTime,
      ports.remind,
    ),
    ...line(
      'silent',
      m.ui_asks({ action: m.conversation_silent() }),
      BellRing,
      appKeys.remindIfSilent,
      isOwn && ports.remindIfNoReply,
    ),
    ...line(
      'snippet',
      m.ui_asks({ action: m.ui_save_as_snippet() }),
      NotepadText,
      appKeys.saveAsSnippet,
      ports.saveSnippet,
    ),
    ...line(
      'read-to',
      m.conversation_read_to(),
      CheckCheck,
      appKeys.markReadToHere,
      handlers.readTo,
    ),
    ...line(
      'unread-from',
      m.conversation_unread_from(),
      Unread,
      appKeys.markUnreadFromHere,
      handlers.unreadFrom,
    ),
  ];
  const sourceKeys = obstacle === null ? appKeys.viewSource : [appKeys.edit, appKeys.viewSource];
  const look: Line[] = [
    ...line('copy', m.ui_copy_text(), Copy, appKeys.copy, handlers.copyText),
    ...line('link', m.ui_copy_link(), CopyLink, appKeys.copyLink, handlers.copyLink),
    ...line('source', m.conversation_source(), CodeXml, sourceKeys, handlers.source),
    ...line(
      ...(['history', m.conversation_history_view(), FileDiff, appKeys.viewHistory] as const),
      hasVisibleHistory(message, around) && handlers.history,
    ),
    ...line(
      ...(['seen', m.conversation_seen_view(), Eye, appKeys.viewReaders] as const),
      canShowSeenDialog(message, around) && handlers.seen,
    ),
  ];
  const change: Line[] = [
    ...line('edit', editTitle, Pencil, obstacle ? [] : appKeys.edit, isOwn && handlers.edit, {
      enabled: obstacle === null,
    }),
    ...line(
      ...([
        'move',
        m.ui_asks({ action: m.conversation_move() }),
        FolderOutput,
        appKeys.move,
      ] as const),
      (moves.topic || moves.channel) && handlers.move,
    ),
    ...line(
      'resolve',
      isResolved(subject) ? m.conversation_unresolve() : m.conversation_resolve(),
      isResolved(subject) ? CircleDashed : CircleCheck,
      appKeys.resolve,
      canResolveMessageTopic(message, around, now) && handlers.resolve,
    ),
    ...line(
      ...([
        'report',
        m.ui_asks({ action: m.conversation_report() }),
        Flag,
        appKeys.report,
      ] as const),
      !isOwn && canReportMessages(around) && handlers.report,
    ),
  ];
  const remove = line(
    ...(['delete', m.ui_asks({ action: m.ui_delete() }), Trash, appKeys.remove[1]] as const),
    canDeleteMessage(message, around, now) && handlers.remove,
    { danger: true },
  );
  return [answer, keep, look, change, remove];
}

/** One action, or none if it is not available. */
function line(
  id: string,
  title: string,
  icon: IconComponent,
  keys: Line['keys'],
  run: Line['run'],
  more: Partial<Line> = {},
): Line[] {
  return run ? [{ ...more, id: `message-${id}`, title, icon, keys, run }] : [];
}

const actionOf =
  (message: Message) =>
  ({ keys, run, ...rest }: Line) => ({
    ...rest,
    shortcut: keys,
    section: m.conversation_message(),
    run: () => run && run(message),
  });

/** Actions of a message for its menu and the palette, with shortcuts while it has the focus. */
export function messageActions(
  message: Message,
  ...rest: readonly [handlers: MessageActionHandlers, around: MessagePermissionContext, now: number]
): readonly AppAction[] {
  return groupsOf(message, ...rest).flatMap((group) => group.map(actionOf(message)));
}

/** The reply shortcut when no message has the focus: moves to the conversation's compose box. */
export function replyAction(narrow: MessageNarrow, ports: MessagePorts): readonly AppAction[] {
  if (narrow.kind !== 'conversation') return [];
  return [
    {
      ...{
        id: 'conversation-answer',
        title: m.conversation_reply(),
        icon: Reply,
        shortcut: appKeys.reply,
      },
      section: m.conversation_title(),
      run: () => ports.write(narrow.recipient),
    },
  ];
}

/** The same actions as menu items. */
export function messageMenu(
  message: Message,
  ...rest: readonly [handlers: MessageActionHandlers, around: MessagePermissionContext, now: number]
): readonly MenuItem[] {
  return groupsOf(message, ...rest)
    .filter((group) => group.length > 0)
    .flatMap((group, at) =>
      group.map(({ keys, run, ...item }, place) => {
        const [first] = [keys].flat();
        return {
          ...item,
          keys: first === undefined ? undefined : formatShortcut(first),
          divider: at > 0 && place === 0,
          run: () => run && run(message),
        };
      }),
    );
}
