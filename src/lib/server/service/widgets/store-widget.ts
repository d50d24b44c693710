import type { WidgetContent } from '$lib/api/widgets';
import type { ServiceContext } from '../context';
import { submessages } from '../db/schema/submessages';
import { badRequest } from '../failure';
import type { AccessibleMessage } from '../narrow/find';

const maxOptions = 1000;

/**
 * The widget of a text that starts with `/poll` or `/todo`: the rest of its first line is the
 * question or title, and each further line an option or a task. Null for all other texts.
 * https://zulip.com/help/create-a-poll, https://zulip.com/help/collaborative-to-do-lists
 */
export function readWidgetText(text: string): WidgetContent | null {
  const [, kind, rest] = /^\/(poll|todo)(?=\s|$)(.*)$/s.exec(text) ?? [];
  if (kind === undefined || rest === undefined) return null;
  const [first = '', ...lines] = rest.split(/\r\n|[\n\r]/);
  const entries = lines.map(withoutBullet).filter((line) => line !== '');
  if (kind === 'poll') {
    const extra_data = { question: first.trim(), options: entries.slice(0, maxOptions) };
    return { widget_type: 'poll', extra_data };
  }
  const tasks = entries.slice(0, maxOptions).map((entry) => {
    const at = entry.indexOf(': ');
    return at < 0
      ? { task: entry, desc: '' }
      : { task: entry.slice(0, at).trim(), desc: entry.slice(at + 2).trim() };
  });
  return { widget_type: 'todo', extra_data: { task_list_title: first.trim(), tasks } };
}

/** Lines can be written as list items. */
function withoutBullet(line: string): string {
  return line.trim().replace(/^[-*]/, '').trim();
}

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
