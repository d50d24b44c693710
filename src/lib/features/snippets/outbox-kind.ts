import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  getSavedSnippets,
} from '../../api/saved-snippets';
import type { Account } from '../../client/account/account.svelte';
import type { OutboxHandler } from '../../client/outbox/outbox-handler';
import type { RowFields } from '../../client/outbox/row-rules';
import { trimSnippetText, type SnippetText } from './snippet-text';

export function snippetFields({ title, content }: SnippetText): RowFields {
  return { ...trimSnippetText({ title, content }) };
}

export const snippetTextOf = (fields: RowFields): SnippetText => fields as unknown as SnippetText;

export function snippetKind(account: Pick<Account, 'state' | 'assume'>): OutboxHandler {
  const known = () => account.state?.saved_snippets ?? [];
  return {
    fingerprints: (fields) => ({ ...trimSnippetText(snippetTextOf(fields)) }),
    revives: true,
    list: async (call) => {
      const { saved_snippets } = await call(getSavedSnippets, {});
      return new Map(saved_snippets.map((one) => [one.id, snippetFields(one)]));
    },
    create: async (call, to) => {
      const { title, content } = snippetTextOf(to);
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
      const saved_snippet = { id: row, ...snippetTextOf(to), date_created };
      account.assume({ kind, id: -1, saved_snippet });
    },
  };
}
