import * as v from 'valibot';
import type { Message } from '../../../api/read-messages';

/** What one did with a message, in the order in which it happened. */
export interface WidgetEvent {
  readonly by: number;
  readonly content: unknown;
}

/** A widget from its beginning on. */
interface WidgetHistory<Begun> {
  readonly begun: Begun;
  readonly deeds: readonly WidgetEvent[];
}

/** More of them are not looked at: nobody votes so often. */
const maxSubmessages = 5000;

const rowSchema = v.object({
  id: v.number(),
  sender_id: v.number(),
  msg_type: v.string(),
  content: v.string(),
});

/**
 * The submessages of a message, oldest first. They are what people send, and a server may not have
 * looked at them: what is none is left out.
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

/** Null where the message is no widget of this kind, or not its sender's. */
export function readWidget<Begun>(
  message: Message,
  schema: v.GenericSchema<unknown, Begun>,
): WidgetHistory<Begun> | null {
  const [first, ...deeds] = widgetEventsOf(message);
  const begun = v.safeParse(schema, first?.content);
  if (!begun.success || first?.by !== message.sender_id) return null;
  return { begun: begun.output, deeds };
}
