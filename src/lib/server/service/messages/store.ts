import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import { messages } from '../db/schema/messages';
import type { FlagsByUser } from './receivers';

export type MessageRow = typeof messages.$inferSelect;

/** Writes the message and one row per receiver: a statement for each combination of flags. */
export async function storeMessage(
  { tx }: Context,
  value: typeof messages.$inferInsert,
  receivers: readonly number[],
  flags: FlagsByUser,
): Promise<MessageRow> {
  const [row] = await tx.insert(messages).values(value).returning();
  const groups = new Map<string, { flags: string[]; user_ids: number[] }>();
  for (const id of receivers) {
    const own = flags.get(id) ?? [];
    const key = own.join();
    const group = groups.get(key) ?? { flags: own, user_ids: [] };
    group.user_ids.push(id);
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    await tx.execute(sql`insert into user_messages (user_id, message_id, flags)
      select receiver::int, ${row!.id}::int, array(select json_array_elements_text(${JSON.stringify(group.flags)}::json))
      from json_array_elements_text(${JSON.stringify(group.user_ids)}::json) as receiver`);
  }
  return row!;
}
