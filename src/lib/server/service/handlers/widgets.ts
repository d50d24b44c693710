import { pollEvent, todoEvent } from '$lib/api/widget-events';
import { and, asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { ServiceContext } from '../context';
import { submessages } from '../db/schema/submessages';
import { badRequest } from '../failure';
import type { OperationHandlers } from '../handler';
import { messageAudienceOf } from '../messages/audience';
import { accessMessage, lockMessage } from '../narrow/find';

/** The widget that the message's author created. Throws 400 for a message without one. */
async function widgetOf(
  { tx }: ServiceContext,
  message_id: number,
  sender_id: number,
): Promise<unknown> {
  const [first] = await tx
    .select({ content: submessages.content })
    .from(submessages)
    .where(and(eq(submessages.message_id, message_id), eq(submessages.sender_id, sender_id)))
    .orderBy(asc(submessages.id))
    .limit(1);
  if (!first) throw badRequest('This message is neither a poll nor a to-do list.');
  return (JSON.parse(first.content) as { widget_type?: unknown }).widget_type;
}

/** Throws 400 for an event that the widget doesn't support, or only its author can send. */
function checkEvent(kind: unknown, content: string, byAuthor: boolean): void {
  let event: unknown;
  try {
    event = JSON.parse(content);
  } catch {
    throw badRequest('content is not valid JSON');
  }
  if (content.includes('\0') || content.includes('\\u0000')) {
    throw badRequest('content must not contain null bytes');
  }
  if (kind !== 'poll' && kind !== 'todo') throw badRequest("This message can't be changed.");
  const { success, output } = v.safeParse(kind === 'poll' ? pollEvent : todoEvent, event);
  if (!success) throw badRequest("content isn't a valid change to this message.");
  const forAuthor = output.type === 'question' || output.type === 'new_task_list_title';
  if (forAuthor && !byAuthor) throw badRequest('Only its author can rename it.');
}

export const widgetHandlers = {
  async sendSubmessage(context, { message_id, msg_type, content }) {
    const { tx, user, emit } = context;
    await lockMessage(context, message_id);
    const { row, stream } = await accessMessage(context, message_id);
    const kind = await widgetOf(context, message_id, row.sender_id);
    checkEvent(kind, content, row.sender_id === user.id);
    const [made] = await tx
      .insert(submessages)
      .values({ message_id, sender_id: user.id, msg_type, content })
      .returning();
    const { user_ids } = await messageAudienceOf(context, stream, [message_id], message_id);
    emit({
      payload: {
        type: 'submessage',
        msg_type,
        content,
        message_id,
        sender_id: user.id,
        submessage_id: made!.id,
      },
      audience: user_ids,
      hidden: { public_stream: stream !== null && !stream.invite_only },
    });
  },
} satisfies Partial<OperationHandlers>;
