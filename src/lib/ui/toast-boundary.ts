import type { Attachment } from 'svelte/attachments';

/** Where floating notices stand: beside rows and fields, above what `toastBoundary` keeps free. */
export const toastAreaClass =
  'fixed inset-x-0 start-auto end-4 top-auto bottom-[calc(var(--ink-foot)+0.75rem)] m-0 w-[calc(100vw-2rem)] sm:w-80 lg:w-96';

const boundaries = new Set<HTMLElement>();
let observer: ResizeObserver | undefined;

/** Tells style sheets how far above the window's lower edge notices may begin, as `--ink-foot`. */
function measure(): void {
  const shown = [...boundaries].filter((room) => room.offsetHeight > 0);
  const inner = shown.filter((room) => !shown.some((one) => one !== room && room.contains(one)));
  const foot = Math.max(
    0,
    ...inner.map((room) => window.innerHeight - room.getBoundingClientRect().bottom),
  );
  const { style } = document.documentElement;
  const value = `${Math.round(foot)}px`;
  // Everything on the page inherits it, and would be styled anew.
  if (style.getPropertyValue('--ink-foot') !== value) style.setProperty('--ink-foot', value);
}

/**
 * Keeps notices above the lower edge of this element: below it is what must not be covered, such as
 * the bar of the app, or the line that says what went wrong. An element within it knows better.
 */
export const toastBoundary: Attachment<HTMLElement> = (element) => {
  // It scrolls away under them, like all that is in a feed.
  if (element.closest('[role=feed]')) return undefined;
  const watch = (observer ??= new ResizeObserver(measure));
  boundaries.add(element);
  watch.observe(element);
  return () => {
    watch.unobserve(element);
    boundaries.delete(element);
    // Measured with what takes its place, once that is laid out.
    for (const room of boundaries) {
      watch.unobserve(room);
      watch.observe(room);
    }
  };
};
