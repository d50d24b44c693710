import type { Context } from '../context';
import { messages, type MessageRow } from '../db/schema/messages';
import { insertReceipts, type Receipt } from './bulk';
import type { FlagsByUser } from './receivers';

type NewMessage = Omit<MessageRow, 'id' | 'last_edit_time' | 'last_moved_time' | 'edit_history'>;

/** Writes the message and one row per receiver, at once or with the others of a bulk. */
export async function storeMessage(
  { tx, bulk }: Context,
  value: NewMessage,
  receivers: readonly number[],
  flags: FlagsByUser,
): Promise<MessageRow> {
  if (bulk) {
    const never = { last_edit_time: null, last_moved_time: null, edit_history: null };
    const row = { ...value, ...never, id: bulk.nextId() };
    bulk.add(row, receiptsOf(row.id, receivers, flags));
    return row;
  }
  const [row] = await tx.insert(messages).values(value).returning();
  await insertReceipts(tx, receiptsOf(row!.id, receivers, flags));
  return row!;
}

/** One for each combination of flags. */
function receiptsOf(
  message_id: number,
  receivers: readonly number[],
  flags: FlagsByUser,
): Receipt[] {
  const receipts = new Map<string, Receipt & { user_ids: number[] }>();
  for (const id of receivers) {
    const own = flags.get(id) ?? [];
    const key = own.join();
    const receipt = receipts.get(key) ?? { message_id, flags: own, user_ids: [] };
    receipt.user_ids.push(id);
    receipts.set(key, receipt);
  }
  return [...receipts.values()];
}
