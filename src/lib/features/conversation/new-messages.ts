import type { Message } from '../../api/read-messages';

/** From where on a message is new to a text: behind that message, or later than that time. */
export type CompositionStart =
  | { readonly after: number }
  /** UNIX milliseconds. */
  | { readonly at: number };

export interface NewMessagesSummary {
  readonly count: number;
  /** Of them, those that mention or quote the person. */
  readonly answers: number;
  /** Id of the first. */
  readonly first: number;
}

/** What others have written since a text was begun, of the messages of its conversation. */
export function summarizeNewMessages(
  messages: readonly Message[],
  begun: CompositionStart,
  own: number | undefined,
): NewMessagesSummary | undefined {
  const isNew = ({ id, timestamp, sender_id }: Message) =>
    sender_id !== own && ('after' in begun ? id > begun.after : timestamp * 1000 > begun.at);
  const found = messages.filter(isNew);
  const [first] = found;
  if (!first) return undefined;
  const answers = found.filter((message) => isToMe(message, own)).length;
  return { count: found.length, answers, first: first.id };
}

/** A quote mentions whom it quotes, silently. */
function isToMe({ flags, content }: Message, own: number | undefined): boolean {
  return flags.includes('mentioned') || content.includes(`data-user-id="${own}"`);
}
