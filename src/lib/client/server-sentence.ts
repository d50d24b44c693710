/** A server's own message with a period at its end, to stand among other sentences; empty stays empty. */
export function serverSentence(message: string): string {
  const text = message.trim();
  return /(?:^|[.!?…。！？]["'”’)]?)$/u.test(text) ? text : `${text}.`;
}
