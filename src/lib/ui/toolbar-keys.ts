/**
 * Moves the focus within a toolbar: the arrows to the neighbour, round both ends and as the page's
 * direction has it; Home and End. The result is the place of the item that got the focus, null for
 * any other key and where none of the items had it before.
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
