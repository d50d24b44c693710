import * as v from 'valibot';
import type { Message } from '../../../api/read-messages';

/** A user's action on a widget, in order of time. */
export interface WidgetEvent {
  readonly by: number;
  readonly content: unknown;
}

/** A widget's first submessage and the actions after it. */
interface WidgetHistory<Begun> {
  readonly begun: Begun;
  readonly events: readonly WidgetEvent[];
}

/** Submessages to read; more is no real use. */
const maxSubmessages = 5000;

const rowSchema = v.object({
  id: v.number(),
  sender_id: v.number(),
  msg_type: v.string(),
  content: v.string(),
});

/**
 * A message's submessages, oldest first. Users send their content and a server can store it
 * unchecked, so malformed ones are skipped.
 */
function widgetEventsOf({ submessages }: Pick<Message, 'submessages'>): readonly WidgetEvent[] {
  return submessages
    .slice(0, maxSubmessages)
    .flatMap((one) => {
      const row = v.safeParse(rowSchema, one);
      return row.success && row.output.msg_type === 'widget' ? [row.output] : [];
    })
    .sort((a, b) => a.id - b.id)
    .flatMap(({ sender_id: by, content }) => {
      try {
        return [{ by, content: JSON.parse(content) as unknown }];
      } catch {
        return [];
      }
    });
}

/**
 * Null if the message is no widget of this type, or its first submessage is not by the message's
 * sender.
 */
export function readWidget<Begun>(
  message: Message,
  schema: v.GenericSchema<unknown, Begun>,
): WidgetHistory<Begun> | null {
  const [first, ...events] = widgetEventsOf(message);
  const begun = v.safeParse(schema, first?.content);
  if (!begun.success || first?.by !== message.sender_id) return null;
  return { begun: begun.output, events };
}
