/**
 * Whether nothing has the focus, or only the page's heading, which gets it after navigation by
 * default.
 */
export function isFocusIdle(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.matches('main h1') === true;
}

/**
 * Focuses an element when the user arrives on the page, now and when they come back. The returned
 * function undoes it.
 */
export function focusOnArrival(place: HTMLElement): () => void {
  place.dataset['landing'] = '';
  if (isFocusIdle()) place.focus({ preventScroll: true });
  return () => delete place.dataset['landing'];
}

/** The same for the feed within an element. */
export function focusFeedOnArrival(within: HTMLElement): (() => void) | undefined {
  const feed = within.querySelector<HTMLElement>('[role=feed]');
  return feed ? focusOnArrival(feed) : undefined;
}

/** The element to focus after navigation: one marked by `focusOnArrival`, else the heading. */
export function arrivalTarget(): HTMLElement | undefined {
  const all = ['main [data-landing]', 'main h1'].flatMap((one) => [
    ...document.querySelectorAll<HTMLElement>(one),
  ]);
  return all.find((one) => one.checkVisibility());
}
