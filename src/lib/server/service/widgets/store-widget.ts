import type { WidgetContent } from '$lib/api/widgets';
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import { messages } from '../db/schema/messages';
import { submessages } from '../db/schema/submessages';
import { badRequest } from '../failure';
import type { AccessibleMessage } from '../narrow/find';
import { readWidgetText } from './read-text';

/** In the form of the API's messages. */
export type WireSubmessage = typeof submessages.$inferSelect;

/** Stores the widget of a new message, given separately or in its text. Returns its submessages. */
export async function storeWidget(
  { tx, user }: ServiceContext,
  message_id: number,
  text: string,
  content: WidgetContent | undefined,
): Promise<WireSubmessage[]> {
  const widget = content ?? readWidgetText(text);
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

/** Throws 400 for a message with a widget, whose text can't be edited. */
export function requireNoWidget({ showsWidget }: AccessibleMessage): void {
  if (showsWidget) throw badRequest("The text of a poll or a to-do list can't be changed.");
}

/** A column for message queries. Null for the many messages without any. */
export const submessagesColumn = sql<WireSubmessage[] | null>`(
  select json_agg(s order by s.id) from submessages s where s.message_id = ${messages.id})`;
