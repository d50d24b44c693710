import { and, asc, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { isRowId } from '../db/ids';
import { drafts } from '../db/schema/drafts';
import { users } from '../db/schema/users';
import { checkDrafts, wireDraft, wireDrafts } from '../drafts/draft';
import { badRequest, rowNotFound, ServiceFailure } from '../failure';
import type { OperationHandlers } from '../handler';
import { settingOf } from '../users/settings';
import { AsyncLocalStorage } from 'node:async_hooks';
import { openingOf, type StatementClient } from '../db/instrument-transaction';
import type { DatabaseTransaction } from '../db/store';

interface Select<Row> extends PromiseLike<Row[]> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> };
}

/** The client of the transaction for which a prepared `select` runs. */
const current = new AsyncLocalStorage<StatementClient>();
const client: StatementClient = {
  query: (...given) => current.getStore()!.query(...given),
};

/**
 * A `select` whose SQL is built once instead of per request, for the most frequent ones. Pass
 * values with `sql.placeholder(name)`.
 */
export function prepareSelect<Row>(
  build: (tx: Pick<DatabaseTransaction, 'select'>) => Select<Row>,
): (tx: DatabaseTransaction, values: Record<string, unknown>) => Promise<Row[]> {
  /** By driver, because each reads values in its own way. */
  const prepared = new Map<unknown, ReturnType<Select<Row>['prepare']>>();
  return (tx, values) => {
    const opened = openingOf(tx);
    let select = prepared.get(opened.open);
    if (!select) {
      select = build(opened.open(client) as DatabaseTransaction).prepare('');
      prepared.set(opened.open, select);
    }
    const ready = select;
    return current.run(opened.client, () => ready.execute(values));
  };
}

/**
 * Maximum number of drafts per statement and per event, because the process does nothing else while
 * handling one.
 */
const atOnce = 100;

/** All four calls fail while the user keeps drafts on their devices only. */
function requireSync({ user }: Pick<ServiceContext, 'user'>): void {
  if (!settingOf(user, 'enable_drafts_synchronization')) {
    throw badRequest('User has disabled synchronizing drafts.');
  }
}

/**
 * Reads the setting and locks it until commit. A request that turns sync off either waits for what
 * is stored here and deletes it too, or came first and is seen.
 */
async function holdSync({ tx, user }: ServiceContext): Promise<void> {
  const [now] = await tx.select().from(users).where(eq(users.id, user.id)).for('share');
  requireSync({ user: now ?? user });
}

const noSuchDraft = () => rowNotFound('Draft does not exist');

const ownDrafts = prepareSelect((tx) =>
  tx
    .select()
    .from(drafts)
    .where(eq(drafts.user_id, sql.placeholder('user_id')))
    .orderBy(asc(drafts.last_edit_time), asc(drafts.id)),
);

export const draftHandlers = {
  async getDrafts(context) {
    requireSync(context);
    const rows = await ownDrafts(context.tx, { user_id: context.user.id });
    const shown = wireDrafts(rows, context.service.warnings);
    return { count: shown.length, drafts: shown };
  },

  async createDrafts(context, params) {
    await holdSync(context);
    const { tx, user, emit } = context;
    const values = await checkDrafts(context, params.drafts ?? []);
    if (values.length === 0) return { ids: [] };
    const made: number[] = [];
    for (let first = 0; first < values.length; first += atOnce) {
      const some = values
        .slice(first, first + atOnce)
        .map((value) => ({ ...value, user_id: user.id }));
      const ids = await tx.insert(drafts).values(some).returning({ id: drafts.id });
      // Serial ids follow the order of the request, whatever the order of the returned rows.
      ids.sort((a, b) => a.id - b.id);
      const rows = some.map((value, at) => wireDraft({ ...value, id: ids[at]!.id }));
      emit({ payload: { type: 'drafts', op: 'add', drafts: rows }, audience: [user.id] });
      made.push(...rows.map(({ id }) => id));
    }
    return { ids: made };
  },

  /**
   * Changing an existing draft needs no lock: turning sync off deletes all drafts, so it either
   * deletes the changed one or came first.
   */
  async editDraft(context, params) {
    requireSync(context);
    const { tx, user, emit } = context;
    if (!isRowId(params.draft_id)) throw noSuchDraft();
    const own = and(eq(drafts.id, params.draft_id), eq(drafts.user_id, user.id));
    const [value] = await checkDrafts(context, [params.draft]).catch(async (reason: unknown) => {
      if (!(reason instanceof ServiceFailure)) throw reason;
      // Report a missing draft before other errors.
      const [existing] = await tx.select({ id: drafts.id }).from(drafts).where(own);
      throw existing ? reason : noSuchDraft();
    });
    const [row] = await tx.update(drafts).set(value!).where(own).returning();
    if (!row) {
      await holdSync(context);
      throw noSuchDraft();
    }
    emit({ payload: { type: 'drafts', op: 'update', draft: wireDraft(row) }, audience: [user.id] });
  },

  async deleteDraft(context, { draft_id }) {
    requireSync(context);
    const { tx, user, emit } = context;
    if (!isRowId(draft_id)) throw noSuchDraft();
    const removed = await tx
      .delete(drafts)
      .where(and(eq(drafts.id, draft_id), eq(drafts.user_id, user.id)))
      .returning({ id: drafts.id });
    if (removed.length === 0) throw noSuchDraft();
    emit({ payload: { type: 'drafts', op: 'remove', draft_id }, audience: [user.id] });
  },
} satisfies Partial<OperationHandlers>;
