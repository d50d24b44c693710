/** Nothing has the keyboard, or the page's heading has, to which a change of page leads where nothing else waits. */
export function isFocusIdle(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.matches('main h1') === true;
}

/**
 * Whoever comes to the page goes on here by keys, now and when they come again. Undone by the result.
 */
export function focusOnArrival(place: HTMLElement): () => void {
  place.dataset['landing'] = '';
  if (isFocusIdle()) place.focus({ preventScroll: true });
  return () => delete place.dataset['landing'];
}

/** The same, in the feed within an element. */
export function focusFeedOnArrival(within: HTMLElement): (() => void) | undefined {
  const feed = within.querySelector<HTMLElement>('[role=feed]');
  return feed ? focusOnArrival(feed) : undefined;
}

/** Where the keyboard goes on a page that one comes to: to a place that waits for it, else to the heading. */
export function arrivalTarget(): HTMLElement | undefined {
  const all = ['main [data-landing]', 'main h1'].flatMap((one) => [
    ...document.querySelectorAll<HTMLElement>(one),
  ]);
  return all.find((one) => one.checkVisibility());
}
