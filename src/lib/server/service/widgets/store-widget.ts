import type { WidgetContent } from '$lib/api/widgets';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { messages } from '../db/schema/messages';
import { submessages } from '../db/schema/submessages';
import { badRequest } from '../failure';
import type { AccessibleMessage } from '../narrow/find';
import { readWidgetText } from './read-text';

/** As in a message on the wire. */
export type WireSubmessage = typeof submessages.$inferSelect;

/** Keeps what a new message shows beside its text, told or written in it; returns its submessages. */
export async function storeWidget(
  { tx, user }: ServiceContext,
  message_id: number,
  text: string,
  told: WidgetContent | undefined,
): Promise<WireSubmessage[]> {
  const widget = told ?? readWidgetText(text);
  if (!widget) return [];
  return tx
    .insert(submessages)
    .values({
      message_id,
      sender_id: user.id,
      msg_type: 'widget',
      content: JSON.stringify(widget),
    })
    .returning();
}

/** Throws 400 for a message that shows a poll and the like: its text stays what that began with. */
export function requireNoWidget({ showsWidget }: AccessibleMessage): void {
  if (showsWidget) throw badRequest('The text of a poll or a to-do list cannot be changed.');
}

/** A column of a query of messages: null for the many that have none. */
export const submessagesColumn = sql<WireSubmessage[] | null>`(
  select json_agg(s order by s.id) from submessages s where s.message_id = ${messages.id})`;
