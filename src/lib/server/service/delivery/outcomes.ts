import { sql } from 'drizzle-orm';
import type { DatabaseTransaction } from '../db/store';

/** The outcome of a scheduled message. */
export type DeliveryOutcome =
  | { readonly id: number; readonly message_id: number }
  | { readonly id: number; readonly code: string; readonly reason: string };

/** Stores the outcomes of a batch, with this time (milliseconds since 1970). */
export async function writeOutcomes(
  tx: DatabaseTransaction,
  outcomes: readonly DeliveryOutcome[],
  now: number,
): Promise<void> {
  const at = new Date(now).toISOString();
  const sent = outcomes.filter((outcome) => 'message_id' in outcome);
  const failed = outcomes.filter((outcome) => 'code' in outcome);
  if (sent.length > 0) {
    await tx.execute(sql`update scheduled_messages s set content = '', rendered_content = '',
        topic = '', delivered_message_id = sent.message_id, delivered_at = ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(sent)}::text::json) as sent(id int, message_id int)
      where s.id = sent.id`);
  }
  if (failed.length > 0) {
    await tx.execute(sql`update scheduled_messages s set failed = true,
        failure_code = failed.code, failure_reason = failed.reason, failed_at = ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(failed)}::text::json)
        as failed(id int, code text, reason text)
      where s.id = failed.id`);
  }
}
