import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import { positionPopover } from './position-popover';

const delay = 500;

interface Tip {
  readonly text: string;
  /** Shortcut as displayed, for example `Ctrl+K`. */
  readonly keys?: string | undefined;
}

/**
 * Shows a control's name after half a second of hovering, or immediately on keyboard focus. It
 * repeats the control's accessible name, so it is hidden from assistive technology.
 */
export function tooltip(tip: Tip | string | (() => string)): Attachment<HTMLElement> {
  return (anchor) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let bubble: HTMLElement | undefined;

    function show() {
      if (bubble || !anchor.isConnected) return;
      // A function is called when the tooltip shows, for text that changes.
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
      // Inside an open dialog, so that it is drawn above it and disappears with it.
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

    /** Deferred: the focus may come from a closing popover, and no other can open during that. */
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

    /**
     * Adds the listeners that end it only once it has begun, since long lists have many tooltips
     * that never show.
     */
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
