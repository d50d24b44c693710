import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import { positionPopover } from './position-popover';

const delay = 500;

interface Tip {
  readonly text: string;
  /** Keys as shown, such as `Ctrl+K`. */
  readonly keys?: string | undefined;
}

/**
 * Shows what a control is called after half a second under the pointer, or at once on keyboard
 * focus. It repeats the control's accessible name, so it is hidden from assistive technology.
 */
export function tooltip(tip: Tip | string | (() => string)): Attachment<HTMLElement> {
  return (anchor) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let bubble: HTMLElement | undefined;

    function show() {
      if (bubble || !anchor.isConnected) return;
      // What would be told as it is now is asked for when it is shown.
      const given = typeof tip === 'function' ? tip() : tip;
      const { text, keys } = typeof given === 'string' ? { text: given, keys: undefined } : given;
      bubble = document.createElement('div');
      bubble.popover = 'manual';
      bubble.ariaHidden = 'true';
      bubble.className =
        'fixed m-0 max-w-72 rounded-md border-0 bg-text px-2 py-1 text-small text-surface shadow-float pointer-events-none';
      bubble.append(text);
      if (keys) {
        const key = document.createElement('span');
        key.className = 'ms-2 opacity-70';
        key.textContent = keys;
        bubble.append(key);
      }
      // Inside an open dialog, so that it is drawn above it and goes away with it.
      (anchor.closest('dialog') ?? document.body).append(bubble);
      bubble.showPopover();
      positionPopover(bubble, anchor.getBoundingClientRect(), {
        side: 'below',
        align: 'center',
        gap: 6,
      });
    }

    function hide() {
      clearTimeout(timer);
      bubble?.remove();
      bubble = undefined;
    }

    function enter(event: PointerEvent) {
      if (event.pointerType !== 'mouse') return;
      heed();
      clearTimeout(timer);
      timer = setTimeout(show, delay);
    }

    /** Not at once: what gives the focus back may be a popover that closes, and none can open then. */
    function focus() {
      if (!anchor.matches(':focus-visible')) return;
      heed();
      clearTimeout(timer);
      timer = setTimeout(show);
    }

    function key(event: KeyboardEvent) {
      if (event.key === 'Escape') hide();
    }

    const stops = [on(anchor, 'pointerenter', enter), on(anchor, 'focus', focus)];
    let isHeeded = false;

    /** What ends it is of interest once it has begun: long lists have many that never do. */
    function heed() {
      if (isHeeded) return;
      isHeeded = true;
      stops.push(
        on(anchor, 'pointerleave', hide),
        on(anchor, 'pointerdown', hide),
        on(anchor, 'blur', hide),
        on(anchor, 'keydown', key),
      );
    }

    return () => {
      stops.forEach((stop) => stop());
      hide();
    };
  };
}
