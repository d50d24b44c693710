import { eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { streams } from '../db/schema/streams';
import type { StreamRow } from './access';
import { audienceOfStream } from './audience';

/**
 * Stores the id of the channel's first message, and announces it if it changed. Concurrent calls
 * run one after the other: a separate statement locks the row, so the next call sees messages
 * committed while it waited.
 */
export async function recordFirstMessage(
  context: ServiceContext,
  stream: StreamRow,
): Promise<void> {
  const before = await lockFirst(context, stream);
  const [row] = await context.tx
    .update(streams)
    .set({ first_message_id: sql`(select min(id) from messages where stream_id = ${stream.id})` })
    .where(eq(streams.id, stream.id))
    .returning({ value: streams.first_message_id });
  if (!row || row.value === before) return;
  context.emit({
    payload: {
      type: 'stream',
      op: 'update',
      stream_id: stream.id,
      name: stream.name,
      property: 'first_message_id',
      value: row.value,
    },
    audience: await audienceOfStream(context, stream),
  });
}

/** The stored id, locked until commit. */
async function lockFirst({ tx }: ServiceContext, stream: StreamRow): Promise<number | null> {
  const [row] = await tx
    .select({ value: streams.first_message_id })
    .from(streams)
    .where(eq(streams.id, stream.id))
    .for('no key update');
  return row?.value ?? null;
}
