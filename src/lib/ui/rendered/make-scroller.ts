/** What scrolls sideways can be reached and has a name. */
export function makeScroller(element: Element, label: string): void {
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', label);
}
