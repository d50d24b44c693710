import { on } from 'svelte/events';

/** Between them and what is above, in pixels. */
const gap = 8;
/** As wide as they get, in pixels. */
const maxToastWidth = 400;

/** Empty elements on the page, each as high as the notices while they stand in it. */
const places = '[data-toast-place]';
const placeOnPage = () =>
  [...document.querySelectorAll<HTMLElement>(places)].find((one) => one.checkVisibility());
const hasPlace = (node: Node) =>
  node instanceof Element && (node.matches(places) || node.querySelector(places) !== null);

interface Notices {
  readonly region: HTMLElement;
  readonly isOverDialog: boolean;
}

/** Those on the page, from below. */
const all = new Set<Notices>();
let place: HTMLElement | undefined;
let stop: (() => void) | undefined;
// The server draws parts of pages with this, and has no such thing.
let sizes: ResizeObserver | undefined;

/**
 * Lays notices where the page keeps room for them, above each other, so that they cover nothing; a page
 * without such a place has them at its foot. Under a sheet, which stands at the foot of narrow windows,
 * they are above it. The result gives the room back.
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
    document.documentElement.style.removeProperty('--ink-toasts');
  };
}

function leave() {
  if (place) sizes?.unobserve(place);
  place?.style.removeProperty('height');
  place = undefined;
}

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
  const room = place.getBoundingClientRect();
  const width = Math.min(room.width, maxToastWidth);
  const isMirrored = getComputedStyle(place).direction === 'rtl';
  const left = isMirrored ? room.right - width : room.left;
  for (const { region } of all) {
    Object.assign(region.style, { insetInline: 'auto', left: `${left}px`, width: `${width}px` });
  }
  const heights = [...all].map(({ region }) => region.offsetHeight + gap);
  const height = `${heights.reduce((sum, one) => sum + one, 0)}px`;
  const root = document.documentElement.style;
  if (root.getPropertyValue('--ink-toasts') !== height) root.setProperty('--ink-toasts', height);
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
