import type { Message } from '../../../api/read-messages';

/**
 * The widget type of a message, without loading the code that renders it; that code decides in the
 * end. Null for text and unknown types.
 */
export function widgetKind({ submessages }: Message): 'poll' | 'todo' | null {
  const [first] = submessages as readonly ({ readonly content?: unknown } | null)[];
  const { content } = first ?? {};
  const [, kind] =
    /"widget_type"\s*:\s*"(poll|todo)"/.exec(typeof content === 'string' ? content : '') ?? [];
  return kind === 'poll' || kind === 'todo' ? kind : null;
}
