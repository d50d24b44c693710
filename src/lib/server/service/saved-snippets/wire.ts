import type { SavedSnippet } from '$lib/api/saved-snippet';
import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { savedSnippets } from '../db/schema/saved-snippets';

type Row = typeof savedSnippets.$inferSelect;

/** https://zulip.com/api/get-saved-snippets */
export function wireSnippet({ id, title, content, date_created }: Row): SavedSnippet {
  return { id, title, content, date_created: Math.floor(date_created.getTime() / 1000) };
}

/** The caller's own, ascending by id. */
export async function listSnippets({ tx, user }: ServiceContext): Promise<SavedSnippet[]> {
  const rows = await tx
    .select()
    .from(savedSnippets)
    .where(eq(savedSnippets.user_id, user.id))
    .orderBy(asc(savedSnippets.id));
  return rows.map(wireSnippet);
}
