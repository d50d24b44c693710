/** HTML after the name in a `/me` message; null if it doesn't start with `/me` and a space. */
export function meMessageBody(html: string): string | null {
  const rest = html.replace(/^<p>\/me\s+/, '<p>');
  return rest === html ? null : rest;
}
