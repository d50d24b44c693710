import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from '../../api/saved-snippets';
import type { Account } from '../../client/account.svelte';
import type { Kind } from '../../client/outbox/kind';
import type { Fields } from '../../client/outbox/rules';
import { trimmed, type SnippetText } from './snippet-text';

/** A snippet in the outbox. */
export function snippetFields({ title, content }: SnippetText): Fields {
  return { ...trimmed({ title, content }) };
}

export const snippetText = (fields: Fields): SnippetText => fields as unknown as SnippetText;

/** Saved snippets in the outbox. */
export function snippetKind(account: Pick<Account, 'state' | 'assume'>): Kind {
  const known = () => account.state?.saved_snippets ?? [];
  return {
    print: (fields) => ({ ...trimmed(snippetText(fields)) }),
    revives: true,
    list: async (call) => {
      const { saved_snippets } = await call(getSavedSnippets, {});
      return new Map(saved_snippets.map((one) => [one.id, snippetFields(one)]));
    },
    create: async (call, to) => {
      const { title, content } = snippetText(to);
      return (await call(createSavedSnippet, { title, content })).saved_snippet_id;
    },
    update: async (call, row, changes) => {
      await call(editSavedSnippet, { saved_snippet_id: row, ...changes });
    },
    remove: async (call, row) => {
      await call(deleteSavedSnippet, { saved_snippet_id: row });
    },
    newest: () => Math.max(-1, ...known().map(({ id }) => id)),
    assume: (row, to) => {
      if (to === null) {
        return account.assume({ kind: 'saved_snippets/remove', id: -1, saved_snippet_id: row });
      }
      const old = known().find(({ id }) => id === row);
      const date_created = old?.date_created ?? Math.floor(Date.now() / 1000);
      const kind = old ? 'saved_snippets/update' : 'saved_snippets/add';
      const saved_snippet = { id: row, ...snippetText(to), date_created };
      account.assume({ kind, id: -1, saved_snippet });
    },
  };
}
