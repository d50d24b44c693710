import type { Message } from '../../api/read-messages';

/** Which messages are new to a text: those after a message, or later than a time. */
export type CompositionStart =
  | { readonly after: number }
  /** UNIX milliseconds. */
  | { readonly at: number };

export interface NewMessagesSummary {
  readonly count: number;
  /** How many of them mention or quote the user. */
  readonly answers: number;
  /** Id of the first of them. */
  readonly first: number;
}

/** Summarizes what others sent in a conversation since a text was begun. */
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

/** A quote contains a silent mention of its author. */
function isToMe({ flags, content }: Message, own: number | undefined): boolean {
  return flags.includes('mentioned') || content.includes(`data-user-id="${own}"`);
}
