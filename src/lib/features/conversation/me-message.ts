/** What follows the name in a `/me` message, as HTML; null where there is no such word in it. */
export function meMessageBody(html: string): string | null {
  const rest = html.replace(/^<p>\/me\s+/, '<p>');
  return rest === html ? null : rest;
}
