import AlarmClock from '@lucide/svelte/icons/alarm-clock';
import Bell from '@lucide/svelte/icons/bell';
import BellOff from '@lucide/svelte/icons/bell-off';
import Check from '@lucide/svelte/icons/check';
import CornerDownLeft from '@lucide/svelte/icons/corner-down-left';
import Eye from '@lucide/svelte/icons/eye';
import Undo from '@lucide/svelte/icons/undo-2';
import { m } from '$lib/paraglide/messages';
import { appKeys } from '../../client/actions/app-keys';
import type { AppAction } from '../../client/actions/action-registry.svelte';
import { isTopicItem } from './inbox-state.svelte';
import type { InboxItem } from './inbox-items';

export interface InboxActionParts {
  /** The selected rows, otherwise the row with keyboard focus. */
  readonly targets: readonly InboxItem[];
  readonly canUndo: boolean;
  readonly list: () => HTMLElement | undefined;
  readonly open: (row: InboxItem) => void;
  readonly preview: () => void;
  readonly done: (rows: readonly InboxItem[]) => void;
  readonly snooze: (rows: readonly InboxItem[]) => void;
  readonly follow: (rows: readonly InboxItem[]) => void;
  readonly mute: (rows: readonly InboxItem[]) => void;
  readonly undo: () => void;
}

/** Actions of the inbox. Reactive. */
export function inboxActions(parts: InboxActionParts): AppAction[] {
  const section = m.ui_inbox();
  const { targets, list: within } = parts;
  const [only] = targets.length === 1 ? targets : [];
  const has = targets.length > 0;
  const hasTopic = targets.some(isTopicItem);
  return [
    {
      ...{ id: 'inbox-open', title: m.inbox_open(), icon: CornerDownLeft, section },
      shortcut: appKeys.open,
      isLocal: true,
      enabled: only !== undefined,
      run: () => only && parts.open(only),
    },
    {
      ...{ id: 'inbox-peek', title: m.inbox_peek(), icon: Eye, section, within },
      shortcut: appKeys.preview,
      keywords: 'preview look',
      enabled: has,
      run: parts.preview,
    },
    {
      ...{ id: 'inbox-done', title: m.ui_mark_read(), icon: Check, section },
      shortcut: appKeys.markRead,
      keywords: 'mark read archive',
      enabled: has,
      run: () => parts.done(targets),
    },
    {
      ...{ id: 'inbox-later', title: m.inbox_later(), icon: AlarmClock, section },
      shortcut: appKeys.snooze,
      keywords: 'snooze put off remind tomorrow',
      enabled: has,
      run: () => parts.snooze(targets),
    },
    {
      ...{ id: 'inbox-follow', title: m.inbox_follow(), icon: Bell, section },
      shortcut: appKeys.follow,
      keywords: 'topic unfollow',
      enabled: hasTopic,
      run: () => parts.follow(targets),
    },
    {
      ...{ id: 'inbox-mute', title: m.inbox_mute(), icon: BellOff, section },
      shortcut: appKeys.mute,
      keywords: 'topic silence',
      enabled: hasTopic,
      run: () => parts.mute(targets),
    },
    {
      ...{ id: 'inbox-undo', title: m.ui_undo_last(), icon: Undo, section },
      shortcut: appKeys.undoInList,
      keywords: 'unread again restore',
      enabled: parts.canUndo,
      run: parts.undo,
    },
  ];
}
