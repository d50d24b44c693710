import ArchiveRestore from '@lucide/svelte/icons/archive-restore';
import Copy from '@lucide/svelte/icons/copy';
import CopyPlus from '@lucide/svelte/icons/copy-plus';
import Download from '@lucide/svelte/icons/download';
import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import Share from '@lucide/svelte/icons/share-2';
import Trash from '@lucide/svelte/icons/trash-2';
import Upload from '@lucide/svelte/icons/upload';
import { m } from '$lib/paraglide/messages';
import { backToListAction, searchListAction } from '../../client/actions/list-page-actions';
import { appKeys } from '../../client/actions/app-keys';
import type { SavedSnippet } from '../../api/saved-snippet';
import { actionsIn, type AppAction } from '../../client/actions/action-registry.svelte';

export interface SnippetActionContext {
  /** The selected snippets, otherwise the focused row, otherwise the open snippet. */
  readonly targets: readonly SavedSnippet[];
  readonly supported: boolean;
  readonly editable: boolean;
  readonly isOpen: boolean;
  /** Whether there are snippets to export. */
  readonly any: boolean;
  readonly start: () => void;
  readonly search: () => void;
  readonly edit: (snippet: SavedSnippet, at: 'title' | 'content') => void;
  readonly duplicate: (snippet: SavedSnippet) => void;
  readonly copy: (snippet: SavedSnippet) => void;
  readonly share: (snippet: SavedSnippet) => void;
  readonly remove: (snippets: readonly SavedSnippet[]) => void;
  readonly importFile: () => void;
  readonly exportAll: () => void;
  readonly showTrash: () => void;
  readonly close: () => void;
}

/** Actions of the snippets page. Read reactively. */
export function snippetPageActions(parts: SnippetActionContext): AppAction[] {
  const { targets, supported } = parts;
  const [only] = targets.length === 1 ? targets : [];
  const ofOne = { enabled: only !== undefined };
  return actionsIn(m.ui_snippets(), [
    {
      id: 'snippets-new',
      title: m.snippets_new(),
      icon: Plus,
      shortcut: appKeys.create,
      keywords: 'create add',
      enabled: supported,
      run: parts.start,
    },
    searchListAction('snippets-search', m.snippets_search(), parts.search),
    {
      ...ofOne,
      id: 'snippets-edit',
      title: m.ui_edit(),
      icon: Pencil,
      shortcut: appKeys.edit,
      enabled: only !== undefined && parts.editable,
      run: () => only && parts.edit(only, 'content'),
    },
    {
      ...ofOne,
      id: 'snippets-rename',
      title: m.snippets_rename(),
      shortcut: appKeys.rename,
      enabled: only !== undefined && parts.editable,
      run: () => only && parts.edit(only, 'title'),
    },
    {
      ...ofOne,
      id: 'snippets-duplicate',
      title: m.snippets_duplicate(),
      icon: CopyPlus,
      run: () => only && parts.duplicate(only),
    },
    {
      ...ofOne,
      id: 'snippets-copy',
      title: m.ui_copy_text(),
      icon: Copy,
      shortcut: appKeys.copy,
      run: () => only && parts.copy(only),
    },
    {
      ...ofOne,
      id: 'snippets-share',
      title: m.snippets_share(),
      icon: Share,
      keywords: 'pass on message block',
      run: () => only && parts.share(only),
    },
    {
      id: 'snippets-delete',
      title: targets.length > 1 ? m.snippets_delete_selected() : m.snippets_delete(),
      icon: Trash,
      shortcut: appKeys.remove,
      enabled: targets.length > 0,
      run: () => parts.remove(targets),
    },
    {
      id: 'snippets-import',
      title: m.ui_asks({ action: m.snippets_import() }),
      icon: Upload,
      keywords: 'file json csv',
      enabled: supported,
      run: parts.importFile,
    },
    {
      id: 'snippets-export',
      title: m.snippets_export(),
      icon: Download,
      keywords: 'file json backup download',
      enabled: parts.any,
      run: parts.exportAll,
    },
    {
      id: 'snippets-bin',
      title: m.snippets_bin_open(),
      icon: ArchiveRestore,
      keywords: 'trash restore deleted undo',
      run: parts.showTrash,
    },
    backToListAction('snippets-close', parts.isOpen, parts.close),
  ]);
}

const withOne = ['edit', 'duplicate', 'copy', 'share', 'delete'];
const inMenu = ['import', 'export', 'bin'];
const among = (actions: readonly AppAction[], names: readonly string[]) =>
  actions.filter(({ id }) => names.some((name) => id === `snippets-${name}`));

export const openSnippetActions = (actions: readonly AppAction[]) => among(actions, withOne);

export const snippetMenuOf = (actions: readonly AppAction[]) => among(actions, inMenu);
