import type { Attachment } from 'svelte/attachments';

/**
 * Position of floating toasts: beside rows and fields, above the area that `toastBoundary` keeps
 * free.
 */
export const toastAreaClass =
  'fixed inset-x-0 start-auto end-4 top-auto bottom-[calc(var(--ink-foot)+0.75rem)] m-0 w-[calc(100vw-2rem)] sm:w-80 lg:w-96';

const boundaries = new Set<HTMLElement>();
const areas = new Set<HTMLElement>();
let observer: ResizeObserver | undefined;
let height = '0px';

/** Sets `--ink-foot` to the distance between the bottom of the window and the toasts. */
function measure(): void {
  const shown = [...boundaries].filter((boundary) => boundary.offsetHeight > 0);
  const inner = shown.filter(
    (boundary) => !shown.some((one) => one !== boundary && boundary.contains(one)),
  );
  const foot = Math.max(
    0,
    ...inner.map((boundary) => window.innerHeight - boundary.getBoundingClientRect().bottom),
  );
  height = `${Math.round(foot)}px`;
  for (const { style } of areas) style.setProperty('--ink-foot', height);
}

/**
 * Belongs to `toastAreaClass`. The position is set on the toasts alone: set on the document, it would
 * restyle every element of the page whenever a box opens or closes.
 */
export const toastArea: Attachment<HTMLElement> = (element) => {
  element.style.setProperty('--ink-foot', height);
  areas.add(element);
  return () => void areas.delete(element);
};

/**
 * Keeps toasts above the bottom edge of this element, so that they don't cover what is below, for
 * example the bottom bar or an error message. A nested boundary takes precedence.
 */
export const toastBoundary: Attachment<HTMLElement> = (element) => {
  // It scrolls away under them, like everything in a feed.
  if (element.closest('[role=feed]')) return undefined;
  const watch = (observer ??= new ResizeObserver(measure));
  boundaries.add(element);
  watch.observe(element);
  return () => {
    watch.unobserve(element);
    boundaries.delete(element);
    // Measures again once the replacement is laid out.
    for (const boundary of boundaries) {
      watch.unobserve(boundary);
      watch.observe(boundary);
    }
  };
};
