import * as v from 'valibot';

/** Text saved for reuse. https://zulip.com/api/get-saved-snippets */
export const savedSnippetSchema = v.object({
  id: v.number(),
  title: v.string(),
  /** Markdown. */
  content: v.string(),
  /** UNIX seconds. */
  date_created: v.number(),
});
export type SavedSnippet = v.InferOutput<typeof savedSnippetSchema>;
