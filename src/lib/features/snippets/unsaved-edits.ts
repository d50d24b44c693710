import * as v from 'valibot';
import { Unsaved } from '../../client/unsaved.svelte';
import { sameText, type SnippetText } from './snippet-text';

const text = v.object({ title: v.string(), content: v.string() });
const schema = v.object({ base: text, text });

export interface SnippetEdit {
  /** What was on the server when the change began. */
  readonly base: SnippetText;
  readonly text: SnippetText;
}
export type UnsavedSnippets = Unsaved<SnippetEdit>;

export const unsavedSnippets = (account: string): UnsavedSnippets =>
  new Unsaved<SnippetEdit>(account, 'snippet', schema, (one, other) =>
    sameText(one.text, other.text),
  );
