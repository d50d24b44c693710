import CloudOff from '@lucide/svelte/icons/cloud-off';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import CloudUpload from '@lucide/svelte/icons/cloud-upload';
import Copy from '@lucide/svelte/icons/copy';
import FilePen from '@lucide/svelte/icons/file-pen';
import Plus from '@lucide/svelte/icons/plus';
import SendHorizontal from '@lucide/svelte/icons/send-horizontal';
import Trash from '@lucide/svelte/icons/trash-2';
import ArchiveRestore from '@lucide/svelte/icons/archive-restore';
import { m } from '$lib/paraglide/messages';
import { backToListAction, searchListAction } from '../../client/actions/list-page-actions';
import { appKeys } from '../../client/actions/app-keys';
import {
  actionsIn,
  shownShortcut,
  type AppAction,
} from '../../client/actions/action-registry.svelte';
import type { MenuItem } from '../../ui/menu-item';

export interface DraftActionContext {
  /** Keys of the selected rows, or of the focused row if none is selected. */
  readonly targets: readonly string[];
  readonly syncEnabled: boolean;
  readonly isOpen: boolean;
  readonly start: () => void;
  readonly send: (keys: readonly string[]) => void;
  /** Absent if the server is too old for it. */
  readonly schedule: (keys: readonly string[]) => void;
  readonly copy: (key: string) => void;
  /** Targets that are being sent or couldn't be sent. */
  readonly sending: readonly string[];
  /** Cancels sending so that the user can keep editing. */
  readonly keep: (keys: readonly string[]) => void;
  readonly remove: (keys: readonly string[]) => void;
  readonly search: () => void;
  readonly showTrash: () => void;
  readonly close: () => void;
  readonly toggleSync: () => void;
}

/** Actions of the drafts page. Read reactively. */
export function draftPageActions(parts: DraftActionContext): AppAction[] {
  const { targets, sending } = parts;
  const [only] = targets.length === 1 ? targets : [];
  return actionsIn(m.ui_drafts(), [
    {
      id: 'drafts-new',
      title: m.drafts_new(),
      icon: Plus,
      shortcut: appKeys.create,
      keywords: 'compose write message',
      run: parts.start,
    },
    searchListAction('drafts-search', m.drafts_search(), parts.search),
    {
      id: 'drafts-send',
      title: targets.length > 1 ? m.ui_asks({ action: m.drafts_send_selected() }) : m.drafts_send(),
      icon: SendHorizontal,
      shortcut: appKeys.send,
      enabled: targets.length > 0,
      leavesText: true,
      run: () => parts.send(targets),
    },
    scheduleAction(parts.schedule, targets),
    {
      id: 'drafts-copy',
      title: m.ui_copy_text(),
      icon: Copy,
      shortcut: appKeys.copy,
      enabled: only !== undefined,
      run: () => only !== undefined && parts.copy(only),
    },
    {
      id: 'drafts-keep',
      title: m.drafts_keep_writing(),
      icon: FilePen,
      shortcut: appKeys.toDraft,
      keywords: 'cancel stop sending',
      enabled: sending.length > 0,
      run: () => parts.keep(sending),
    },
    {
      id: 'drafts-delete',
      title: targets.length > 1 ? m.drafts_delete_selected() : m.drafts_delete(),
      icon: Trash,
      shortcut: appKeys.remove,
      enabled: targets.length > 0,
      run: () => parts.remove(targets),
    },
    {
      id: 'drafts-bin',
      title: m.drafts_bin_open(),
      icon: ArchiveRestore,
      keywords: 'trash restore deleted undo',
      run: parts.showTrash,
    },
    {
      id: 'drafts-sync',
      title: parts.syncEnabled ? m.ui_asks({ action: m.drafts_sync_off() }) : m.drafts_sync_on(),
      icon: parts.syncEnabled ? CloudOff : CloudUpload,
      keywords: 'synchronize server devices',
      run: parts.toggleSync,
    },
    backToListAction('drafts-close', parts.isOpen, parts.close),
  ]);
}

function scheduleAction(schedule: (keys: readonly string[]) => void, targets: readonly string[]) {
  return {
    id: 'drafts-schedule',
    title: m.ui_asks({ action: m.compose_send_later() }),
    icon: CalendarClock,
    shortcut: [appKeys.schedule, appKeys.chooseTime],
    keywords: 'schedule time tomorrow delay',
    enabled: targets.length > 0,
    leavesText: true,
    run: () => schedule(targets),
  };
}

/** The entries of the page's menu. */
export function draftMenuOf(actions: readonly AppAction[]): MenuItem[] {
  return actions
    .filter(({ id }) => id === 'drafts-sync')
    .map((action) => ({ ...action, keys: shownShortcut(action) }));
}
