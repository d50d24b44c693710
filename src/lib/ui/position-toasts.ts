import { on } from 'svelte/events';

/** Pixels between the toasts and the content above. */
const gap = 8;
/** Maximum width in pixels. */
const maxToastWidth = 400;

/** Empty elements on the page that get as high as the toasts in them. */
const places = '[data-toast-place]';
const placeOnPage = () =>
  [...document.querySelectorAll<HTMLElement>(places)].find((one) => one.checkVisibility());
const hasPlace = (node: Node) =>
  node instanceof Element && (node.matches(places) || node.querySelector(places) !== null);

interface Notices {
  readonly region: HTMLElement;
  readonly isOverDialog: boolean;
}

/** All stacks of toasts on the page, from the bottom up. */
const all = new Set<Notices>();
let place: HTMLElement | undefined;
let stop: (() => void) | undefined;
// The server renders parts of pages with this code, and has no ResizeObserver.
let sizes: ResizeObserver | undefined;

/**
 * Puts toasts where the page reserves space for them, stacked, so that they cover nothing; on a
 * page without such a place, at its bottom. In narrow windows, where dialogs are sheets at the
 * bottom, toasts of a dialog go to the top. The returned function frees the space.
 */
export function positionToasts(region: HTMLElement, isOverDialog: boolean): () => void {
  const own = { region, isOverDialog };
  all.add(own);
  stop ??= watch();
  settle();
  return () => {
    all.delete(own);
    free(region);
    if (all.size > 0) return settle();
    stop?.();
    stop = undefined;
  };
}

function watch(): () => void {
  sizes ??= new ResizeObserver(settle);
  const unlisten = on(window, 'resize', settle);
  const later = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(hasPlace))) settle();
  });
  later.observe(document.body, { childList: true, subtree: true });
  return () => {
    unlisten();
    later.disconnect();
    leave();
  };
}

function leave() {
  if (place) sizes?.unobserve(place);
  place?.style.removeProperty('height');
  roomAbove()?.removeProperty('--ink-toasts');
  place = undefined;
}

/** What gets lower when toasts are shown below it. */
const roomAbove = () => (place?.previousElementSibling as HTMLElement | null | undefined)?.style;

function free({ style }: HTMLElement) {
  for (const name of ['top', 'bottom', 'inset-inline', 'left', 'width']) style.removeProperty(name);
}

function settle() {
  const next = placeOnPage();
  if (next !== place) {
    leave();
    for (const { region } of all) free(region);
    if (next) sizes?.observe(next);
    place = next;
  }
  if (!place) return;
  const placeRect = place.getBoundingClientRect();
  const width = Math.min(placeRect.width, maxToastWidth);
  const isMirrored = getComputedStyle(place).direction === 'rtl';
  const left = isMirrored ? placeRect.right - width : placeRect.left;
  for (const { region } of all) {
    Object.assign(region.style, { insetInline: 'auto', left: `${left}px`, width: `${width}px` });
  }
  const heights = [...all].map(({ region }) => region.offsetHeight + gap);
  const height = `${heights.reduce((sum, one) => sum + one, 0)}px`;
  roomAbove()?.setProperty('--ink-toasts', height);
  place.style.height = height;
  const { bottom } = place.getBoundingClientRect();
  let [above, below] = [gap, window.innerHeight - bottom];
  for (const [at, { region, isOverDialog }] of [...all].entries()) {
    if (isOverDialog && window.innerWidth < 640) {
      Object.assign(region.style, { top: `${above}px`, bottom: 'auto' });
      above += heights[at] ?? 0;
    } else {
      region.style.bottom = `${below}px`;
      below += heights[at] ?? 0;
    }
  }
}
