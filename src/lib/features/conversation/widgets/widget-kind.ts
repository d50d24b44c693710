import type { Message } from '../../../api/read-messages';

/**
 * What a message may show in place of its text, told without the code that draws it; it has the last
 * word. Null for texts and for what is unknown.
 */
export function widgetKind({ submessages }: Message): 'poll' | 'todo' | null {
  const [first] = submessages as readonly ({ readonly content?: unknown } | null)[];
  const { content } = first ?? {};
  const [, kind] =
    /"widget_type"\s*:\s*"(poll|todo)"/.exec(typeof content === 'string' ? content : '') ?? [];
  return kind === 'poll' || kind === 'todo' ? kind : null;
}
