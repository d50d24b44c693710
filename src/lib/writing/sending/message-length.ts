/** Characters from which on the counter is shown, as a share of the most allowed. */
const near = 0.9;

export interface MessageLength {
  readonly used: number;
  /** Negative when too long. */
  readonly left: number;
  /** Worth showing. */
  readonly near: boolean;
  readonly over: boolean;
}

/**
 * Length as the server counts it: code points of the text without white space at its ends.
 * https://zulip.com/api/send-message ("max_message_length")
 */
export function messageLength(content: string, most: number): MessageLength {
  // A code point is one or two units: most texts need no counting.
  const text = content.length < most * near ? content : content.trim();
  let used = text.length;
  if (text.length >= most * near) {
    used = 0;
    for (const _point of text) used++;
  }
  return { used, left: most - used, near: used >= most * near, over: used > most };
}
