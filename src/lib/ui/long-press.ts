import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

/** Milliseconds that Android counts as a long press. */
const pressDuration = 500;

/**
 * A secondary action of a button: on right-click, the menu key, and a long press where that
 * triggers no context menu. The click that ends a long press is swallowed.
 */
export function longPress(run: () => void): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = false;
    const release = () => clearTimeout(timer);
    const press = ({ pointerType }: PointerEvent) => {
      held = false;
      release();
      if (pointerType === 'mouse') return;
      timer = setTimeout(() => {
        held = true;
        run();
      }, pressDuration);
    };
    const menu = (event: Event) => {
      event.preventDefault();
      release();
      if (!held) run();
    };
    const click = (event: Event) => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const stops = [
      on(element, 'pointerdown', press),
      on(element, 'pointerup', release),
      on(element, 'pointercancel', release),
      on(element, 'pointerleave', release),
      on(element, 'contextmenu', menu),
      on(element, 'click', click, { capture: true }),
    ];
    return () => {
      release();
      stops.forEach((stop) => stop());
    };
  };
}
