import type { SavedSnippet } from '../../api/saved-snippet';
import type { PendingChange } from '../../client/outbox/pending-change';
import { snippetTextOf } from './outbox-kind';
import { isSameSnippetText } from './snippet-text';

const made = new WeakMap<PendingChange, SavedSnippet>();

/**
 * The snippets as they will be once the server has the pending changes. Snippets that were changed
 * elsewhere since are shown as they are.
 */
export function applyPendingSnippets(
  snippets: readonly SavedSnippet[],
  changes: readonly PendingChange[],
): readonly SavedSnippet[] {
  if (changes.length === 0) return snippets;
  const open = new Map(changes.map((change) => [change.row, change]));
  const known = snippets.flatMap((snippet): readonly SavedSnippet[] => {
    const change = open.get(snippet.id);
    open.delete(snippet.id);
    if (!change || change.problem === 'changed') return [snippet];
    if (change.to === null) return change.problem === null ? [] : [snippet];
    return [withText(change, snippet.date_created)];
  });
  // Includes snippets changed here and deleted elsewhere, so that their text isn't lost.
  const fresh = [...open.values()].filter(({ to, tried }) => {
    if (to === null) return false;
    const isAnnounced =
      tried?.to &&
      snippets.some((one) => {
        const isNew = one.id > tried.after && !tried.others.includes(one.id);
        return isNew && isSameSnippetText(one, snippetTextOf(tried.to ?? {}));
      });
    return !isAnnounced;
  });
  return [...known, ...fresh.map((change) => withText(change, Math.floor(change.at / 1000)))];
}

function withText(change: PendingChange, date_created: number): SavedSnippet {
  let snippet = made.get(change);
  if (!snippet) {
    const { title, content } = snippetTextOf(change.to ?? {});
    made.set(change, (snippet = { id: change.row, title, content, date_created }));
  }
  return snippet;
}
