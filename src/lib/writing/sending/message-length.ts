/** The counter shows from this share of the maximum length on. */
const near = 0.9;

export interface MessageLength {
  readonly used: number;
  /** Characters left; negative if too long. */
  readonly left: number;
  /** Whether to show the counter. */
  readonly near: boolean;
  readonly over: boolean;
}

/**
 * Length as the server counts it: code points without whitespace at the ends.
 * https://zulip.com/api/send-message ("max_message_length")
 */
export function messageLength(content: string, most: number): MessageLength {
  // A code point has at most two units, so most texts don't need counting.
  const text = content.length < most * near ? content : content.trim();
  let used = text.length;
  if (text.length >= most * near) {
    used = 0;
    for (const _point of text) used++;
  }
  return { used, left: most - used, near: used >= most * near, over: used > most };
}
