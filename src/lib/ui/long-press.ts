import type { Attachment } from 'svelte/attachments';

/** Milliseconds: what Android takes for a long press. */
const patience = 500;

/**
 * A second action of a button: on right-click, the menu key, and a long press where that makes no
 * context menu of its own. The click that ends a long press is swallowed.
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
      }, patience);
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
    element.addEventListener('pointerdown', press);
    element.addEventListener('pointerup', release);
    element.addEventListener('pointercancel', release);
    element.addEventListener('pointerleave', release);
    element.addEventListener('contextmenu', menu);
    element.addEventListener('click', click, { capture: true });
    return () => {
      release();
      element.removeEventListener('pointerdown', press);
      element.removeEventListener('pointerup', release);
      element.removeEventListener('pointercancel', release);
      element.removeEventListener('pointerleave', release);
      element.removeEventListener('contextmenu', menu);
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
