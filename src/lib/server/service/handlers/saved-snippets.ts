import { and, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { savedSnippets } from '../db/schema/saved-snippets';
import { rowNotFound } from '../failure';
import type { OperationHandlers } from '../handler';
import { listSnippets, wireSnippet } from '../saved-snippets/wire';

const noSuchSnippet = () => rowNotFound('Saved snippet does not exist.');

/** Also throws 404 for an id that no row can have. */
function ownRow({ user }: ServiceContext, id: number) {
  if (!isRowId(id)) throw noSuchSnippet();
  return and(eq(savedSnippets.id, id), eq(savedSnippets.user_id, user.id));
}

export const savedSnippetHandlers = {
  getSavedSnippets: async (context) => ({
    saved_snippets: await listSnippets(context),
  }),

  async createSavedSnippet({ tx, user, clock, emit }, { title, content }) {
    const [row] = await tx
      .insert(savedSnippets)
      .values({ user_id: user.id, title, content, date_created: new Date(clock.now()) })
      .returning();
    const saved_snippet = wireSnippet(row!);
    emit({ payload: { type: 'saved_snippets', op: 'add', saved_snippet }, audience: [user.id] });
    return { saved_snippet_id: saved_snippet.id };
  },

  async editSavedSnippet(context, params) {
    const { tx, user, emit } = context;
    const own = ownRow(context, params.saved_snippet_id);
    const [old] = await tx.select().from(savedSnippets).where(own).for('update');
    if (!old) throw noSuchSnippet();
    const { title = old.title, content = old.content } = params;
    if (title === old.title && content === old.content) return;
    await tx.update(savedSnippets).set({ title, content }).where(own);
    const saved_snippet = wireSnippet({ ...old, title, content });
    emit({ payload: { type: 'saved_snippets', op: 'update', saved_snippet }, audience: [user.id] });
  },

  async deleteSavedSnippet(context, { saved_snippet_id }) {
    const { tx, user, emit } = context;
    const removed = await tx
      .delete(savedSnippets)
      .where(ownRow(context, saved_snippet_id))
      .returning({ id: savedSnippets.id });
    if (removed.length === 0) throw noSuchSnippet();
    emit({
      payload: { type: 'saved_snippets', op: 'remove', saved_snippet_id },
      audience: [user.id],
    });
  },
} satisfies Partial<OperationHandlers>;
