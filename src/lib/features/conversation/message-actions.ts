import CopyLink from '@lucide/svelte/icons/link';
import FolderOutput from '@lucide/svelte/icons/folder-output';
import History from '@lucide/svelte/icons/history';
import Pencil from '@lucide/svelte/icons/pencil';
import Trash from '@lucide/svelte/icons/trash-2';
import { m } from '$lib/paraglide/messages';
import type { Message } from '../../api/read-messages';
import type { Action } from '../../client/actions.svelte';
import { shownKeys } from '../../client/shortcuts';
import type { MenuItem } from '../../ui/menu-item';
import { editObstacle, hasHistory, mayDelete, movesOf, type Around } from './may';
import { editObstacleWords } from './may-words';

/** What can be done with a message, by those who do it. */
export interface Deeds {
  readonly edit: (message: Message) => void;
  readonly move: (message: Message) => void;
  readonly history: (message: Message) => void;
  readonly copyLink: (message: Message) => void;
  readonly remove: (message: Message) => void;
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
  return [
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
