import * as v from 'valibot';
import { savedSnippetSchema } from './saved-snippet';
import { defineOperation, inPath, optional, text } from './define-operation';
import { messageText, integer } from './value-schemas';

/** Code points, counted after trimming. */
export const maxSnippetTitleLength = 60;
export const maxSnippetContentLength = 10_000;

const stripped = (max: number) =>
  v.pipe(
    messageText,
    v.trim(),
    v.check((value) => value !== '', 'cannot be blank'),
    v.check((value) => !value.includes('\0'), 'must not contain null bytes'),
    v.check(
      // A code point has at most two UTF-16 units, so most texts are decided without spreading
      // them.
      (value) => value.length <= max || (value.length <= 2 * max && [...value].length <= max),
      `is too long (limit: ${max} characters)`,
    ),
  );
const title = text(stripped(maxSnippetTitleLength));
const snippet = text(stripped(maxSnippetContentLength));
const saved_snippet_id = inPath(integer);

/** The caller's snippets, ascending by id. https://zulip.com/api/get-saved-snippets */
export const getSavedSnippets = defineOperation({
  id: 'getSavedSnippets',
  route: 'GET /saved_snippets',
  result: v.object({ saved_snippets: v.array(savedSnippetSchema) }),
  since: 297,
});

/** Titles don't have to be unique. https://zulip.com/api/create-saved-snippet */
export const createSavedSnippet = defineOperation({
  id: 'createSavedSnippet',
  route: 'POST /saved_snippets',
  params: { title, content: snippet },
  result: v.object({ saved_snippet_id: v.number() }),
  since: 297,
});

/** Omitted parameters stay unchanged. https://zulip.com/api/edit-saved-snippet */
export const editSavedSnippet = defineOperation({
  id: 'editSavedSnippet',
  route: 'PATCH /saved_snippets/{saved_snippet_id}',
  params: { saved_snippet_id, title: optional(title), content: optional(snippet) },
  since: 368,
});

/** https://zulip.com/api/delete-saved-snippet */
export const deleteSavedSnippet = defineOperation({
  id: 'deleteSavedSnippet',
  route: 'DELETE /saved_snippets/{saved_snippet_id}',
  params: { saved_snippet_id },
  since: 297,
});
