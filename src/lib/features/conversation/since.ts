import type { Message } from '../../api/read-messages';

/** From where on a message is new to a text: behind that message, or later than that time. */
export type Begun =
  | { readonly after: number }
  /** UNIX milliseconds. */
  | { readonly at: number };

export interface NewSince {
  readonly count: number;
  /** Of them, those that mention or quote the person. */
  readonly answers: number;
  /** Id of the first. */
  readonly first: number;
}

/** What others have written since a text was begun, of the messages of its conversation. */
export function newSince(
  messages: readonly Message[],
  begun: Begun,
  own: number | undefined,
): NewSince | undefined {
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
