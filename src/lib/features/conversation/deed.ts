/** What follows the name in a `/me` message, as HTML; null where there is no such word in it. */
export function deedOf(html: string): string | null {
  const rest = html.replace(/^<p>\/me\s+/, '<p>');
  return rest === html ? null : rest;
}
