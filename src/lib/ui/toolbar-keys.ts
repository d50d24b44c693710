/**
 * Moves the focus within a toolbar: arrow keys go to the neighbor, wrap around and follow the
 * page's direction; Home and End work too. Returns the index of the focused item, null for any
 * other key or if none of the items had the focus.
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
export function moveInToolbar(event: KeyboardEvent, items: readonly HTMLElement[]): number | null {
  const at = items.indexOf(event.target as HTMLElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return null;
  const forward = getComputedStyle(event.currentTarget as Element).direction !== 'rtl' ? 1 : -1;
  const next = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) return null;
  event.preventDefault();
  event.stopPropagation();
  const place = (next + items.length) % items.length;
  items[place]?.focus();
  return place;
}
