import type { SavedSnippet } from '../../api/saved-snippet';
import { ListenerSet } from '../../client/listener-set';
import { ServerSubmission } from '../../client/submission/server-submission.svelte';
import { accountStore } from '../../client/account/account-stores.svelte';
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

/** Key of a snippet that isn't on the server yet. */
export const newSnippetKey = 'new';

/** The text in the editor with this key is saved as this snippet. */
export interface SavedSnippetText {
  readonly key: string;
  readonly id: number;
}

/**
 * Snippets being edited; unsaved changes are stored on this device. One instance per account, so
 * that a save under way isn't repeated on the next page.
 */
export class SnippetEditing {
  readonly edits: UnsavedSnippets;
  /** Snippet whose editor is open, possibly without changes, and its text at that time. */
  #begun = $state.raw<{ readonly key: string; readonly base: SnippetText }>();
  readonly #saved = new ListenerSet<SavedSnippetText>();
  readonly #submission = new ServerSubmission();
  /** What it saves or last tried to save. */
  #submitted = $state<string>();
  #tried = $state.raw<{ readonly key: string; readonly problem: SnippetProblem }>();

  constructor(
    account: string,
    private readonly snippetActions: SnippetActions,
  ) {
    this.edits = unsavedSnippets(account);
  }

  /** Returns a function that stops it. */
  onSaved(listener: (saved: SavedSnippetText) => void): () => void {
    return this.#saved.add(listener);
  }

  /** The text in the editor; absent if the snippet is only shown. */
  of(key: string): SnippetEdit | undefined {
    const edit = this.edits.get(key);
    if (edit || (this.#begun?.key !== key && key !== newSnippetKey)) return edit;
    const base = this.#begun?.key === key ? this.#begun.base : emptySnippetText;
    return { base, text: base };
  }

  /** Call when a page opens: editors of an earlier page without changes are closed. */
  closeUnchanged(): void {
    this.#begun = this.#tried = undefined;
  }

  isSaving(key: string): boolean {
    return this.#submitted === key && this.#submission.isPending;
  }

  /** The server's message. */
  refusalOf(key: string): string | undefined {
    return (this.#submitted === key && this.#submission.problem) || undefined;
  }

  /** Problem of the last attempt to save. */
  problemOf(key: string): SnippetProblem | undefined {
    return this.#tried?.key === key ? this.#tried.problem : undefined;
  }

  /**
   * Run in an effect: turns changes that conflict with a change made elsewhere into unsaved
   * changes. The editor then asks which version to keep.
   */
  openConflicts(all: readonly SavedSnippet[]): void {
    for (const { id } of all) {
      const change = this.snippetActions.changeOf(id);
      if (change?.problem !== 'changed' || !change.from || !change.to) continue;
      const [base, text] = [snippetTextOf(change.from), snippetTextOf(change.to)];
      if (!this.edits.get(String(id))) this.edits.put(String(id), { base, text });
      else this.snippetActions.trash.put([text]);
      this.snippetActions.discardChange(id);
    }
  }

  begin(key: string): void {
    const { title, content } = this.snippetActions.get(Number(key)) ?? emptySnippetText;
    this.#begun = { key, base: { title, content } };
  }

  change(key: string, edit: SnippetEdit, text: SnippetText): void {
    this.#forgetProblems();
    // Identical, including whitespace: nothing to keep.
    if (text.title === edit.base.title && text.content === edit.base.content) {
      this.#begun = { key, base: edit.base };
      this.edits.drop(key);
    } else this.edits.put(key, { base: edit.base, text });
  }

  end(key: string): void {
    this.#forgetProblems();
    this.#begun = undefined;
    this.edits.drop(key);
  }

  #forgetProblems(): void {
    this.#tried = undefined;
    if (!this.#submission.isPending) this.#submission.abandon();
  }

  /** Continues with the local text. The version from elsewhere goes to the trash. */
  keepMine(theirs: SavedSnippet, edit: SnippetEdit): void {
    this.snippetActions.trash.put([theirs]);
    this.edits.put(String(theirs.id), { base: theirs, text: edit.text });
  }

  /** Uses the version from elsewhere. The local text goes to the trash. */
  takeTheirs(key: string, edit: SnippetEdit): void {
    this.snippetActions.trash.put([edit.text]);
    this.end(key);
  }

  /**
   * Calls `onSaved` listeners on success. Otherwise the text stays in the editor, which shows the
   * reason.
   */
  async save(key: string): Promise<void> {
    const edit = this.of(key);
    if (!edit || this.#submission.isPending) return;
    const problem = snippetProblemOf(edit.text);
    this.#tried = problem ? { key, problem } : undefined;
    if (problem) return;
    const snippet = key === newSnippetKey ? undefined : this.snippetActions.get(Number(key));
    if (snippet && hasSnippetConflict(snippet, edit)) return;
    this.#submitted = key;
    await this.#submission.submit({
      send: async () => {
        const id = snippet ? snippet.id : await this.snippetActions.createOnce(edit.text);
        if (snippet) await this.snippetActions.edit(snippet, edit.text);
        const later = this.edits.get(key);
        if (later && !isSameSnippetText(later.text, edit.text)) {
          // Text typed while saving is a new change.
          this.edits.drop(key);
          this.edits.put(String(id), { base: edit.text, text: later.text });
        } else this.end(key);
        this.#saved.notify({ key, id });
      },
    });
  }
}

export const useSnippetEditing = accountStore(
  (stores) => new SnippetEditing(stores.account.id, useSnippetActions(stores)),
);

/** Changed elsewhere since this edit began, to a text other than the edited one. */
export function hasSnippetConflict(snippet: SnippetText, edit: SnippetEdit): boolean {
  return !isSameSnippetText(snippet, edit.base) && !isSameSnippetText(snippet, edit.text);
}
