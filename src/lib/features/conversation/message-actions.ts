import CheckCheck from '@lucide/svelte/icons/check-check';
import CopyLink from '@lucide/svelte/icons/link';
import Eye from '@lucide/svelte/icons/eye';
import FolderOutput from '@lucide/svelte/icons/folder-output';
import History from '@lucide/svelte/icons/history';
import Mail from '@lucide/svelte/icons/mail';
import MessagesSquare from '@lucide/svelte/icons/messages-square';
import Pencil from '@lucide/svelte/icons/pencil';
import Star from '@lucide/svelte/icons/star';
import StarOff from '@lucide/svelte/icons/star-off';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import type { Message } from '../../api/read-messages';
import type { Action } from '../../client/actions.svelte';
import { shownKeys } from '../../client/shortcuts';
import type { MenuItem } from '../../ui/menu-item';
import { editObstacle, hasHistory, mayDelete, mayTellSeen, movesOf, type Around } from './may';
import { editObstacleWords } from './may-words';

/** What can be done with a message, by those who do it. */
export interface Deeds {
  readonly edit: (message: Message) => void;
  readonly move: (message: Message) => void;
  readonly history: (message: Message) => void;
  /** Who has reacted, and who has read it. */
  readonly seen: (message: Message) => void;
  /** Who somebody is, told beside what was pressed. */
  readonly person: (user_id: number, beside: HTMLElement) => void;
  readonly copyLink: (message: Message) => void;
  readonly remove: (message: Message) => void;
  readonly star: (message: Message) => void;
  /** All up to it. */
  readonly readTo: (message: Message) => void;
  /** It, and all after it. */
  readonly unreadFrom: (message: Message) => void;
  /** Shows it in its conversation; absent where that is what is shown. */
  readonly open?: ((message: Message) => void) | undefined;
}

/** Each is in the menu of its message, in the palette, and has a key while the message has the focus. */
export function messageActions(
  message: Message,
  deeds: Deeds,
  around: Around,
  now: number,
): readonly (Action & { readonly danger?: boolean })[] {
  const obstacle = editObstacle(message, around, now);
  const moves = movesOf(message, around, now);
  const common = { section: m.conversation_message() };
  const isStarred = message.flags.includes('starred');
  return [
    ...(deeds.open
      ? [
          {
            ...common,
            id: 'message-open',
            title: m.conversation_open_this(),
            icon: MessagesSquare,
            shortcut: 'O',
            run: () => deeds.open?.(message),
          },
        ]
      : []),
    ...(obstacle === 'other'
      ? []
      : [
          {
            ...common,
            id: 'message-edit',
            // Why not stands where one looks for it.
            title: obstacle
              ? m.conversation_edit_not({ reason: editObstacleWords(obstacle, around) })
              : m.conversation_edit(),
            icon: Pencil,
            shortcut: 'E',
            enabled: obstacle === null,
            run: () => deeds.edit(message),
          },
        ]),
    ...(moves.topic || moves.channel
      ? [
          {
            ...common,
            id: 'message-move',
            title: m.conversation_move(),
            icon: FolderOutput,
            shortcut: 'M',
            run: () => deeds.move(message),
          },
        ]
      : []),
    ...(hasHistory(message, around)
      ? [
          {
            ...common,
            id: 'message-history',
            title: m.conversation_history(),
            icon: History,
            shortcut: 'Shift+H',
            run: () => deeds.history(message),
          },
        ]
      : []),
    ...(mayTellSeen(message, around)
      ? [
          {
            ...common,
            id: 'message-seen',
            title: m.conversation_seen(),
            icon: Eye,
            shortcut: 'V',
            run: () => deeds.seen(message),
          },
        ]
      : []),
    {
      ...common,
      id: 'message-star',
      title: isStarred ? m.conversation_unstar() : m.conversation_star(),
      icon: isStarred ? StarOff : Star,
      shortcut: 'S',
      run: () => deeds.star(message),
    },
    {
      ...common,
      id: 'message-read-to',
      title: m.conversation_read_to(),
      icon: CheckCheck,
      shortcut: 'Shift+R',
      run: () => deeds.readTo(message),
    },
    {
      ...common,
      id: 'message-unread-from',
      title: m.conversation_unread_from(),
      icon: Mail,
      shortcut: 'Shift+U',
      run: () => deeds.unreadFrom(message),
    },
    {
      ...common,
      id: 'message-link',
      title: m.conversation_copy_link(),
      icon: CopyLink,
      shortcut: 'L',
      run: () => deeds.copyLink(message),
    },
    ...(mayDelete(message, around, now)
      ? [
          {
            ...common,
            id: 'message-delete',
            title: m.conversation_delete(),
            icon: Trash,
            shortcut: 'Delete',
            danger: true,
            run: () => deeds.remove(message),
          },
        ]
      : []),
  ];
}

/** The same as lines of a menu. */
export function messageMenu(...args: Parameters<typeof messageActions>): readonly MenuItem[] {
  return messageActions(...args).map(({ shortcut, ...action }) => ({
    ...action,
    keys: typeof shortcut === 'string' ? shownKeys(shortcut) : undefined,
    divider: action.id === 'message-delete',
  }));
}
