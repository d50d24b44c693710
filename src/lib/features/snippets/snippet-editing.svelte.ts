import { errorMessage } from '../../client/calls/error-table';
import type { SavedSnippet } from '../../api/saved-snippet';
import { useAccount } from '../../client/account/account.svelte';
import { ListenerSet } from '../../client/listener-set';
import { useAccountStores } from '../../client/account/account-stores.svelte';
import { useSnippetActions, type SnippetActions } from './snippet-actions.svelte';
import { unsavedSnippets, type SnippetEdit, type UnsavedSnippets } from './unsaved-snippets';
import { snippetTextOf } from './outbox-kind';
import {
  emptySnippetText,
  snippetProblemOf,
  isSameSnippetText,
  type SnippetText,
  type SnippetProblem,
} from './snippet-text';

/** Key of the snippet that is not on the server yet. */
export const newSnippetKey = 'new';

/** The text in the editor of that key is this snippet now. */
export interface SavedSnippetText {
  readonly key: string;
  readonly id: number;
}

/**
 * Snippets while they are written: what is not saved yet is kept on this device. One for each account,
 * so that what is being saved is not saved once more on the next page.
 */
export class SnippetEditing {
  readonly edits: UnsavedSnippets;
  /** The one whose editor is open, though nothing may have been changed in it, and its text then. */
  #begun = $state.raw<{ readonly key: string; readonly base: SnippetText }>();
  readonly #saved = new ListenerSet<SavedSnippetText>();
  #saving = $state<string>();
  #refused = $state.raw<{ readonly key: string; readonly reason: string }>();
  #tried = $state.raw<{ readonly key: string; readonly problem: SnippetProblem }>();

  constructor(
    account: string,
    private readonly desk: SnippetActions,
  ) {
    this.edits = unsavedSnippets(account);
  }

  /** The result stops it. */
  onSaved(listener: (saved: SavedSnippetText) => void): () => void {
    return this.#saved.add(listener);
  }

  /** The text in the editor; absent where the snippet is only shown. */
  of(key: string): SnippetEdit | undefined {
    const edit = this.edits.get(key);
    if (edit || (this.#begun?.key !== key && key !== newSnippetKey)) return edit;
    const base = this.#begun?.key === key ? this.#begun.base : emptySnippetText;
    return { base, text: base };
  }

  /** A page begins: what was open on an earlier one, and not changed, is only shown. */
  closeUnchanged(): void {
    this.#begun = this.#tried = undefined;
  }

  isSaving(key: string): boolean {
    return this.#saving === key;
  }

  /** What the server said. */
  refusalOf(key: string): string | undefined {
    return this.#refused?.key === key ? this.#refused.reason : undefined;
  }

  /** What stood against the last attempt to save. */
  problemOf(key: string): SnippetProblem | undefined {
    return this.#tried?.key === key ? this.#tried.problem : undefined;
  }

  /**
   * For an effect: what was changed here while it was changed elsewhere as well is a change that is not
   * saved. Its editor asks what shall stand.
   */
  openConflicts(all: readonly SavedSnippet[]): void {
    for (const { id } of all) {
      const change = this.desk.changeOf(id);
      if (change?.problem !== 'changed' || !change.from || !change.to) continue;
      const [base, text] = [snippetTextOf(change.from), snippetTextOf(change.to)];
      if (!this.edits.get(String(id))) this.edits.put(String(id), { base, text });
      else this.desk.trash.put([text]);
      this.desk.discardChange(id);
    }
  }

  begin(key: string): void {
    const { title, content } = this.desk.get(Number(key)) ?? emptySnippetText;
    this.#begun = { key, base: { title, content } };
  }

  change(key: string, edit: SnippetEdit, text: SnippetText): void {
    this.#refused = this.#tried = undefined;
    // As it was, down to the last space: there is nothing to keep.
    if (text.title === edit.base.title && text.content === edit.base.content) {
      this.#begun = { key, base: edit.base };
      this.edits.drop(key);
    } else this.edits.put(key, { base: edit.base, text });
  }

  end(key: string): void {
    this.#refused = this.#tried = this.#begun = undefined;
    this.edits.drop(key);
  }

  /** Goes on with the own text; the one from elsewhere is in the bin. */
  keepMine(theirs: SavedSnippet, edit: SnippetEdit): void {
    this.desk.trash.put([theirs]);
    this.edits.put(String(theirs.id), { base: theirs, text: edit.text });
  }

  /** The text from elsewhere stands; the own one is in the bin. */
  takeTheirs(key: string, edit: SnippetEdit): void {
    this.desk.trash.put([edit.text]);
    this.end(key);
  }

  /** Ends with `onSaved`; otherwise the text is still in the editor, which says why. */
  async save(key: string): Promise<void> {
    const edit = this.of(key);
    if (!edit || this.#saving !== undefined) return;
    const problem = snippetProblemOf(edit.text);
    this.#tried = problem ? { key, problem } : undefined;
    if (problem) return;
    const snippet = key === newSnippetKey ? undefined : this.desk.get(Number(key));
    if (snippet && hasSnippetConflict(snippet, edit)) return;
    this.#saving = key;
    this.#refused = undefined;
    try {
      const id = snippet ? snippet.id : await this.desk.createOnce(edit.text);
      if (snippet) await this.desk.edit(snippet, edit.text);
      const later = this.edits.get(key);
      if (later && !isSameSnippetText(later.text, edit.text)) {
        // What was typed while it was on its way is a change of its own.
        this.edits.drop(key);
        this.edits.put(String(id), { base: edit.text, text: later.text });
      } else this.end(key);
      this.#saved.notify({ key, id });
    } catch (failure) {
      this.#refused = { key, reason: errorMessage(failure) };
    } finally {
      this.#saving = undefined;
    }
  }
}

/** The account's one; to be asked for while a component starts. */
export function useSnippetEditing(): SnippetEditing {
  const [account, desk] = [useAccount(), useSnippetActions()];
  return useAccountStores().getOrCreate(SnippetEditing, () => new SnippetEditing(account.id, desk));
}

/** Changed elsewhere since this change began, into something else than is written here. */
export function hasSnippetConflict(snippet: SnippetText, edit: SnippetEdit): boolean {
  return !isSameSnippetText(snippet, edit.base) && !isSameSnippetText(snippet, edit.text);
}
