/** Makes an element that scrolls sideways focusable and gives it a name. */
export function makeScroller(element: Element, label: string): void {
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', label);
}
