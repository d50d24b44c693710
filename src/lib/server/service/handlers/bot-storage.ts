import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { botStorage } from '../db/schema/bot-storage';
import { users } from '../db/schema/users';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';

/** Maximum number of characters for all keys and values of a bot. */
const maxStorageCharacters = 10_000_000;

/** Throws 400 for people, who have drafts and snippets instead. */
function own({ user }: ServiceContext, keys?: readonly string[]) {
  if (!user.is_bot) throw badRequest('This endpoint only accepts bot requests.');
  if (keys?.some((key) => key.includes('\0'))) throw noSuchKey();
  return and(
    eq(botStorage.bot_id, user.id),
    keys && (keys.length > 0 ? inArray(botStorage.key, [...keys]) : sql`false`),
  );
}

const noSuchKey = () => badRequest('Key does not exist.');

export const botStorageHandlers = {
  async getBotStorage(context, { keys }) {
    const rows = await context.tx
      .select({ key: botStorage.key, value: botStorage.value })
      .from(botStorage)
      .where(own(context, keys))
      .orderBy(asc(botStorage.key));
    if (rows.length < new Set(keys).size) throw noSuchKey();
    return { storage: Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
  },

  async updateBotStorage(context, { storage }) {
    const { tx, user } = context;
    const which = own(context);
    const rows = Object.entries(storage).map(([key, value]) => ({ bot_id: user.id, key, value }));
    if (rows.some(({ key, value }) => (key + value).includes('\0'))) {
      throw badRequest('storage must not contain null bytes');
    }
    if (rows.length === 0) return;
    // Allows one writer at a time, because the limit counts all entries.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
    await tx
      .insert(botStorage)
      .values(rows)
      .onConflictDoUpdate({
        target: [botStorage.bot_id, botStorage.key],
        set: { value: sql`excluded.value` },
      });
    const [used] = await tx
      .select({ size: sql<string>`sum(length(${botStorage.key}) + length(${botStorage.value}))` })
      .from(botStorage)
      .where(which);
    if (Number(used?.size) > maxStorageCharacters) {
      throw badRequest(`A bot can store at most ${maxStorageCharacters} characters.`);
    }
  },

  /** Removes everything if no keys are given. */
  async removeBotStorage(context, { keys }) {
    const removed = await context.tx
      .delete(botStorage)
      .where(own(context, keys))
      .returning({ key: botStorage.key });
    if (removed.length < new Set(keys).size) throw noSuchKey();
  },
} satisfies Partial<OperationHandlers>;
