import * as v from 'valibot';
import { UnsavedEditStore } from '../../client/storage/unsaved-edit-store.svelte';
import { isSameSnippetText, type SnippetText } from './snippet-text';

const text = v.object({ title: v.string(), content: v.string() });
const schema = v.object({ base: text, text });

export interface SnippetEdit {
  /** The server's text when the change began. */
  readonly base: SnippetText;
  readonly text: SnippetText;
}
export type UnsavedSnippets = UnsavedEditStore<SnippetEdit>;

export const unsavedSnippets = (account: string): UnsavedSnippets =>
  new UnsavedEditStore<SnippetEdit>(account, 'snippet', schema, (one, other) =>
    isSameSnippetText(one.text, other.text),
  );
