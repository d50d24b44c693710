import { on } from 'svelte/events';

/** Between them and what is above, in pixels. */
const gap = 8;
/** As wide as they get, in pixels. */
const widest = 400;

/** Empty elements on the page, each as high as the notices while they stand in it. */
const places = '[data-toast-place]';
const placeOnPage = () =>
  [...document.querySelectorAll<HTMLElement>(places)].find((one) => one.checkVisibility());
const hasPlace = (node: Node) =>
  node instanceof Element && (node.matches(places) || node.querySelector(places) !== null);

/**
 * Lays the notices where the page keeps room for them, so that they cover nothing; a page without such
 * a place has them at its foot. Under a sheet, which stands at the foot of narrow windows, they are
 * above it. The result gives the room back.
 */
export function placeToasts(region: HTMLElement, isOverDialog: boolean): () => void {
  const root = document.documentElement.style;
  let place: HTMLElement | undefined;

  function free() {
    place?.style.removeProperty('height');
    for (const name of ['top', 'bottom', 'inset-inline', 'left', 'width']) {
      region.style.removeProperty(name);
    }
  }

  function settle() {
    const next = placeOnPage();
    if (next !== place) {
      free();
      if (place) sizes.unobserve(place);
      if (next) sizes.observe(next);
      place = next;
    }
    if (!place) return;
    const room = place.getBoundingClientRect();
    const width = Math.min(room.width, widest);
    const isMirrored = getComputedStyle(place).direction === 'rtl';
    const left = isMirrored ? room.right - width : room.left;
    Object.assign(region.style, { insetInline: 'auto', left: `${left}px`, width: `${width}px` });
    const height = `${region.offsetHeight + gap}px`;
    if (root.getPropertyValue('--ink-toasts') !== height) root.setProperty('--ink-toasts', height);
    place.style.height = height;
    if (isOverDialog && window.innerWidth < 640) {
      Object.assign(region.style, { top: `${gap}px`, bottom: 'auto' });
      return;
    }
    const { bottom } = place.getBoundingClientRect();
    region.style.bottom = `${window.innerHeight - bottom}px`;
  }

  const sizes = new ResizeObserver(settle);
  const stop = on(window, 'resize', settle);
  const later = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(hasPlace))) settle();
  });
  later.observe(document.body, { childList: true, subtree: true });
  settle();
  return () => {
    stop();
    sizes.disconnect();
    later.disconnect();
    free();
    root.removeProperty('--ink-toasts');
  };
}
