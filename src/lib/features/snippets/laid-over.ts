import type { SavedSnippet } from '../../api/saved-snippet';
import type { Change } from '../../client/outbox/change';
import { snippetText } from './outbox-kind';
import { sameText } from './snippet-text';

const made = new WeakMap<Change, SavedSnippet>();

/**
 * The snippets as they will be once the server has what was wished here; those that were changed
 * elsewhere meanwhile as they are.
 */
export function laidOver(
  snippets: readonly SavedSnippet[],
  changes: readonly Change[],
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
  // What was changed here and deleted elsewhere is there as well: its text is kept.
  const fresh = [...open.values()].filter(({ to, tried }) => {
    if (to === null) return false;
    const isTold =
      tried?.to &&
      snippets.some((one) => {
        const isNew = one.id > tried.after && !tried.others.includes(one.id);
        return isNew && sameText(one, snippetText(tried.to ?? {}));
      });
    return !isTold;
  });
  return [...known, ...fresh.map((change) => withText(change, Math.floor(change.at / 1000)))];
}

function withText(change: Change, date_created: number): SavedSnippet {
  let snippet = made.get(change);
  if (!snippet) {
    const { title, content } = snippetText(change.to ?? {});
    made.set(change, (snippet = { id: change.row, title, content, date_created }));
  }
  return snippet;
}
